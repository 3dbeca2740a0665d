import { serializeRow } from '../../entities/entity.ts'
import { pushRuleEntity } from '../../entities/push-rule.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import { emptyPushRule, type PushRule, type PushRuleValues } from '../../model/push-rules/push-rule.ts'
import { nextId, type World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, boolean, integer, type ParamsOf, string } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'

// A project or group has at most one push rule; new projects of a group start with a copy of its rule.

const params = {
  deny_delete_tag: boolean({ about: 'Whether pushes may not delete tags' }),
  member_check: boolean({ about: 'Whether commit authors must be users' }),
  prevent_secrets: boolean({ about: 'Whether files that look like secrets are refused' }),
  commit_message_regex: string({ about: 'Regular expression that every commit message must match' }),
  commit_message_negative_regex: string({ about: 'Regular expression that no commit message may match' }),
  branch_name_regex: string({ about: 'Regular expression that branch names must match' }),
  author_email_regex: string({ about: 'Regular expression that email addresses of authors must match' }),
  file_name_regex: string({ about: 'Regular expression that no file name may match' }),
  max_file_size: integer({ atLeast: 0, about: 'Maximum size of a file in megabytes; 0 for no limit' }),
  commit_committer_check: boolean({ about: 'Whether the committer must be the user who pushes' }),
  commit_committer_name_check: boolean(),
  reject_unsigned_commits: boolean(),
  reject_non_dco_commits: boolean({ about: 'Whether commit messages must be signed off' }),
}

interface Place {
  /** Its deletion looks at `If-Unmodified-Since`. */
  readonly conditional?: true
  readonly path: string
  readonly noun: string
  readonly gate:
    | { readonly subject: 'project'; readonly needs: 'admin_project' }
    | { readonly subject: 'group'; readonly needs: 'admin_group' }
  readonly taken: { readonly status: number; readonly text: string }
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => PushRuleOwner
}
type PushRuleOwner = Pick<PushRule, 'projectId' | 'groupId'>

const ofProject: Place = {
  path: '/projects/:id/push_rule',
  noun: 'a project',
  gate: { subject: 'project', needs: 'admin_project' },
  taken: { status: 422, text: 'Project push rule exists' },
  of: ({ project }) => ({ projectId: (project as Project).id, groupId: null }),
}
const ofGroup: Place = {
  path: '/groups/:id/push_rule',
  noun: 'a group',
  conditional: true,
  gate: { subject: 'group', needs: 'admin_group' },
  taken: { status: 422, text: 'Group push rule exists, try updating' },
  of: ({ group }) => ({ projectId: null, groupId: (group as Group).id }),
}
const common = { tier: 'premium', unlicensed: { status: 404, body: { message: '404 Not Found' } } } as const

export const getProjectPushRule = operation(
  {
    ...common,
    subject: 'project',
    needs: 'admin_project',
    method: 'GET',
    path: ofProject.path,
    summary: 'Get the push rule of a project (null without one)',
    answers: { value: { type: ['object', 'null'] } },
    beyond: true,
  },
  ({ world, project, view }) => {
    const rule = ruleOf(world, ofProject.of({ project }))
    return rule === undefined ? null : JSON.parse(serializeRow(pushRuleEntity, rule, view))
  },
)
export const getGroupPushRule = operation(
  {
    ...common,
    subject: 'group',
    needs: 'admin_group',
    method: 'GET',
    path: ofGroup.path,
    summary: 'Get the push rule of a group',
    answers: { one: pushRuleEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, group }) => named(world, ofGroup.of({ group })),
)
export const addProjectPushRule = add(ofProject)
export const addGroupPushRule = add(ofGroup)
export const updateProjectPushRule = update(ofProject)
export const updateGroupPushRule = update(ofGroup)
export const deleteProjectPushRule = remove(ofProject)
export const deleteGroupPushRule = remove(ofGroup)

function add({ path, noun, gate, taken, of }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'POST',
      path,
      summary: `Add a push rule to ${noun}`,
      params,
      rules: [atLeastOneOf(...Object.keys(params))],
      answers: { status: 201, one: pushRuleEntity },
      refuses: [taken.status],
      beyond: true,
    },
    ({ world, params: given, now, ...found }) => {
      const owner = of(found)
      if (ruleOf(world, owner) !== undefined) throw message(taken.status, taken.text)
      const values = { ...emptyPushRule, ...valuesFrom(given) }
      return world.pushRules.insert({ id: nextId(world, 'pushRules'), ...owner, ...values, createdAt: now })
    },
  )
}

function update({ path, noun, gate, of }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'PUT',
      path,
      summary: `Update the push rule of ${noun}`,
      params,
      rules: [atLeastOneOf(...Object.keys(params))],
      answers: { one: pushRuleEntity },
      refuses: [404],
      beyond: true,
    },
    ({ world, now, params: given, ...found }) =>
      world.pushRules.put({ ...named(world, of(found)), ...valuesFrom(given), updatedAt: now }),
  )
}

function remove({ path, noun, gate, conditional, of }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'DELETE',
      ...(conditional && { unmodifiedSince: 'record' }),
      path,
      summary: `Delete the push rule of ${noun}`,
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    ({ world, unmodified, ...found }) => {
      world.pushRules.delete(unmodified(named(world, of(found))).id)
    },
  )
}

function ruleOf(world: World, { projectId, groupId }: PushRuleOwner): PushRule | undefined {
  return projectId === null
    ? world.pushRules.find('byGroup', groupId ?? 0)
    : world.pushRules.find('byProject', projectId)
}

function named(world: World, owner: PushRuleOwner): PushRule {
  const rule = ruleOf(world, owner)
  if (rule === undefined) throw notFound('Push Rule')
  return rule
}

function valuesFrom(given: ParamsOf<typeof params>): Partial<PushRuleValues> {
  const flags = {
    denyDeleteTag: given.deny_delete_tag,
    memberCheck: given.member_check,
    preventSecrets: given.prevent_secrets,
    maxFileSize: given.max_file_size,
  }
  const others = {
    commitMessageRegex: given.commit_message_regex,
    commitMessageNegativeRegex: given.commit_message_negative_regex,
    branchNameRegex: given.branch_name_regex,
    authorEmailRegex: given.author_email_regex,
    fileNameRegex: given.file_name_regex,
    commitCommitterCheck: given.commit_committer_check,
    commitCommitterNameCheck: given.commit_committer_name_check,
    rejectUnsignedCommits: given.reject_unsigned_commits,
    rejectNonDcoCommits: given.reject_non_dco_commits,
  }
  const set = Object.entries(flags).filter(([, value]) => value != null)
  const nullable = Object.entries(others).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...set, ...nullable])
}
