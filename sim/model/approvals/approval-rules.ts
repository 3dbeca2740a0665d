import type { Instant } from '../../time/calendar.ts'
import type { ApprovalRule, MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { recordRuleChanges } from './audited-rule.ts'
import { refuseInvalidRule, type ValidRuleValues } from './refuse-invalid-rule.ts'
import { nextRuleId, preconfiguredRuleId } from './rule-ids.ts'
import type { RuleOwner, RulePlace, RuleValues } from './rule-values.ts'

/** Adds a rule. Throws InvalidRow. */
export function addRule(world: World, owner: RuleOwner, values: RuleValues, now: Instant): ApprovalRule {
  return insertAudited(world, owner, refuseInvalidRule(world, owner, values), now)
}

/** Changes a rule. Throws InvalidRow. */
export function changeRule(
  world: World,
  owner: RuleOwner,
  rule: ApprovalRule,
  changes: Partial<RuleValues>,
  now: Instant,
): ApprovalRule {
  return store(world, rule, refuseInvalidRule(world, owner, { ...rule, ...changes }, rule), owner.by, now)
}

/** Removes a rule, and its copies in open merge requests. */
export function removeRule(world: World, rule: ApprovalRule, by: User, now: Instant): void {
  if (rule.mergeRequestId === null && takesAnybody(rule)) dropPreconfigured(world, rule.projectId)
  world.approvalRules.delete(rule.id)
  recordRuleChanges(world, { before: rule }, by, now)
  if (rule.mergeRequestId !== null) return
  for (const { id } of world.mergeRequests.by('byState', rule.projectId, 'opened').list())
    for (const copy of world.approvalRules.by('byMergeRequest', id).list())
      if (copy.sourceRuleId === rule.id) world.approvalRules.delete(copy.id)
}

// Once the any-approver rule is deleted, the project has none until one is created.
function dropPreconfigured(world: World, projectId: number): void {
  const { approvals } = world.projects.require(projectId)
  world.projects.update(projectId, { approvals: { ...approvals, withoutPreconfigured: true } })
}

/** True for a rule that names no approvers and counts every approval. */
const anybody = {
  name: 'All Members',
  ruleType: 'any_approver',
  reportType: null,
  sourceRuleId: null,
  approvalsRequired: 0,
  userIds: [],
  groupIds: [],
  protectedBranchIds: [],
  allProtectedBranches: false,
} as const satisfies RuleValues

/** The default any-approver rule, which requires no approval, where the project has no row for one. */
export function preconfiguredRule(world: World, project: Project): ApprovalRule | undefined {
  if (project.approvals.withoutPreconfigured) return undefined
  if (world.approvalRules.by('byProject', project.id).list().some(takesAnybody)) return undefined
  return {
    ...anybody,
    id: preconfiguredRuleId(project),
    projectId: project.id,
    mergeRequestId: null,
    section: null,
    createdAt: project.createdAt,
    updatedAt: project.createdAt,
  }
}

/**
 * Sets the number of approvals of a project's any-approver rule to `approvals_before_merge`. The service
 * does not check that number against the bounds of the rule.
 */
export function setAnyApproverRule(
  world: World,
  project: Project,
  approvalsRequired: number,
  by: User,
  now: Instant,
): void {
  const row = world.approvalRules.by('byProject', project.id).list().find(takesAnybody)
  const rule = row ?? preconfiguredRule(world, project)
  if (rule === undefined) insertAudited(world, { project, by }, { ...anybody, approvalsRequired }, now)
  else if (rule.approvalsRequired !== approvalsRequired)
    store(world, rule, { ...rule, approvalsRequired }, by, now)
}

/** Sets the number of approvals that one merge request requires. Throws InvalidRow for a number out of bounds. */
export function requireApprovals(
  world: World,
  owner: Required<RulePlace>,
  applicable: readonly ApprovalRule[],
  approvalsRequired: number | null,
  now: Instant,
): MergeRequest {
  const values = refuseInvalidRule(world, owner, { ...anybody, approvalsRequired }, ownAnybody(world, owner))
  return raiseApprovals(world, owner, applicable, values.approvalsRequired, now)
}

/**
 * Raises the number of approvals that a merge request requires from anybody, besides those of its rules. Fewer than
 * the project requires change nothing.
 */
export function raiseApprovals(
  world: World,
  owner: Required<RulePlace>,
  applicable: readonly ApprovalRule[],
  approvalsRequired: number,
  now: Instant,
): MergeRequest {
  const { project, mergeRequest } = owner
  // Rules of its own replace the project's, so that those come along as copies.
  for (const rule of applicable)
    if (rule.mergeRequestId === null && rule.ruleType !== 'report_approver')
      insertRule(world, owner, { ...rule, sourceRuleId: rule.id }, now)
  const any = ownAnybody(world, owner) ?? insertRule(world, owner, anybody, now)
  const wanted = Math.max(approvalsRequired, project.approvals.approvalsBeforeMerge)
  world.approvalRules.update(any.id, { approvalsRequired: wanted, updatedAt: now })
  return world.mergeRequests.update(mergeRequest.id, {
    approvalsBeforeMerge: approvalsRequired,
    updatedAt: now,
  })
}

function ownAnybody(world: World, { mergeRequest }: Required<RulePlace>): ApprovalRule | undefined {
  return world.approvalRules.by('byMergeRequest', mergeRequest.id).list().find(takesAnybody)
}

function takesAnybody({ ruleType }: ApprovalRule): boolean {
  return ruleType === 'any_approver'
}

function insertAudited(
  world: World,
  owner: RuleOwner,
  values: ValidRuleValues<RuleValues>,
  now: Instant,
): ApprovalRule {
  const rule = insertRule(world, owner, values, now)
  recordRuleChanges(world, { after: rule }, owner.by, now)
  return rule
}

function insertRule(
  world: World,
  owner: RulePlace,
  values: ValidRuleValues<RuleValues>,
  now: Instant,
): ApprovalRule {
  return world.approvalRules.insert({
    ...values,
    id: nextRuleId(world),
    projectId: owner.project.id,
    mergeRequestId: owner.mergeRequest?.id ?? null,
    section: null,
    createdAt: now,
    updatedAt: now,
  })
}

// A rule that is there before anybody makes one becomes a row by its first change.
function store(
  world: World,
  before: ApprovalRule,
  after: ApprovalRule,
  by: User,
  now: Instant,
): ApprovalRule {
  const isRow = world.approvalRules.get(before.id) !== undefined
  const changed = { ...after, updatedAt: now }
  if (isRow) world.approvalRules.put(changed)
  else world.approvalRules.insert({ ...changed, createdAt: now })
  recordRuleChanges(world, { ...(isRow && { before }), after: changed }, by, now)
  return changed
}
