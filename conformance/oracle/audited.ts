import type { Reply } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { isRow, type Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { arranged, type Stage } from '../run/stage.ts'

/** An action in a project, and the audit event that it leaves (audit-events#one-event-each). */
export interface Audited {
  readonly what: string
  /** Makes what it is done to; the row goes to the others. */
  readonly before?: (stage: Stage) => Promise<Row>
  readonly does: (stage: Stage, before: Row) => Promise<Reply>
  /** The keys of `details` that say what happened, exactly. */
  readonly change: (about: About) => Row
  /** What it happened to: id, type and details; the project by its id unless said. */
  readonly target?: (about: About) => Row
}

export interface About {
  readonly stage: Stage
  readonly before: Row
  /** What the call answered with; empty where that is nothing. */
  readonly made: Row
}

export function aboutOf(stage: Stage, before: Row, { json }: Reply): About {
  return { stage, before, made: isRow(json) ? json : {} }
}

export function targetOf({ target }: Audited, about: About): Row {
  const { id, path } = about.stage.project
  return target?.(about) ?? targets(id, 'Project', path)
}

function targets(target_id: number | string, target_type: string, target_details: string): Row {
  return { target_id, target_type, target_details }
}

const changed = (change: string, from: string, to: string) => (): Row => ({ change, from, to })
const told = (custom_message: string) => (): Row => ({ custom_message })

const set =
  (values: Params) =>
  (stage: Stage): Promise<Reply> =>
    stage.call('PUT /projects/:id', { id: stage.project.id, ...values })

/** A setting that is changed from a value that it certainly has. */
function setting(
  name: string,
  from: string | boolean,
  to: string | boolean,
  change: Audited['change'],
): Audited {
  return {
    what: `${name} becomes ${to}`,
    before: async (stage) => arranged(await set({ [name]: from })(stage)),
    does: set({ [name]: to }),
    change,
  }
}

const feature = ({ stage: { project } }: About) => targets(project.id, 'ProjectFeature', project.path)

const newRule = { name: 'Auditors', approvals_required: 1, rule_type: 'regular' }
const rules = 'projects/:id/approval_rules'
const makesRule = (stage: Stage) => stage.call(`POST /${rules}`, { id: stage.project.id, ...newRule })
const onRule = ({ before, made }: About) => {
  const row = made.id === undefined ? before : made
  return targets(numberIn(row, 'id'), 'ApprovalProjectRule', textIn(row, 'name'))
}
const changesRule = (values: Params) => (stage: Stage, before: Row) =>
  stage.call(`PUT /${rules}/:approval_rule_id`, {
    id: stage.project.id,
    approval_rule_id: numberIn(before, 'id'),
    ...newRule,
    ...values,
  })

const members = 'projects/:id/members'
const stranger = (stage: Stage) => ({ id: stage.project.id, user_id: stage.user('stranger').id })
const joins = (stage: Stage) => stage.call(`POST /${members}`, { ...stranger(stage), access_level: 10 })
const onStranger = ({ stage }: About) => {
  const { id, name } = stage.user('stranger')
  return targets(id, 'User', name)
}

const branches = 'projects/:id/protected_branches'
const protects = (stage: Stage) =>
  stage.call(`POST /${branches}`, { id: stage.project.id, name: 'audited-*' })
const onBranch = ({ before, made }: About) =>
  targets(numberIn(made.id === undefined ? before : made, 'id'), 'ProtectedBranch', 'audited-*')

/** One row for each kind of thing that the service's own API offers. */
export const audited: readonly Audited[] = [
  {
    what: 'the description is changed',
    before: async (stage) => arranged(await set({ description: 'old' })(stage)),
    does: set({ description: 'new' }),
    change: changed('description', 'old', 'new'),
  },
  setting('packages_enabled', true, false, changed('packages_enabled', 'true', 'false')),
  setting(
    'remove_source_branch_after_merge',
    true,
    false,
    changed('remove_source_branch_after_merge', 'true', 'false'),
  ),
  setting('merge_commit_template', 'a', 'b', changed('merge_commit_template', 'a', 'b')),
  setting('merge_method', 'ff', 'merge', told('Changed merge method to Merge commit')),
  setting('squash_option', 'never', 'always', told('Changed squash option to Require')),
  {
    ...setting('wiki_access_level', 'enabled', 'private', changed('wiki', 'enabled', 'private')),
    target: feature,
  },
  {
    ...setting('builds_access_level', 'private', 'enabled', changed('CI/CD', 'private', 'enabled')),
    target: feature,
  },
  {
    what: 'authors may approve',
    before: async (stage) =>
      arranged(await stage.call('POST /projects/:id/approvals', approvals(stage, false))),
    does: (stage) => stage.call('POST /projects/:id/approvals', approvals(stage, true)),
    change: changed('prevent merge request approval from authors', 'true', 'false'),
  },
  {
    what: 'an approval rule is added',
    does: makesRule,
    change: told('Added approval rule with number of required approvals of 1'),
    target: onRule,
  },
  {
    what: 'an approval rule asks for more',
    before: async (stage) => arranged(await makesRule(stage)),
    does: changesRule({ approvals_required: 2 }),
    change: changed('number of required approvals', '1', '2'),
    target: onRule,
  },
  {
    what: 'an approval rule is renamed',
    before: async (stage) => arranged(await makesRule(stage)),
    does: changesRule({ name: 'Others' }),
    change: changed('name', 'Auditors', 'Others'),
    target: onRule,
  },
  {
    what: 'an approval rule is deleted',
    before: async (stage) => arranged(await makesRule(stage)),
    does: (stage, before) =>
      stage.call(`DELETE /${rules}/:approval_rule_id`, {
        id: stage.project.id,
        approval_rule_id: numberIn(before, 'id'),
      }),
    change: told('Deleted approval rule'),
    target: onRule,
  },
  {
    what: 'a branch is protected',
    does: protects,
    change: () => ({ custom_message: null }),
    target: onBranch,
  },
  {
    what: 'a branch is not protected any more',
    before: async (stage) => arranged(await protects(stage)),
    does: (stage) => stage.call(`DELETE /${branches}/:name`, { id: stage.project.id, name: 'audited-*' }),
    change: told('Unprotected branch'),
    target: onBranch,
  },
  {
    what: 'a member is added',
    does: joins,
    change: () => ({ add: 'user_access', as: 'Guest' }),
    target: onStranger,
  },
  {
    what: 'a member gets another level',
    before: async (stage) => arranged(await joins(stage)),
    does: (stage) => stage.call(`PUT /${members}/:user_id`, { ...stranger(stage), access_level: 20 }),
    change: changed('access_level', 'Guest', 'Reporter'),
    target: onStranger,
  },
  {
    what: 'a member is removed',
    before: async (stage) => arranged(await joins(stage)),
    does: (stage) => stage.call(`DELETE /${members}/:user_id`, stranger(stage)),
    change: () => ({ remove: 'user_access' }),
    target: onStranger,
  },
]

function approvals(stage: Stage, merge_requests_author_approval: boolean): Params {
  return { id: stage.project.id, merge_requests_author_approval }
}

const tags = 'projects/:id/protected_tags'
const lists = 'projects/:id/feature_flags_user_lists'

/** Actions that leave no audit event (audit-events#no-event). */
export const unaudited: readonly Pick<Audited, 'what' | 'does'>[] = [
  {
    what: 'a milestone is created',
    does: (stage) => stage.call('POST /projects/:id/milestones', titled(stage)),
  },
  { what: 'an issue is created', does: (stage) => stage.call('POST /projects/:id/issues', titled(stage)) },
  {
    what: 'a tag is protected',
    does: (stage) => stage.call(`POST /${tags}`, { id: stage.project.id, name: 'v*' }),
  },
  {
    what: 'a tag is not protected any more',
    does: (stage) => stage.call(`DELETE /${tags}/:name`, { id: stage.project.id, name: 'v*' }),
  },
  {
    what: 'a list of users is made',
    does: (stage) => stage.call(`POST /${lists}`, { id: stage.project.id, name: 'List', user_xids: 'a' }),
  },
  {
    what: 'a list of users is deleted',
    does: (stage) => stage.call(`DELETE /${lists}/:iid`, { id: stage.project.id, iid: 1 }),
  },
  {
    what: 'vulnerabilities are exported',
    does: (stage) =>
      stage.call('POST /security/projects/:id/vulnerability_exports', { id: stage.project.id }),
  },
  { what: 'a topic is set', does: set({ topics: ['audited'] }) },
  { what: 'a change is refused', does: set({ visibility: 'sheep' }) },
  {
    what: 'the project is archived',
    does: (stage) => stage.call('POST /projects/:id/archive', { id: stage.project.id }),
  },
  {
    what: 'the project is opened again',
    does: (stage) => stage.call('POST /projects/:id/unarchive', { id: stage.project.id }),
  },
]

function titled(stage: Stage): Params {
  return { id: stage.project.id, title: 'Audited' }
}
