import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { MissingRows } from '../missing-rows.ts'

const here = perTest()
const as = (user: string) => here.as(user)

const talked = {
  Issue: '/projects/1/issues/1',
  MergeRequest: '/projects/1/merge_requests/1',
  Epic: '/groups/1/epics/1',
  Snippet: '/projects/1/snippets/:id',
} as const

test.each(Object.entries(talked))('of a deleted %s nothing stays that anybody said of it', (kind, path) => {
  const [snippet] = as('root').get('/projects/1/snippets').json
  as('root').post('/groups/1/epics', { title: 'Forecasts' })
  const at = path.replace(':id', snippet.id)
  const id = kind === 'Snippet' ? snippet.id : as('root').get(at).json.id
  // Epics and snippets have their comments at their ids.
  const talk = kind === 'Epic' ? at.replace(/\d+$/, id) : at
  const note = as('root').post(`${talk}/notes`, { body: 'What about @bob?' })
  expect(note.status).toBe(201)
  expect(as('root').post(`${talk}/notes/${note.json.id}/award_emoji`, { name: 'tada' }).status).toBe(201)
  expect(as('root').post(`${at}/award_emoji`, { name: 'tada' }).status).toBe(201)
  if (kind !== 'Snippet') as('root').put(at, { add_labels: 'new' })
  expect(as('root').delete(at).status).toBe(204)
  const { world } = here.sim
  const left = {
    notes: world.notes
      .all()
      .list()
      .filter((it) => it.noteable === kind && it.noteableId === id),
    awards: world.awards
      .all()
      .list()
      .filter((it) => it.awardable === kind && it.awardableId === id),
    events: world.resourceEvents
      .all()
      .list()
      .filter((it) => it.target === kind && it.targetId === id),
    todos: world.todos
      .all()
      .list()
      .filter((it) => it.target === kind && it.targetId === id),
  }
  expect(left).toEqual({ notes: [], awards: [], events: [], todos: [] })
  const missing = new MissingRows(world)
  const lost = world.tableNames.flatMap((name) =>
    (world.table(name)?.all().list() ?? []).flatMap((row) => {
      const misfit = missing.of(name, row)
      return misfit === undefined ? [] : [`${name} ${row.id}: ${misfit.way}`]
    }),
  )
  expect(lost).toEqual([])
})
