import { check } from '../../kit/check.ts'
import { textIn } from '../../kit/expect.ts'
import { actAtOnce, type Lanes, lanesOf, type Rows, twoAtOnce } from '../../oracle/histories/at-once.ts'

const BRANCHES = '/projects/:id/repository/branches'

const branches: Rows = {
  operation: `POST ${BRANCHES}`,
  title: 'name',
  unique: 'name',
  fresh: {},
  idOf: (_row, fields) => String(fields.name),
  taken: [400],
  missing: [404],
  read: async ({ call, project: { id, branch } }) => {
    const rows = (await call(`GET ${BRANCHES}`, { id, per_page: 100 })).rows()
    const names = rows.map((row) => textIn(row, 'name')).filter((name) => name !== branch)
    return names.map((name) => [name, { name }])
  },
  send: ({ call, project }, made, as) => {
    const { id } = project
    if (made.does === 'create')
      return call(`POST ${BRANCHES}`, { id, branch: String(made.fields.name), ref: project.branch }, { as })
    return call(`DELETE ${BRANCHES}/:branch`, { id, branch: made.of }, { as })
  },
}

export const atOnce = check<Lanes>({
  id: 'branches/concurrent-calls',
  says: 'Of branches that several callers create and delete at once, no name is given twice',
  source: 'conventions#concurrent-calls, branches#create-exists',
  level: 'should',
  covers: [`POST ${BRANCHES}`, `DELETE ${BRANCHES}/:branch`],
  needs: { repository: true, writes: true },
  hardy: true,
  races: true,
  share: 0.3,
  over: () => lanesOf([]),
  examples: [twoAtOnce({ does: 'create', word: 'Alpha' }, { does: 'create', word: 'Alpha' })],
  holds: (stage, lanes) => actAtOnce(stage, lanes, branches),
})
