import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { numberIn } from '../../kit/expect.ts'
import {
  actAtOnce,
  type Lanes,
  lanesOf,
  type Rows,
  sendBelow,
  twoAtOnce,
} from '../../oracle/histories/at-once.ts'

const NOTES = '/projects/:id/issues/:issue_iid/notes'

/** Notes of one issue, which counts them. */
function notesOf(issue_iid: number): Rows {
  return {
    operation: `POST ${NOTES}`,
    title: 'body',
    fresh: {},
    idOf: (row) => String(row.id),
    missing: [404],
    read: async ({ call, project: { id } }) => {
      const reply = await call(`GET ${NOTES}`, { id, issue_iid, per_page: 100 })
      return reply
        .rows()
        .filter(({ system }) => system !== true)
        .map((row) => [String(row.id), { body: row.body ?? null }])
    },
    send: (stage, made) =>
      sendBelow(stage, made, { list: NOTES, id: 'note_id', params: { id: stage.project.id, issue_iid } }),
    count: async ({ call, project: { id } }) =>
      numberIn(
        (await call('GET /projects/:id/issues/:issue_iid', { id, issue_iid })).row(),
        'user_notes_count',
      ),
  }
}

export const atOnce = check<Lanes, number>({
  id: 'discussions/concurrent-notes',
  says: 'Notes that several callers add and delete at once are all there afterwards, and the issue counts them',
  source: 'conventions#concurrent-calls',
  level: 'should',
  covers: [`POST ${NOTES}`, `DELETE ${NOTES}/:note_id`],
  needs: { writes: true },
  hardy: true,
  races: true,
  share: 0.3,
  arrange: async (stage) => numberIn(await issue(stage, { title: 'With notes' }), 'iid'),
  over: () => lanesOf([]),
  examples: [
    twoAtOnce({ does: 'create', word: 'Alpha' }, { does: 'create', word: 'Beta' }),
    twoAtOnce({ does: 'delete', nth: 0 }, { does: 'delete', nth: 0 }),
  ],
  holds: (stage, lanes, issue_iid) => actAtOnce(stage, lanes, notesOf(issue_iid)),
})
