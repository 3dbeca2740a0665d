import { check } from '../../kit/check.ts'
import {
  actAtOnce,
  type Lanes,
  lanesOf,
  type Rows,
  sendBelow,
  twoAtOnce,
} from '../../oracle/histories/at-once.ts'

const ISSUES = '/projects/:id/issues'

const issues: Rows = {
  operation: `POST ${ISSUES}`,
  title: 'title',
  fresh: { description: 'Before', due_date: null },
  idOf: (row) => String(row.iid),
  missing: [404],
  read: async ({ call, project: { id } }) => {
    const reply = await call(`GET ${ISSUES}`, { id, per_page: 100, scope: 'all' })
    return reply
      .rows()
      .map(({ iid, title = null, description = null, due_date = null }) => [
        String(iid),
        { title, description, due_date },
      ])
  },
  // Who deletes an issue has to own the project.
  send: (stage, made) =>
    sendBelow(stage, made, { list: ISSUES, id: 'issue_iid', params: { id: stage.project.id } }),
}

export const atOnce = check<Lanes>({
  id: 'issues/concurrent-calls',
  says: 'Of issues that are created, updated and deleted at once, each has a number of its own, and no change is lost',
  source: 'conventions#concurrent-calls, conventions#numbers-given-once',
  level: 'should',
  covers: [`POST ${ISSUES}`, `PUT ${ISSUES}/:issue_iid`, `DELETE ${ISSUES}/:issue_iid`],
  needs: { writes: true },
  hardy: true,
  races: true,
  share: 0.3,
  over: () => lanesOf([{ description: 'Other' }, { due_date: '2030-01-01' }]),
  examples: [
    twoAtOnce({ does: 'create', word: 'Alpha' }, { does: 'create', word: 'Alpha' }),
    twoAtOnce(
      { does: 'update', nth: 0, change: { description: 'Other' } },
      { does: 'update', nth: 0, change: { due_date: '2030-01-01' } },
    ),
  ],
  holds: (stage, lanes) => actAtOnce(stage, lanes, issues),
})
