import { check } from '../../kit/check.ts'
import { textIn } from '../../kit/expect.ts'
import { actAtOnce, type Lanes, lanesOf, type Rows, twoAtOnce } from '../../oracle/histories/at-once.ts'

const LABELS = '/projects/:id/labels'

const labels: Rows = {
  operation: `POST ${LABELS}`,
  title: 'name',
  unique: 'name',
  fresh: { color: '#428bca', description: null },
  idOf: (row) => String(row.id),
  taken: [400, 409],
  missing: [404],
  read: async ({ call, project: { id } }) => {
    const reply = await call(`GET ${LABELS}`, { id, include_ancestor_groups: false, per_page: 100 })
    return reply
      .rows()
      .map((row) => [
        String(row.id),
        { name: textIn(row, 'name'), color: row.color ?? null, description: row.description ?? null },
      ])
  },
  send: ({ call, project: { id } }, { ...made }, as) => {
    if (made.does === 'create') return call(`POST ${LABELS}`, { id, ...made.fields }, { as })
    const one = { id, name: made.of }
    if (made.does === 'delete') return call(`DELETE ${LABELS}/:name`, one, { as })
    const { name: new_name, ...fields } = made.fields
    const renamed = new_name === undefined ? {} : { new_name }
    return call(`PUT ${LABELS}/:name`, { ...one, ...fields, ...renamed }, { as })
  },
}

export const atOnce = check<Lanes>({
  id: 'labels/concurrent-calls',
  says: 'Of labels that several callers create, update and delete at once, no name is given twice and no change is lost',
  source: 'conventions#concurrent-calls, labels#create, labels#update-title-taken',
  level: 'should',
  covers: [`POST ${LABELS}`, `PUT ${LABELS}/:name`, `DELETE ${LABELS}/:name`],
  needs: { writes: true },
  hardy: true,
  races: true,
  share: 0.3,
  over: () => lanesOf([{ color: '#ff0000' }, { description: 'Other' }], { renames: true }),
  examples: [
    twoAtOnce({ does: 'create', word: 'Alpha' }, { does: 'create', word: 'Alpha' }),
    twoAtOnce(
      { does: 'update', nth: 0, change: { color: '#ff0000' } },
      { does: 'update', nth: 0, change: { description: 'Other' } },
    ),
    twoAtOnce({ does: 'rename', nth: 0, word: 'Beta' }, { does: 'create', word: 'Beta' }),
  ],
  holds: (stage, lanes) => actAtOnce(stage, lanes, labels),
})
