import type { Instant } from '../time/calendar.ts'
import { recordRuleChanges } from './audited-rule.ts'
import { type Errors, InvalidRow } from './invalid-row.ts'
import type { ApprovalRule, MergeRequest } from './merge-request.ts'
import type { Project } from './project.ts'
import type { User } from './user.ts'
import { nextId, type World } from './world.ts'

/** What a caller says of a rule; approvers are resolved already. */
export type RuleValues = Pick<
  ApprovalRule,
  | 'ruleType'
  | 'reportType'
  | 'sourceRuleId'
  | 'userIds'
  | 'groupIds'
  | 'protectedBranchIds'
  | 'allProtectedBranches'
> & {
  readonly name: string | null
  readonly approvalsRequired: number | null
}

/** Whose rule it is: the project's, or that of one of its merge requests; and who acts. */
export interface RuleOwner {
  readonly by: User
  readonly project: Project
  readonly mergeRequest?: MergeRequest
}

/** A rule that names nobody and takes anybody's approval. */
const anybody: RuleValues = {
  name: 'All Members',
  ruleType: 'any_approver',
  reportType: null,
  sourceRuleId: null,
  approvalsRequired: 0,
  userIds: [],
  groupIds: [],
  protectedBranchIds: [],
  allProtectedBranches: false,
}

/** Ids that no row is given, for the rules that projects have before anybody makes one. */
const PRECONFIGURED = 1_000_000_000

/** Adds a rule. Throws InvalidRow. */
export function addRule(world: World, owner: RuleOwner, values: RuleValues, now: Instant): ApprovalRule {
  const { name, approvalsRequired } = refuseFaulty(world, owner, values)
  const rule = world.approvalRules.insert({
    ...values,
    id: nextId(world, 'approvalRules'),
    projectId: owner.project.id,
    mergeRequestId: owner.mergeRequest?.id ?? null,
    section: null,
    name,
    approvalsRequired,
    createdAt: now,
    updatedAt: now,
  })
  recordRuleChanges(world, { after: rule }, owner.by, now)
  return rule
}

/** Changes a rule. The one that is there before anybody makes one becomes a row by it. Throws InvalidRow. */
export function changeRule(
  world: World,
  owner: RuleOwner,
  rule: ApprovalRule,
  changes: Partial<RuleValues>,
  now: Instant,
): ApprovalRule {
  const changed = refuseFaulty(world, owner, { ...rule, ...changes }, rule)
  if (world.approvalRules.get(rule.id) === undefined) world.approvalRules.insert(rule)
  const after = world.approvalRules.update(rule.id, { ...changed, updatedAt: now })
  recordRuleChanges(world, { before: rule, after }, owner.by, now)
  return after
}

/** Takes a rule away, and its copies in open merge requests with it. */
export function removeRule(world: World, rule: ApprovalRule, by: User, now: Instant): void {
  if (world.approvalRules.get(rule.id) === undefined) return
  world.approvalRules.delete(rule.id)
  recordRuleChanges(world, { before: rule }, by, now)
  if (rule.mergeRequestId !== null) return
  for (const { id } of world.mergeRequests.by('byState', rule.projectId, 'opened').list())
    for (const copy of world.approvalRules.by('byMergeRequest', id).list())
      if (copy.sourceRuleId === rule.id) world.approvalRules.delete(copy.id)
}

/** Asks for a number of approvals on one merge request, whoever gives them, besides what rules ask for already. */
export function requireApprovals(
  world: World,
  owner: Required<RuleOwner>,
  applicable: readonly ApprovalRule[],
  approvalsRequired: number | null,
  now: Instant,
): MergeRequest {
  const { mergeRequest } = owner
  const values: RuleValues = { ...anybody, approvalsRequired }
  let any = world.approvalRules.by('byMergeRequest', mergeRequest.id).list().find(takesAnybody)
  refuseFaulty(world, owner, values, any)
  // Rules of its own replace the project's, so that those come along as copies.
  for (const rule of applicable) {
    if (rule.mergeRequestId !== null || rule.ruleType === 'report_approver') continue
    const copy = addRule(world, owner, { ...rule, sourceRuleId: rule.id }, now)
    if (takesAnybody(copy)) any = copy
  }
  if (any === undefined) addRule(world, owner, values, now)
  else changeRule(world, owner, any, { approvalsRequired }, now)
  return world.mergeRequests.update(mergeRequest.id, {
    approvalsBeforeMerge: approvalsRequired,
    updatedAt: now,
  })
}

function takesAnybody({ ruleType }: ApprovalRule): boolean {
  return ruleType === 'any_approver'
}

/** The rule that takes anybody's approval and asks for none, where the project has no such row. */
export function preconfiguredRule(world: World, project: Project): ApprovalRule | undefined {
  if (world.approvalRules.by('byProject', project.id).list().some(takesAnybody)) return undefined
  return {
    ...anybody,
    name: 'All Members',
    approvalsRequired: 0,
    id: PRECONFIGURED + project.id,
    projectId: project.id,
    mergeRequestId: null,
    section: null,
    createdAt: project.createdAt,
    updatedAt: project.createdAt,
  }
}

const LONGEST_NAME = 255
const MOST_APPROVALS = 100
const reserved = { license_scanning: 'License-Check', code_coverage: 'Coverage-Check' } as const

type Sound<Values> = Values & { readonly name: string; readonly approvalsRequired: number }

function refuseFaulty<Values extends RuleValues>(
  world: World,
  owner: RuleOwner,
  values: Values,
  self?: ApprovalRule,
): Sound<Values> {
  const others = siblings(world, owner).filter(({ id }) => id !== self?.id)
  const errors: Errors = {
    ...nameFaults(values, others),
    ...numberFaults(values.approvalsRequired),
    ...typeFaults(values, others, owner),
    ...reportFaults(values),
  }
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  return values as Sound<Values>
}

function siblings(world: World, { project, mergeRequest }: RuleOwner): ApprovalRule[] {
  return mergeRequest === undefined
    ? world.approvalRules.by('byProject', project.id).list()
    : world.approvalRules.by('byMergeRequest', mergeRequest.id).list()
}

function nameFaults({ name, ruleType, reportType }: RuleValues, others: readonly ApprovalRule[]): Errors {
  if (name === null || name.trim() === '') return { name: ["can't be blank"] }
  if (name.length > LONGEST_NAME) return { name: [`is too long (maximum is ${LONGEST_NAME} characters)`] }
  for (const [type, itsName] of Object.entries(reserved))
    if (name === itsName && reportType !== type)
      return { name: [`${name} is reserved for ${type} report type`] }
  const taken = others.some((rule) => rule.name === name && rule.ruleType === ruleType)
  // The second rule that takes anybody is refused for what it is.
  return taken && ruleType !== 'any_approver' ? { name: ['has already been taken'] } : {}
}

function numberFaults(approvals: number | null): Errors {
  if (approvals === null) return { approvals_required: ['is not a number'] }
  if (approvals < 0) return { approvals_required: ['must be greater than or equal to 0'] }
  if (approvals > MOST_APPROVALS)
    return { approvals_required: [`must be less than or equal to ${MOST_APPROVALS}`] }
  return {}
}

function typeFaults(
  { ruleType }: RuleValues,
  others: readonly ApprovalRule[],
  { mergeRequest }: RuleOwner,
): Errors {
  if (ruleType !== 'any_approver' || !others.some(takesAnybody)) return {}
  const place = mergeRequest === undefined ? 'project' : 'merge request'
  return { rule_type: [`any-approver for the ${place} already exists`] }
}

function reportFaults({ name, ruleType, reportType }: RuleValues): Errors {
  if (ruleType !== 'report_approver') return {}
  if (reportType === null) return { report_type: ["can't be blank"] }
  const only = reserved[reportType]
  return name === only ? {} : { report_type: [`${reportType} only supports ${only} name`] }
}
