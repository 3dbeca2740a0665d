import { check } from '../../kit/check.ts'
import { textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { actAtOnce, type Lanes, lanesOf, type Rows, twoAtOnce } from '../../oracle/histories/at-once.ts'

const FILE = '/projects/:id/repository/files/:file_path'

const files: Rows = {
  operation: `POST ${FILE}`,
  title: 'path',
  unique: 'path',
  fresh: { content: 'Before' },
  idOf: (_row, fields) => String(fields.path),
  missing: [400, 404],
  // Who commits while somebody else does may be told to try again.
  mayRefuse: true,
  read: async ({ call, project: { id, branch: ref } }) => {
    const tree = (await call('GET /projects/:id/repository/tree', { id, ref, per_page: 100 })).rows()
    const rows: (readonly [string, Row])[] = []
    for (const path of tree.map((entry) => textIn(entry, 'path')).filter((it) => it.includes('-'))) {
      const { text, status } = await call(`GET ${FILE}/raw`, { id, file_path: path, ref })
      if (status === 200) rows.push([path, { path, content: text }])
    }
    return rows
  },
  send: ({ call, project: { id, branch } }, made, as) => {
    const on = { id, branch, commit_message: made.does }
    if (made.does === 'delete') return call(`DELETE ${FILE}`, { ...on, file_path: made.of }, { as })
    const file_path = made.does === 'create' ? String(made.fields.path) : made.of
    const verb = made.does === 'create' ? 'POST' : 'PUT'
    return call(`${verb} ${FILE}`, { ...on, file_path, content: String(made.fields.content) }, { as })
  },
}

export const atOnce = check<Lanes>({
  id: 'repository-files/concurrent-commits',
  says: 'Of files that several callers create, update and delete at once in one branch, no commit that was accepted is lost',
  source: 'conventions#concurrent-calls, repository-files#exists',
  level: 'should',
  covers: [`POST ${FILE}`, `PUT ${FILE}`, `DELETE ${FILE}`],
  needs: { repository: true, writes: true },
  races: true,
  share: 0.3,
  over: () => lanesOf([{ content: 'One' }, { content: 'Other' }]),
  examples: [
    twoAtOnce({ does: 'create', word: 'Alpha' }, { does: 'create', word: 'Beta' }),
    twoAtOnce({ does: 'create', word: 'Alpha' }, { does: 'update', nth: 0, change: { content: 'Other' } }),
  ],
  holds: (stage, lanes) => actAtOnce(stage, lanes, files),
})
