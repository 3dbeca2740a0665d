import { check } from '../../check.ts'
import { answers, equals } from '../../expect.ts'
import { expectArranged } from '../../stage.ts'

const read = 'GET /projects/:id/approvals'
const write = 'POST /projects/:id/approvals'

export const configurationKept = check({
  id: 'approvals/configuration-kept',
  says: 'What is configured is answered and read again, and the rest stays as it was',
  source: 'specification 1, Merge request approvals; dossier 1, 10.2',
  level: 'must',
  covers: [read, write],
  needs: { tier: 'premium' },
  each: () => [
    { approvals_before_merge: 2 },
    { reset_approvals_on_push: false },
    { merge_requests_author_approval: true },
    { merge_requests_disable_committers_approval: true },
    { disable_overriding_approvers_per_merge_request: true },
  ],
  holds: async ({ call, project }, change) => {
    const { id } = project
    const before = await call(read, { id }, { as: 'owner' })
    const expected = { ...before.row(), ...change }
    const reply = await call(write, { id, ...change }, { as: 'owner' })
    answers(reply, 201, expected)
    answers(await call(read, { id }, { as: 'owner' }), 200, expected)
  },
})

export const selectiveRemovals = check({
  id: 'approvals/selective-removals',
  says: 'Code owners are removed selectively only while a push resets no approvals',
  source: 'specification 1, Merge request approvals; dossier 1, 10.2',
  level: 'must',
  covers: [write],
  needs: { tier: 'premium' },
  holds: async ({ call, project }) => {
    const { id } = project
    const reset = { id, reset_approvals_on_push: true, selective_code_owner_removals: false }
    expectArranged(await call(write, reset, { as: 'owner' }))
    const reply = await call(write, { id, selective_code_owner_removals: true }, { as: 'owner' })
    equals('the status', reply.status, 400, reply)
  },
})
