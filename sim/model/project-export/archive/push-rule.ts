import type { Project } from '../../projects/project.ts'
import { emptyPushRule, type PushRule } from '../../push-rules/push-rule.ts'
import { nextId } from '../../world.ts'
import { fieldsOf } from './field.ts'
import type { Relation } from './relation.ts'
import { flag, flagOrNull, textOrNull, time, wholeNumber } from './types.ts'

const { column } = fieldsOf<PushRule>()

export const pushRule: Relation<PushRule, Project> = {
  name: 'push_rule',
  shape: 'one',
  rows: (project, { world }) => world.pushRules.by('byProject', project.id).list(),
  fields: {
    commit_message_regex: column('commitMessageRegex', textOrNull),
    commit_message_negative_regex: column('commitMessageNegativeRegex', textOrNull),
    author_email_regex: column('authorEmailRegex', textOrNull),
    file_name_regex: column('fileNameRegex', textOrNull),
    branch_name_regex: column('branchNameRegex', textOrNull),
    max_file_size: column('maxFileSize', wholeNumber(0)),
    deny_delete_tag: column('denyDeleteTag', flag(false)),
    member_check: column('memberCheck', flag(false)),
    prevent_secrets: column('preventSecrets', flag(false)),
    reject_unsigned_commits: column('rejectUnsignedCommits', flagOrNull),
    commit_committer_check: column('commitCommitterCheck', flagOrNull),
    // These are more than the service writes.
    commit_committer_name_check: column('commitCommitterNameCheck', flagOrNull),
    reject_non_dco_commits: column('rejectNonDcoCommits', flagOrNull),
    created_at: column('createdAt', time),
  },
  put: (columns, project, { world }) => {
    const known = world.pushRules.find('byProject', project.id)
    if (known !== undefined) return known
    const rule = { ...emptyPushRule, ...(columns as PushRule) }
    const id = nextId(world, 'pushRules')
    return world.pushRules.insert({ ...rule, id, projectId: project.id, groupId: null })
  },
}
