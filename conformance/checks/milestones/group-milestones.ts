import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const groupMilestones = check({
  id: 'milestones/group-milestones',
  says: 'A group milestone is shown, updated and deleted by its id',
  source: 'milestones#group-milestones',
  level: 'should',
  covers: ['GET', 'PUT', 'DELETE'].map((verb) => `${verb} /groups/:id/milestones/:milestone_id`),
  needs: { in: 'group' },
  holds: async ({ call, group }) => {
    const made = arranged(await call('POST /groups/:id/milestones', { id: group.id, title: 'Both' }))
    const one = { id: group.id, milestone_id: numberIn(made, 'id') }
    const path = '/groups/:id/milestones/:milestone_id'
    has((await call(`GET ${path}`, one)).row(), { title: 'Both', group_id: group.id, state: 'active' })
    const days = { start_date: '2030-01-01', due_date: '2030-02-01', description: 'All of it' }
    const closed = await call(`PUT ${path}`, { ...one, title: 'Done', ...days, state_event: 'close' })
    answers(closed, 200)
    has(closed.row(), { title: 'Done', ...days, state: 'closed' }, closed)
    answers(await call(`DELETE ${path}`, one), 204)
    answers(await call(`GET ${path}`, one), 404)
  },
})
