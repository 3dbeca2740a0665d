import { anotherGroup } from '../../arrange/groups.ts'
import { check } from '../../kit/check.ts'
import { answers, numberIn } from '../../kit/expect.ts'
import { expectArranged } from '../../run/stage.ts'

const reading: readonly (readonly [string, { readonly [param: string]: string }])[] = [
  ['GET /groups/:id', {}],
  ['GET /groups/:id/search', { scope: 'projects', search: 'any' }],
  ['GET /groups/:id/milestones', {}],
  ['GET /groups/:id/merge_requests', {}],
  ['GET /groups/:id/packages', {}],
  ['GET /groups/:id/audit_events', {}],
  ['GET /groups/:id/runners', {}],
]

export const pathsThatBeginAlike = check({
  id: 'groups/paths-that-begin-alike',
  says: 'A member of a group sees nothing of a private group whose path is the beginning of that of the first',
  source: 'conventions#visibility',
  level: 'must',
  covers: reading.map(([operation]) => operation),
  needs: { project: 'none' },
  holds: async (stage) => {
    const { call } = stage
    const user_id = stage.user('stranger').id
    const closed = await anotherGroup(stage, 'twin', { visibility: 'private' })
    const other = await anotherGroup(stage, 'twin-two', { visibility: 'private' })
    const id = numberIn(other, 'id')
    expectArranged(await call('POST /groups/:id/members', { id, user_id, access_level: 50 }))
    answers(await call('GET /groups/:id', { id }, { as: 'stranger' }), 200)
    for (const [operation, params] of reading) {
      const reply = await call(operation, { ...params, id: numberIn(closed, 'id') }, { as: 'stranger' })
      answers(reply, [403, 404])
    }
  },
})
