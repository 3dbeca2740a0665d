import type { Reply } from '../../kit/client.ts'
import { answers, has, numberIn, says } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'
import type { ApprovalModel, Approver, RuleRecord } from '../approvals.ts'
import { command, type ModelCommand } from '../commands/command.ts'
import { pick } from '../model.ts'

export interface RuleWish {
  readonly name: string
  readonly required: number
  readonly users: readonly Approver[]
  readonly group: boolean
}

/** Whose rules are meant: the project's, or those of the merge request. */
export type Level = 'project' | 'request'

const paths = {
  project: '/projects/:id/approval_rules',
  request: '/projects/:id/merge_requests/:merge_request_iid/approval_rules',
} as const

/** Adds a rule. One of a merge request that names nobody takes anybody's approval. */
export function addRule(level: Level, wish: RuleWish): ModelCommand<ApprovalModel> {
  return command(
    `add ${level} rule ${JSON.stringify(wish)}`,
    async (model, stage) => {
      const reply = await stage.call(`POST ${paths[level]}`, paramsOf(stage, model, level, wish))
      const type = namesSomebody(model, wish) ? ('regular' as const) : ('any_approver' as const)
      if (isLocked(model, level)) return answers(reply, 403)
      const rules = rulesOf(model, level)
      if (type === 'any_approver' && [...rules.values()].some((rule) => rule.type === type))
        return says(reply, 400, { rule_type: ['any-approver for the merge request already exists'] })
      if (type === 'regular' && nameTaken(rules, wish.name)) return taken(reply)
      answers(reply, 201)
      keep(stage, model, rules, { ...shared(model, wish), id: numberIn(reply.row(), 'id'), type }, reply)
    },
    (model) => !model.merged && (level === 'request' || namesSomebody(model, wish)),
  )
}

/** Gives the n-th rule other values; all of them are sent, so the lists are replaced. */
export function changeRule(level: Level, n: number, wish: RuleWish): ModelCommand<ApprovalModel> {
  return command(
    `change ${level} rule ${n} to ${JSON.stringify(wish)}`,
    async (model, stage) => {
      const rules = rulesOf(model, level)
      const known = pick(rules, n)
      if (known === undefined) return
      const params = { ...paramsOf(stage, model, level, wish), approval_rule_id: known.id }
      const reply = await stage.call(`PUT ${paths[level]}/:approval_rule_id`, params)
      if (isLocked(model, level)) return answers(reply, 403)
      if (known.type === 'regular' && nameTaken(rules, wish.name, known.id)) return taken(reply)
      answers(reply, 200)
      keep(stage, model, rules, { ...known, ...shared(model, wish) }, reply)
    },
    (model) => !model.merged && rulesOf(model, level).size > 0,
  )
}

/** Deletes the n-th rule. */
export function deleteRule(level: Level, n: number): ModelCommand<ApprovalModel> {
  return command(
    `delete ${level} rule ${n}`,
    async (model, stage) => {
      const rules = rulesOf(model, level)
      const known = pick(rules, n)
      if (known === undefined) return
      const params = { ...placeOf(stage, model, level), approval_rule_id: known.id }
      const reply = await stage.call(`DELETE ${paths[level]}/:approval_rule_id`, params)
      if (isLocked(model, level)) return answers(reply, 403)
      answers(reply, 204)
      rules.delete(known.id)
    },
    (model) => !model.merged && rulesOf(model, level).size > 0,
  )
}

function rulesOf(model: ApprovalModel, level: Level): Map<number, RuleRecord> {
  return level === 'project' ? model.projectRules : model.requestRules
}

function isLocked({ configuration }: ApprovalModel, level: Level): boolean {
  return level === 'request' && configuration.disable_overriding_approvers_per_merge_request
}

function namesSomebody({ groupId }: ApprovalModel, { users, group }: RuleWish): boolean {
  return users.length > 0 || (group && groupId !== undefined)
}

function nameTaken(rules: ReadonlyMap<number, RuleRecord>, name: string, but?: number): boolean {
  return [...rules.values()].some((rule) => rule.name === name && rule.type === 'regular' && rule.id !== but)
}

function taken(reply: Reply): void {
  says(reply, 400, { name: ['has already been taken'] })
}

function placeOf({ project }: Stage, { iid }: ApprovalModel, level: Level): Params {
  return level === 'project' ? { id: project.id } : { id: project.id, merge_request_iid: iid }
}

function paramsOf(stage: Stage, model: ApprovalModel, level: Level, wish: RuleWish): Params {
  return {
    ...placeOf(stage, model, level),
    name: wish.name,
    approvals_required: wish.required,
    user_ids: wish.users.map((who) => stage.user(who).id),
    group_ids: wish.group && model.groupId !== undefined ? [model.groupId] : [],
  }
}

function shared({ groupId }: ApprovalModel, { name, required, users, group }: RuleWish) {
  return { name, required, users, group: group && groupId !== undefined }
}

function keep(
  stage: Stage,
  model: ApprovalModel,
  rules: Map<number, RuleRecord>,
  rule: RuleRecord,
  reply: Reply,
): void {
  const row = reply.row()
  has(row, { name: rule.name, rule_type: rule.type, approvals_required: rule.required }, reply)
  const ids = (list: unknown) => (list as readonly { readonly id: number }[]).map(({ id }) => id).sort()
  const expected = rule.users.map((who) => stage.user(who).id).sort()
  has({ users: ids(row.users), groups: ids(row.groups) }, { users: expected, groups: groupsOf(model, rule) })
  rules.set(rule.id, rule)
}

function groupsOf({ groupId }: ApprovalModel, { group }: RuleRecord): number[] {
  return group && groupId !== undefined ? [groupId] : []
}
