import fc, { type Arbitrary } from 'fast-check'
import { type ApprovalModel, approvers } from '../approvals.ts'
import type { ModelCommand } from '../commands/command.ts'
import { approve, unapprove } from './approve.ts'
import { configure } from './configure.ts'
import { merge } from './merge.ts'
import { push } from './push.ts'
import { readApprovals } from './read.ts'
import { addRule, changeRule, deleteRule } from './rules.ts'

/** The source branch of the merge request that the commands are about. */
export const approvalBranch = 'topic'

const nth = fc.nat({ max: 4 })
const who = fc.constantFrom(...approvers)
const level = fc.constantFrom('project' as const, 'request' as const)
const wish = fc.record({
  name: fc.constantFrom('Backend', 'Frontend', 'Security'),
  required: fc.nat({ max: 3 }),
  users: fc.subarray([...approvers]),
  group: fc.boolean(),
})
const configuration = fc.record(
  {
    approvals_before_merge: fc.nat({ max: 3 }),
    reset_approvals_on_push: fc.boolean(),
    selective_code_owner_removals: fc.boolean(),
    disable_overriding_approvers_per_merge_request: fc.boolean(),
    merge_requests_author_approval: fc.boolean(),
    merge_requests_disable_committers_approval: fc.boolean(),
    require_password_to_approve: fc.boolean(),
  },
  { requiredKeys: [] },
)

export const approvalCommands: readonly Arbitrary<ModelCommand<ApprovalModel>>[] = [
  who.map(approve),
  who.map(approve),
  who.map(unapprove),
  fc.tuple(level, wish).map(([on, rule]) => addRule(on, rule)),
  fc.tuple(level, nth, wish).map(([on, n, rule]) => changeRule(on, n, rule)),
  fc.tuple(level, nth).map(([on, n]) => deleteRule(on, n)),
  configuration.map(configure),
  fc.constant(approvalBranch).map(push),
  fc.constant(null).map(merge),
  fc
    .constantFrom('owner' as const, 'maintainer' as const, 'developer' as const, 'reporter' as const)
    .map(readApprovals),
]
