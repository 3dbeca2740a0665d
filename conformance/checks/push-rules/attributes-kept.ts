import { attributesKept } from '../../kit/attributes-kept.ts'

const values = {
  deny_delete_tag: true,
  member_check: true,
  prevent_secrets: true,
  commit_message_regex: 'A-[0-9]+',
  commit_message_negative_regex: 'wip',
  branch_name_regex: 'topic',
  author_email_regex: 'example.com',
  file_name_regex: 'exe$',
  max_file_size: 7,
  commit_committer_check: true,
  commit_committer_name_check: true,
  reject_unsigned_commits: true,
  reject_non_dco_commits: true,
}

const changes = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? !value : typeof value === 'number' ? 0 : '',
  ]),
)

export const attributesKeptCheck = attributesKept(
  {
    id: 'push-rules/attributes-kept',
    says: 'The attributes that are sent when a push rule of a project or group is created or updated are in the answer',
    source: 'push-rules#attributes-kept',
    tier: 'ultimate',
  },
  ['/projects/:id/push_rule', '/groups/:id/push_rule'].map((path) => ({
    create: `POST ${path}`,
    update: `PUT ${path}`,
    values,
    changes,
  })),
)
