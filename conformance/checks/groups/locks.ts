import { anotherGroup } from '../../arrange/groups.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const membershipLock = check({
  id: 'groups/membership-lock',
  says: 'A project of a group that locks its members takes none of its own, and groups that are created below have the lock as well',
  source: 'groups#membership-lock',
  level: 'should',
  covers: ['PUT /groups/:id', 'POST /projects/:id/members', 'POST /groups'],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group, user } = stage
    const path = `${stage.prefix}-locked`
    const made = arranged(await call('POST /groups', { name: path, path, parent_id: group.id }))
    const id = numberIn(made, 'id')
    arranged(await call('PUT /groups/:id', { id, membership_lock: true }))
    const inner = { name: 'below', path: 'below', parent_id: id }
    const below = arranged(await call('POST /groups', inner))
    const shown = await call('GET /groups/:id', { id: numberIn(below, 'id') })
    equals('the lock below', shown.row().membership_lock ?? null, true, shown)
    const project = arranged(await call('POST /projects', { name: 'inside', namespace_id: id }))
    const member = { id: numberIn(project, 'id'), user_id: user('guest').id, access_level: 30 }
    answers(await call('POST /projects/:id/members', member), 405)
    arranged(await call('PUT /groups/:id', { id, membership_lock: false }))
    answers(await call('POST /projects/:id/members', member), 201)
  },
})

export const forkingLock = check({
  id: 'groups/forking-lock',
  says: 'Projects of a topmost group that prevents forking outside are forked into its hierarchy and nowhere else',
  source: 'groups#forking-lock',
  level: 'should',
  covers: ['PUT /groups/:id', 'POST /projects/:id/fork'],
  needs: { in: 'group', tier: 'premium', plainOwner: true },
  holds: async (stage) => {
    const { call, group, parent } = stage
    if (parent !== undefined) return stage.skip('no topmost group is created below another one')
    const id = numberIn(await anotherGroup(stage, 'locked'), 'id')
    const project = numberIn(
      arranged(await call('POST /projects', { name: 'inside', namespace_id: id })),
      'id',
    )
    const inner = { name: 'below', path: 'below', parent_id: id }
    const below = numberIn(arranged(await call('POST /groups', inner)), 'id')
    const fork = (namespace_id: number, name: string) =>
      call('POST /projects/:id/fork', { id: project, namespace_id, name, path: name })
    arranged(await call('PUT /groups/:id', { id, prevent_forking_outside_group: true }))
    says(await fork(Number(group.id), 'outside'), 404, '404 Target Namespace Not Found')
    answers(await fork(below, 'fork-inside'), 201)
    arranged(await call('PUT /groups/:id', { id, prevent_forking_outside_group: false }))
    answers(await fork(Number(group.id), 'outside'), 201)
  },
})
