import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const path = '/projects/1/merge_requests/40'
const row = () => here.sim.world.mergeRequests.find('byIid', 1, 40)?.id ?? 0

// Alice to mallory and frank. Mallory is not a member of the project and frank is blocked, so their approvals can only
// be older ones.
const people = [2, 3, 4, 5, 6, 7, 8]
const stranger = 7
const blocked = 8
const groups = [
  { id: 901, members: [2, 3, 8] },
  { id: 902, members: [3, 4, 7] },
]

const ruleType = fc.constantFrom('regular', 'regular', 'code_owner', 'report_approver')
const drawnRule = fc.record({
  ruleType,
  approvalsRequired: fc.nat({ max: 4 }),
  userIds: fc.subarray(people),
  groupIds: fc.subarray(groups.map(({ id }) => id)),
})
type Drawn = typeof drawnRule extends fc.Arbitrary<infer Rule> ? Rule : never

/** Who counts for a rule: named or in a group of it, with an active account; code owners only as members. */
function eligible({ ruleType, userIds, groupIds }: Drawn): Set<number> {
  const members = groups.filter(({ id }) => groupIds.includes(id)).flatMap((group) => group.members)
  const counts = (id: number) => id !== blocked && !(ruleType === 'code_owner' && id === stranger)
  return new Set([...userIds, ...members].filter(counts))
}

/** What a rule asks for: code owners only where there are any and the branch wants them. */
function required(rule: Drawn, ownersAsked: boolean): number {
  if (rule.ruleType !== 'code_owner') return rule.approvalsRequired
  return ownersAsked && eligible(rule).size > 0 ? rule.approvalsRequired : 0
}

/** Nobody is left who could approve: the author may not (the demo world leaves it so). */
function isExhausted(rule: Drawn, approvals: readonly number[]): boolean {
  const author = here.sim.world.mergeRequests.require(row()).authorId
  return [...eligible(rule)].every((id) => id === author || approvals.includes(id))
}

function settle(rules: readonly Drawn[], anybody: number | null, approvals: readonly number[]): void {
  const { world } = here.sim
  for (const rule of world.approvalRules.by('byProject', 1).list()) world.approvalRules.delete(rule.id)
  for (const rule of world.approvalRules.by('byMergeRequest', row()).list())
    world.approvalRules.delete(rule.id)
  for (const approval of world.approvals.by('byMergeRequest', row()).list())
    world.approvals.delete(approval.id)
  for (const { id, members } of groups) {
    world.groups.put({ ...world.groups.require(2), id, path: `g${id}`, fullPath: `g${id}` })
    members.forEach((userId, i) => {
      world.members.put({
        ...world.members.require(1),
        id: id * 10 + i,
        sourceId: id,
        source: 'group',
        userId,
      })
    })
  }
  const common = {
    projectId: 1,
    mergeRequestId: null,
    sourceRuleId: null,
    reportType: null,
    section: null,
    protectedBranchIds: [],
    allProtectedBranches: false,
    createdAt: 0,
    updatedAt: 0,
  }
  rules.forEach((rule, i) => {
    // Code owners are found for each merge request, the other rules belong to the project.
    const mergeRequestId = rule.ruleType === 'code_owner' ? row() : null
    world.approvalRules.insert({ ...common, ...rule, mergeRequestId, id: 800 + i, name: `Rule ${i}` })
  })
  if (anybody !== null)
    world.approvalRules.insert({
      ...common,
      id: 899,
      name: 'All Members',
      ruleType: 'any_approver',
      approvalsRequired: anybody,
      userIds: [],
      groupIds: [],
    })
  approvals.forEach((userId, i) => {
    world.approvals.insert({ id: 800 + i, mergeRequestId: row(), userId, createdAt: i })
  })
}

test('approvals add up for any rules, people, groups and approvals', () => {
  fc.assert(
    fc.property(
      fc.array(drawnRule, { maxLength: 4 }),
      fc.option(fc.nat({ max: 6 })),
      fc.shuffledSubarray(people),
      fc.boolean(),
      (rules, anybody, approvals, ownersAsked) => {
        settle(rules, anybody, approvals)
        const [main] = here.sim.world.protectedBranches.by('byProject', 1, 'main').list()
        here.sim.world.protectedBranches.update(main?.id ?? 0, { codeOwnerApproval: ownersAsked })
        const left = (rule: Drawn) =>
          Math.max(0, required(rule, ownersAsked) - approvals.filter((id) => eligible(rule).has(id)).length)
        const satisfied = (rule: Drawn) => left(rule) === 0 || isExhausted(rule, approvals)
        const leftForRules = rules.reduce((sum, rule) => sum + left(rule), 0)
        const unsatisfied = rules.filter((rule) => !satisfied(rule))
        const neededByRules = unsatisfied.reduce((sum, rule) => sum + left(rule), 0)
        const leftForAnybody = Math.max(0, (anybody ?? 0) - approvals.length)
        const status = here.as('alice').get(`${path}/approvals`).json
        expect(status).toMatchObject({
          approvals_required: rules.reduce((sum, rule) => sum + required(rule, ownersAsked), anybody ?? 0),
          approvals_left: Math.max(leftForRules, leftForAnybody),
          approved: unsatisfied.length === 0 && leftForAnybody === 0,
          has_approval_rules: anybody !== null || rules.some((rule) => rule.ruleType === 'regular'),
        })
        expect(status.approved_by.map((it: { user: { id: number } }) => it.user.id)).toEqual(approvals)
        const regular = unsatisfied.map((rule) => `Rule ${rules.indexOf(rule)}`)
        const named = leftForAnybody > neededByRules ? ['All Members', ...regular] : regular
        const shown = status.approval_rules_left.map(({ name }: { name: string }) => name)
        expect(shown.sort()).toEqual(named.sort())
        const state = here.as('alice').get(`${path}/approval_state`).json.rules
        for (const [i, rule] of rules.entries()) {
          const told = state.find((it: { name: string }) => it.name === `Rule ${i}`)
          const ids = (users: { id: number }[]) => users.map(({ id }) => id).sort()
          expect(ids(told.eligible_approvers)).toEqual([...eligible(rule)].sort())
          expect(ids(told.approved_by)).toEqual(approvals.filter((id) => eligible(rule).has(id)).sort())
          expect(told).toMatchObject({
            approved: satisfied(rule),
            code_owner: rule.ruleType === 'code_owner',
            approvals_required: required(rule, ownersAsked),
          })
        }
      },
    ),
    { numRuns: 150 },
  )
})
