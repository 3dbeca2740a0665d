import type { Row } from '../kit/json.ts'

/** The callers who take part in a session about approvals. The developer has written the merge request. */
export const approvers = ['owner', 'maintainer', 'developer', 'reporter', 'guest'] as const
export type Approver = (typeof approvers)[number]
const AUTHOR: Approver = 'developer'
/** Whoever commits to the source branch. */
export const COMMITTER: Approver = 'owner'
/** The members of the approver group, and of nothing that is above it beyond the project's own members. */
export const groupMembers: readonly Approver[] = ['owner', 'reporter']

/** An approval rule as the suite remembers it. */
export interface RuleRecord {
  readonly id: number
  readonly name: string
  readonly type: 'regular' | 'any_approver'
  readonly required: number
  readonly users: readonly Approver[]
  /** Whether it names the approver group. */
  readonly group: boolean
}

/** How the project is configured; the names are those of the wire. */
export interface Configuration {
  readonly approvals_before_merge: number
  readonly reset_approvals_on_push: boolean
  readonly selective_code_owner_removals: boolean
  readonly disable_overriding_approvers_per_merge_request: boolean
  readonly merge_requests_author_approval: boolean
  readonly merge_requests_disable_committers_approval: boolean
  readonly require_password_to_approve: boolean
}

export const freshConfiguration: Configuration = {
  approvals_before_merge: 0,
  reset_approvals_on_push: true,
  selective_code_owner_removals: false,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
}

/** What the suite believes of one merge request and the rules around it. */
export interface ApprovalModel {
  readonly iid: number
  /** The approver group; undefined where the target allows none. */
  readonly groupId: number | undefined
  configuration: Configuration
  /** Regular rules of the project. */
  readonly projectRules: Map<number, RuleRecord>
  readonly requestRules: Map<number, RuleRecord>
  /** Who has approved, in that order. */
  approvals: Approver[]
  merged: boolean
  pushes: number
}

export function isOverwritten({ configuration, requestRules }: ApprovalModel): boolean {
  return !configuration.disable_overriding_approvers_per_merge_request && requestRules.size > 0
}

/** The rules that hold: the merge request's own if it may have some and has, else the project's. */
export function rulesInForce(model: ApprovalModel): RuleRecord[] {
  if (isOverwritten(model)) return [...model.requestRules.values()]
  const { approvals_before_merge: required } = model.configuration
  const anybody: RuleRecord = {
    id: 0,
    name: 'All Members',
    type: 'any_approver',
    required,
    users: [],
    group: false,
  }
  // The number before a merge is asked for by a rule that takes anybody.
  return [...model.projectRules.values(), ...(required > 0 ? [anybody] : [])]
}

export function eligible({ users, group }: RuleRecord): Set<Approver> {
  return new Set([...users, ...(group ? groupMembers : [])])
}

/** Approvals that a rule still needs. */
export function left(model: ApprovalModel, rule: RuleRecord): number {
  const given =
    rule.type === 'any_approver'
      ? model.approvals.length
      : model.approvals.filter((who) => eligible(rule).has(who)).length
  return Math.max(0, rule.required - given)
}

/** True when a rule needs nothing more, or nobody is left who could approve (approvals#rule-without-approvers-left). */
export function isSatisfied(model: ApprovalModel, rule: RuleRecord): boolean {
  if (left(model, rule) === 0) return true
  if (rule.type === 'any_approver') return false
  return [...eligible(rule)].every((who) => model.approvals.includes(who) || isBarred(model, who))
}

export function isApproved(model: ApprovalModel): boolean {
  return rulesInForce(model).every((rule) => isSatisfied(model, rule))
}

/** The author and the committer, where the project does not let them approve. */
function isBarred({ configuration }: ApprovalModel, who: Approver): boolean {
  if (who === AUTHOR && !configuration.merge_requests_author_approval) return true
  return who === COMMITTER && configuration.merge_requests_disable_committers_approval
}

export interface Sums {
  readonly required: number
  readonly left: number
}

/**
 * What all rules require (approvals#approvals-required); what is still missing for rules together, or what any approver
 * has to add, whichever is more (approvals#approvals-left).
 */
export function sums(model: ApprovalModel): Sums {
  const rules = rulesInForce(model)
  const missing = (type: RuleRecord['type']) =>
    rules.filter((rule) => rule.type === type).reduce((sum, rule) => sum + left(model, rule), 0)
  return {
    required: rules.reduce((sum, { required }) => sum + required, 0),
    left: Math.max(missing('regular'), missing('any_approver')),
  }
}

/** What a caller is answered who approves without a password. */
export function approving(model: ApprovalModel, who: Approver): 201 | 401 | 403 {
  if (!mayApproveAtAll(model, who)) return 403
  return model.configuration.require_password_to_approve ? 401 : couldApprove(model, who) ? 201 : 401
}

/** True for those who may approve at all: from Developer on, and members of an approver group who can read it. */
export function mayApproveAtAll(model: ApprovalModel, who: Approver): boolean {
  if (who === 'guest') return false
  return who !== 'reporter' || rulesInForce(model).some(({ group }) => group && groupMembers.includes(who))
}

export function couldApprove(model: ApprovalModel, who: Approver): boolean {
  if (!mayApproveAtAll(model, who) || model.merged || model.approvals.includes(who)) return false
  return !isBarred(model, who)
}

/** The fields of the approval status that a caller must be shown. */
export function shownStatus(model: ApprovalModel, caller: Approver): Row {
  const { required, left: missing } = sums(model)
  return {
    iid: model.iid,
    approved: isApproved(model),
    approvals_required: required,
    approvals_left: missing,
    require_password_to_approve: model.configuration.require_password_to_approve,
    user_has_approved: model.approvals.includes(caller),
    user_can_approve: couldApprove(model, caller),
  }
}

/** The names of the rules that need more; one for anybody only if it needs more than the others together. */
export function rulesLeft(model: ApprovalModel): string[] {
  const rules = rulesInForce(model).filter((rule) => !isSatisfied(model, rule))
  const regular = rules.filter(({ type }) => type === 'regular')
  const needed = regular.reduce((sum, rule) => sum + left(model, rule), 0)
  const anybody = rules.filter((rule) => rule.type === 'any_approver' && left(model, rule) > needed)
  return [...regular.map(({ name }) => name), ...anybody.map(() => 'All Members')].sort()
}
