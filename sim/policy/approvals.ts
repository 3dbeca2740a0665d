import { largest } from '../lib/lists.ts'
import { switchOfProject } from '../model/approvals/approval-settings.ts'
import { accessLevels } from '../model/members/access-level.ts'
import type { Member } from '../model/members/member.ts'
import type { Approval, ApprovalRule, MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { BranchProtection } from '../model/protected-tags/protected-ref.ts'
import { protectionsCovering } from '../model/protected-tags/protections.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { reads } from '../store/reads.ts'
import type { Instant } from '../time/calendar.ts'
import { isExcluded } from './excluded-approvers.ts'
import { hasEnded, projectLevel } from './roles.ts'
import { licensed } from './tier.ts'

/** Where a merge request stands with one rule. */
export interface RuleState {
  readonly rule: ApprovalRule
  readonly eligible: readonly User[]
  readonly approvedBy: readonly User[]
  /** Approvals that it asks for here. */
  readonly required: number
  /** Approvals still needed. */
  readonly left: number
  /** True when nothing is needed any more, or nobody is left who could add it. */
  readonly approved: boolean
}

/** Who has approved, oldest first. */
export function approvalsOf(world: World, mergeRequest: MergeRequest): Approval[] {
  return world.approvals.by('byMergeRequest', mergeRequest.id).list()
}

/** Users who count for a rule: those named and the members of its groups, with active accounts, each once. */
export function eligibleApprovers(world: World, rule: ApprovalRule, now: Instant): User[] {
  return [...eachApprover(world, rule, now)]
}

/** The same one by one; where a user is told, that one or nobody. */
function* eachApprover(world: World, rule: ApprovalRule, now: Instant, userId?: number): Generator<User> {
  const ids = new Set<number>()
  for (const id of idsInRule(world, rule, now, userId)) {
    if (ids.has(id)) continue
    ids.add(id)
    const user = world.users.get(id)
    if (user?.state === 'active' && countsFor(world, rule, user, now)) yield user
  }
}

function* idsInRule(world: World, rule: ApprovalRule, now: Instant, userId?: number): Generator<number> {
  yield* userId === undefined ? rule.userIds : rule.userIds.filter((id) => id === userId)
  for (const groupId of rule.groupIds)
    for (const member of approversInGroup(world, groupId, now, userId)) yield member.userId
}

/**
 * The members of a group who count as approvers: its own, not those of groups above it. Where a user is told, that one
 * or nobody.
 */
export function* approversInGroup(
  { members }: World,
  groupId: number,
  now: Instant,
  userId?: number,
): Generator<Member> {
  const all = members.by('bySource', 'group', groupId, ...(userId === undefined ? [] : [userId]))
  for (const member of all.ascending())
    if (member.accessLevel >= accessLevels.guest && !hasEnded(member, now)) yield member
}

// Anybody may be written into a file of code owners; only members of the project count.
function countsFor(world: World, { ruleType, projectId }: ApprovalRule, user: User, now: Instant): boolean {
  if (ruleType !== 'code_owner') return true
  return projectLevel(world, user, world.projects.require(projectId), now) > accessLevels.none
}

/**
 * The rules that hold for a merge request: its own where it has some and the project lets it, else the project's for its
 * target branch; code owner and report rules always (approvals#state-rules).
 */
export function applicableRules(world: World, mergeRequest: MergeRequest): readonly ApprovalRule[] {
  if (!licensed(world, 'premium')) return []
  const own = world.approvalRules.by('byMergeRequest', mergeRequest.id).list()
  const rules = rulesForBranch(world, mergeRequest)
  // So it is with most of those that a list shows.
  if (own.length === 0 && rules.every(userDefined)) return rules
  const overwritten = replaceProjectRules(world, mergeRequest, own)
  const found: ApprovalRule[] = []
  for (const rule of overwritten ? own : rules) if (userDefined(rule)) found.push(rule)
  for (const rule of own) if (!userDefined(rule)) found.push(rule)
  for (const rule of rules) if (!userDefined(rule)) found.push(rule)
  return found
}

/** The rules of a project that hold for what is merged into a branch. */
export function rulesForBranch(world: World, into: Targeted): readonly ApprovalRule[] {
  // It follows from these, whether they are looked at or not.
  reads.by?.run('approvalRules', 'byProject', [into.projectId])
  reads.by?.run('protectedBranches', 'byProject', [into.projectId])
  const rules = world.approvalRules.moment
  const protections = world.protectedBranches.moment
  if (rules === undefined || protections === undefined) return coveringLately(world, into)
  let known = rulesKnown.get(rules)
  if (known?.protections !== protections) {
    known = { protections, byPlace: new Map() }
    rulesKnown.set(rules, known)
  }
  const { projectId, targetBranch } = into
  let ofProject = known.byPlace.get(projectId)
  if (ofProject === undefined || ofProject.size >= MOST_BRANCHES) {
    ofProject = new Map()
    known.byPlace.set(projectId, ofProject)
  }
  let found = ofProject.get(targetBranch)
  if (found === undefined) {
    found = covering(world, into)
    ofProject.set(targetBranch, found)
  }
  return found
}

// A merge request that is written asks for its rules more than once, while nothing else is.
function coveringLately(world: World, into: Targeted): readonly ApprovalRule[] {
  const { changes } = world
  const { projectId, targetBranch } = into
  if (
    lately?.changes !== changes ||
    lately.writes !== changes.writes ||
    lately.projectId !== projectId ||
    lately.targetBranch !== targetBranch
  )
    lately = { changes, writes: changes.writes, projectId, targetBranch, found: covering(world, into) }
  return lately.found
}

interface Lately extends Targeted {
  /** As long as these are the same, so are all rows. */
  readonly changes: object
  readonly writes: number
  readonly found: readonly ApprovalRule[]
}
let lately: Lately | undefined

function covering(world: World, into: Targeted): readonly ApprovalRule[] {
  const { projectId, targetBranch } = into
  const protections = world.protectedBranches.by('byProject', projectId).list()
  return world.approvalRules
    .by('byProject', projectId)
    .list()
    .filter((rule) => covers(rule, protections, targetBranch))
}

/** The rules that hold for branches, by project, while no protection of a branch is written. */
interface RulesKnown {
  readonly protections: object
  readonly byPlace: Map<number, Map<string, readonly ApprovalRule[]>>
}

/** Branches of a project of which rules are remembered. */
const MOST_BRANCHES = 1000
// Lists ask for them for each row. By the moment of the rules.
const rulesKnown = new WeakMap<object, RulesKnown>()

type Targeted = Pick<MergeRequest, 'projectId' | 'targetBranch'>

/** True when rules of its own replace the project's. */
export function rulesOverwritten(world: World, mergeRequest: MergeRequest): boolean {
  const own = world.approvalRules.by('byMergeRequest', mergeRequest.id).list()
  return replaceProjectRules(world, mergeRequest, own)
}

function replaceProjectRules(
  world: World,
  { projectId }: MergeRequest,
  own: readonly ApprovalRule[],
): boolean {
  if (!own.some(userDefined)) return false
  return switchOfProject(world, world.projects.require(projectId), 'overriding').value
}

export function userDefined(rule: ApprovalRule): boolean {
  return rule.ruleType === 'regular' || rule.ruleType === 'any_approver'
}

/** True when a rule holds for whatever branch is merged into. */
export function holdsForAllBranches({ allProtectedBranches, protectedBranchIds }: ApprovalRule): boolean {
  return !allProtectedBranches && protectedBranchIds.length === 0
}

function covers(rule: ApprovalRule, all: readonly BranchProtection[], targetBranch: string): boolean {
  if (holdsForAllBranches(rule)) return true
  if (rule.allProtectedBranches) return protectionsCovering(all, targetBranch).length > 0
  // A rule whose last branch lost its protection is bound to nothing any more.
  const bound = all.filter(({ id }) => rule.protectedBranchIds.includes(id))
  return bound.length === 0 || protectionsCovering(bound, targetBranch).length > 0
}

/** Where a merge request stands with each rule that holds for it. */
export function ruleStates(world: World, mergeRequest: MergeRequest, now: Instant): RuleState[] {
  const approvers = approversOf(world, mergeRequest)
  return applicableRules(world, mergeRequest).map((rule) =>
    stateOf(rule, { world, mergeRequest, approvers, now }),
  )
}

/** What the state of a rule follows from. */
interface Approved {
  readonly world: World
  readonly mergeRequest: MergeRequest
  readonly approvers: readonly User[]
  readonly now: Instant
}

function approversOf(world: World, mergeRequest: MergeRequest): User[] {
  return approvalsOf(world, mergeRequest).map(({ userId }) => world.users.require(userId))
}

function stateOf(rule: ApprovalRule, { world, mergeRequest, approvers, now }: Approved): RuleState {
  const eligible = eligibleApprovers(world, rule, now)
  const counted =
    rule.ruleType === 'any_approver'
      ? approvers
      : approvers.filter((user) => eligible.some(({ id }) => id === user.id))
  const required = requiredBy(world, mergeRequest, rule, () => eligible.length > 0)
  const left = Math.max(0, required - counted.length)
  const approved = left === 0 || isExhausted(world, mergeRequest, rule, eligible, approvers)
  return { rule, eligible, approvedBy: counted, required, left, approved }
}

// A rule with nobody left who could approve holds up nothing (approvals#rule-without-approvers-left).
function isExhausted(
  world: World,
  mergeRequest: MergeRequest,
  { ruleType }: ApprovalRule,
  eligible: Iterable<User>,
  approvers: readonly User[],
): boolean {
  if (ruleType === 'any_approver') return false
  for (const user of eligible)
    if (!approvers.some(({ id }) => id === user.id) && !isExcluded(world, mergeRequest, user)) return false
  return true
}

/** True when every rule that holds for a merge request is satisfied. */
export function isApproved(world: World, mergeRequest: MergeRequest, now: Instant): boolean {
  const asking = applicableRules(world, mergeRequest).filter((rule) => rule.approvalsRequired > 0)
  if (asking.length === 0) return true
  const approved: Approved = { world, mergeRequest, approvers: approversOf(world, mergeRequest), now }
  return asking.every((rule) => isSatisfied(rule, approved))
}

// Lists ask this of every row, and a group may have thousands of members: no more of them are looked at than decide it.
function isSatisfied(rule: ApprovalRule, { world, mergeRequest, approvers, now }: Approved): boolean {
  if (rule.ruleType === 'any_approver') return approvers.length >= rule.approvalsRequired
  const isEligible = (userId?: number) => !eachApprover(world, rule, now, userId).next().done
  const counted = approvers.filter(({ id }) => isEligible(id))
  if (counted.length >= requiredBy(world, mergeRequest, rule, () => isEligible())) return true
  return isExhausted(world, mergeRequest, rule, eachApprover(world, rule, now), approvers)
}

// Code owners are asked only for branches whose protection says so, and where there are any.
function requiredBy(
  world: World,
  { projectId, targetBranch }: MergeRequest,
  { ruleType, approvalsRequired }: ApprovalRule,
  isAnybodyEligible: () => boolean,
): number {
  if (ruleType !== 'code_owner') return approvalsRequired
  const protections = protectionsCovering(
    world.protectedBranches.by('byProject', projectId).list(),
    targetBranch,
  )
  const asked = protections.some(({ codeOwnerApproval }) => codeOwnerApproval) && isAnybodyEligible()
  return asked ? approvalsRequired : 0
}

/** Approvals still needed: what the rules need together, or what any approver has to add, whichever is more. */
export function approvalsLeft(states: readonly RuleState[]): number {
  const anybody = ({ rule }: RuleState) => rule.ruleType === 'any_approver'
  const rest = states.filter((state) => !anybody(state)).reduce((sum, { left }) => sum + left, 0)
  return largest(
    states.filter(anybody).map(({ left }) => left),
    rest,
  )
}

/** Approvals that all rules together ask for (approvals#approvals-required). */
export function approvalsRequired(states: readonly RuleState[]): number {
  return states.reduce((sum, { required }) => sum + required, 0)
}
