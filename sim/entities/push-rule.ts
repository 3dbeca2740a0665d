import { changed } from '../lib/dialect.ts'
import type { PushRule } from '../model/push-rules/push-rule.ts'
import { entity, type Field, type Fields, flag, integer, nullable, text, timestamp, when } from './entity.ts'

/** A switch that is null until it is sent; later not in groups. */
function unsent(value: (rule: PushRule) => boolean | null): Fields<PushRule>[string] {
  return changed('push-rules#later-group-switches', {
    before: nullable(flag<PushRule>((rule) => value(rule) as boolean)),
    after: nullable(
      flag<PushRule>((rule) => (value(rule) ?? (rule.projectId === null ? false : null)) as boolean),
    ),
  })
}

const shared: Fields<PushRule> = {
  id: integer(({ id }) => id),
  created_at: timestamp(({ createdAt }) => createdAt),
  commit_committer_check: unsent(({ commitCommitterCheck: it }) => it),
  commit_committer_name_check: unsent(({ commitCommitterNameCheck: it }) => it),
  reject_unsigned_commits: unsent(({ rejectUnsignedCommits: it }) => it),
  reject_non_dco_commits: unsent(({ rejectNonDcoCommits: it }) => it),
  commit_message_regex: words(({ commitMessageRegex }) => commitMessageRegex),
  commit_message_negative_regex: words(({ commitMessageNegativeRegex }) => commitMessageNegativeRegex),
  branch_name_regex: words(({ branchNameRegex }) => branchNameRegex),
  deny_delete_tag: flag(({ denyDeleteTag }) => denyDeleteTag),
  member_check: flag(({ memberCheck }) => memberCheck),
  prevent_secrets: flag(({ preventSecrets }) => preventSecrets),
  author_email_regex: words(({ authorEmailRegex }) => authorEmailRegex),
  file_name_regex: words(({ fileNameRegex }) => fileNameRegex),
  max_file_size: integer(({ maxFileSize }) => maxFileSize),
}

function words(value: (rule: PushRule) => string | null): Field<PushRule> {
  return nullable(text((rule) => value(rule) as string))
}

/** The push rule of a project, with its id, or of a group. */
export const pushRuleEntity = entity<PushRule>('PushRule', {
  ...shared,
  project_id: when(
    ({ projectId }) => projectId !== null,
    integer(({ projectId }) => projectId as number),
  ),
})
