import { check } from '../../kit/check.ts'
import {
  actAtOnce,
  type Lanes,
  lanesOf,
  type Rows,
  sendBelow,
  twoAtOnce,
} from '../../oracle/histories/at-once.ts'

const MILESTONES = '/projects/:id/milestones'

const milestones: Rows = {
  operation: `PUT ${MILESTONES}/:milestone_id`,
  title: 'title',
  fresh: { description: 'Before', due_date: null },
  idOf: (row) => String(row.id),
  missing: [404],
  read: async ({ call, project: { id } }) => {
    const reply = await call(`GET ${MILESTONES}`, { id, per_page: 100 })
    return reply
      .rows()
      .map(({ id: of, title = null, description = null, due_date = null }) => [
        String(of),
        { title, description, due_date },
      ])
  },
  send: (stage, made, as) =>
    sendBelow(stage, made, { list: MILESTONES, id: 'milestone_id', params: { id: stage.project.id }, as }),
}

export const atOnce = check<Lanes>({
  id: 'milestones/concurrent-calls',
  says: 'Of milestones that several callers create, update and delete at once, no change is lost and none that is deleted comes back',
  source: 'conventions#concurrent-calls, milestones#update, milestones#delete',
  level: 'should',
  covers: [`POST ${MILESTONES}`, `PUT ${MILESTONES}/:milestone_id`, `DELETE ${MILESTONES}/:milestone_id`],
  needs: { writes: true },
  hardy: true,
  races: true,
  share: 0.3,
  over: () => lanesOf([{ description: 'Other' }, { due_date: '2030-01-01' }]),
  examples: [
    twoAtOnce(
      { does: 'update', nth: 0, change: { description: 'Other' } },
      { does: 'update', nth: 0, change: { due_date: '2030-01-01' } },
    ),
    twoAtOnce({ does: 'update', nth: 0, change: { description: 'Other' } }, { does: 'delete', nth: 0 }),
  ],
  holds: (stage, lanes) => actAtOnce(stage, lanes, milestones),
})
