import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import { forbidden, nounMissing } from '../../oracle/texts.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

export const groupMilestones = check({
  id: 'milestones/group-milestones',
  says: 'A group milestone is shown, updated and deleted by its id',
  source: 'milestones#group-milestones, milestones#web-url, conventions#web-urls',
  level: 'should',
  covers: ['GET', 'PUT', 'DELETE'].map((verb) => `${verb} /groups/:id/milestones/:milestone_id`),
  needs: { in: 'group' },
  holds: async ({ call, group }) => {
    const made = arranged(await call('POST /groups/:id/milestones', { id: group.id, title: 'Both' }))
    const one = { id: group.id, milestone_id: numberIn(made, 'id') }
    const path = '/groups/:id/milestones/:milestone_id'
    const read = await call(`GET ${path}`, one)
    has(read.row(), { title: 'Both', group_id: group.id, state: 'active' }, read)
    const address = `/groups/${group.path}/-/milestones/${numberIn(made, 'iid')}`
    holds(textIn(read.row(), 'web_url').endsWith(address), 'web_url leads to the milestone', address, read)
    const days = { start_date: '2030-01-01', due_date: '2030-02-01', description: 'All of it' }
    const closed = await call(`PUT ${path}`, { ...one, title: 'Done', ...days, state_event: 'close' })
    answers(closed, 200)
    has(closed.row(), { title: 'Done', ...days, state: 'closed' }, closed)
    answers(await call(`DELETE ${path}`, one), 204)
    answers(await call(`GET ${path}`, one), 404)
  },
})

const list = 'GET /groups/:id/milestones'

export const groupMilestoneParents = check({
  id: 'milestones/group-milestone-parents',
  says: '`include_parent_milestones` adds the milestones of the groups above a group, and nothing else does',
  source: 'milestones#group-milestone-parents',
  level: 'should',
  covers: [list],
  needs: { in: 'group' },
  holds: async ({ call, group }) => {
    const below = arranged(
      await call('POST /groups', { name: 'The below', path: 'below', parent_id: group.id }),
    )
    const id = numberIn(below, 'id')
    for (const [of, title] of [
      [group.id, 'above'],
      [id, 'own'],
    ] as const)
      expectArranged(await call('POST /groups/:id/milestones', { id: of, title }))
    // The group that all is created below may have milestones as well.
    const titles = async (params: object) => {
      const reply = await call(list, { id, ...params })
      const rows = reply.rows().filter(({ group_id }) => group_id === id || group_id === group.id)
      return rows.map(({ title }) => title ?? null)
    }
    equals('its own milestones', await titles({}), ['own'])
    equals('those above as well', await titles({ include_parent_milestones: true }), ['own', 'above'])
    equals('those of the group above', (await call(list, { id: group.id })).rows().length, 1)
  },
})

export const groupMilestoneRoles = check({
  id: 'milestones/group-milestone-roles',
  says: 'Guests of a group read its milestones and reporters write them, and a private group is missing for others',
  source: 'milestones#group-milestone-roles',
  level: 'should',
  covers: [list, 'POST /groups/:id/milestones'],
  needs: { in: 'group' },
  holds: async ({ call, group }) => {
    const { id } = group
    expectArranged(await call('PUT /groups/:id', { id, visibility: 'private' }))
    const create = 'POST /groups/:id/milestones'
    answers(await call(create, { id, title: 'refused' }, { as: 'guest' }), forbidden.status, forbidden.body)
    const made = await call(create, { id, title: 'made' }, { as: 'reporter' })
    answers(made, 201)
    answers(await call(list, { id }, { as: 'guest' }), 200, [made.row()])
    const missing = nounMissing('Group')
    answers(await call(list, { id }, { as: 'stranger' }), missing.status, missing.body)
    answers(await call(create, { id, title: 'x' }, { as: 'stranger' }), missing.status, missing.body)
  },
})

export const groupMilestonePriority = check({
  id: 'milestones/group-milestone-priority',
  says: 'The issues of a group milestone are sorted by label priority, those without a prioritised label last',
  source: 'milestones#group-milestones',
  level: 'should',
  covers: ['GET /groups/:id/milestones/:milestone_id/issues'],
  needs: { in: 'group' },
  holds: async ({ call, group, project: { id } }) => {
    const milestone_id = numberIn(
      arranged(await call('POST /groups/:id/milestones', { id: group.id, title: 'a' })),
      'id',
    )
    for (const [name, priority] of [
      ['low', 9],
      ['high', 1],
    ] as const)
      expectArranged(await call('POST /projects/:id/labels', { id, name, color: '#428bca', priority }))
    for (const labels of ['low', 'high', '', 'low,high'])
      expectArranged(
        await call('POST /projects/:id/issues', { id, title: `[${labels}]`, labels, milestone_id }),
      )
    const reply = await call('GET /groups/:id/milestones/:milestone_id/issues', {
      id: group.id,
      milestone_id,
    })
    const titles = reply.rows().map(({ title }) => title ?? null)
    equals('the issues', titles, ['[low,high]', '[high]', '[low]', '[]'], reply)
  },
})
