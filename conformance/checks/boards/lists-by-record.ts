import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const places = ['projects', 'groups'] as const
type Place = (typeof places)[number]

const UNKNOWN = 99_999_999

export const listsByRecord = check<Place>({
  id: 'boards/lists-by-record',
  says: 'A list is of one label, member or milestone of the place, shows that one alone, and a board has it once',
  source: 'boards#list-shape, boards#list-subject, boards#unknown-subject, boards#one-list-per-subject',
  level: 'should',
  covers: places.map((it) => `POST /${it}/:id/boards/:board_id/lists`),
  needs: { in: 'group', tier: 'premium' },
  each: () => places,
  holds: async (stage, place) => {
    const { call } = stage
    const { at, id } = await boardIn(stage, place)
    const add = (given: Row) => call(`POST /${place}/:id/boards/:board_id/lists`, { ...at, ...given })
    const milestone_id = numberIn(
      arranged(await call(`POST /${place}/:id/milestones`, { id, title: `${stage.prefix} list` })),
      'id',
    )
    const assignee_id = numberIn(arranged(await call('GET /user', {})), 'id')
    for (const [name, wish] of [
      ['milestone', { milestone_id }],
      ['assignee', { assignee_id }],
    ] as const) {
      const added = await add(wish)
      answers(added, 201)
      const row = added.row()
      equals(`the ${name}`, (row[name] as Row | null)?.id ?? null, Object.values(wish)[0] ?? null, added)
      has(row, { label: null }, added)
      const other = name === 'milestone' ? 'assignee' : 'milestone'
      equals('what the list is not of', row[other] ?? null, null, added)
      answers(await add(wish), 400)
    }
    answers(await add({}), 400)
    answers(await add({ milestone_id, assignee_id }), 400)
    for (const name of ['label_id', 'milestone_id', 'assignee_id', 'iteration_id'])
      answers(await add({ [name]: UNKNOWN }), 400)
    const lists = await call(`GET /${place}/:id/boards/:board_id/lists`, at)
    equals('the lists', lists.rows().length, 2, lists)
    answers(await call(`DELETE /${place}/:id/milestones/:milestone_id`, { id, milestone_id }), 204)
    const left = await call(`GET /${place}/:id/boards/:board_id/lists`, at)
    equals('the lists without the milestone', left.rows().length, 1, left)
  },
})

export const limits = check<Place>({
  id: 'boards/limits',
  says: 'A board shows the milestone, the assignee, the labels and the weight to which it was limited, until they are taken back',
  source: 'boards#shape, boards#limits, boards#milestone',
  level: 'should',
  covers: places.flatMap((it) => [`PUT /${it}/:id/boards/:board_id`, `GET /${it}/:id/boards/:board_id`]),
  needs: { in: 'group', tier: 'premium' },
  each: () => places,
  holds: async (stage, place) => {
    const { call } = stage
    const { at, id } = await boardIn(stage, place)
    const title = `${stage.prefix} limit`
    const milestone_id = numberIn(arranged(await call(`POST /${place}/:id/milestones`, { id, title })), 'id')
    const assignee_id = numberIn(arranged(await call('GET /user', {})), 'id')
    const change = async (given: Row) => {
      const changed = await call(`PUT /${place}/:id/boards/:board_id`, { ...at, ...given })
      answers(changed, 200)
      const read = await call(`GET /${place}/:id/boards/:board_id`, at)
      equals('what is read', read.json, changed.json, read)
      const row = read.row()
      const idIn = (value: Row[string]) => (value as Row | null)?.id ?? null
      const labels = (row.labels as readonly Row[]).map(({ name }) => name ?? null)
      const { weight = null } = row
      return { row, shown: { assignee: idIn(row.assignee ?? null), labels, weight, name: row.name ?? null } }
    }
    const limited = await change({ milestone_id, assignee_id, labels: title, weight: 3 })
    const all = { assignee: assignee_id, labels: [title], weight: 3, name: stage.prefix }
    equals('the limits', limited.shown, all)
    equals('the milestone', (limited.row.milestone as Row | null)?.id ?? null, milestone_id)
    const upcoming = await change({ milestone_id: -2 })
    equals('the other limits', upcoming.shown, all)
    equals('upcoming milestones', upcoming.row.milestone ?? null, { title: 'Upcoming' })
    const freed = await change({ milestone_id: UNKNOWN, assignee_id: UNKNOWN, labels: '' })
    equals('what is left', freed.shown, { ...all, assignee: null, labels: [] })
    equals('no milestone', freed.row.milestone ?? null, null)
  },
})

async function boardIn(stage: Stage, place: Place) {
  const { id } = place === 'projects' ? stage.project : stage.group
  const board = arranged(await stage.call(`POST /${place}/:id/boards`, { id, name: stage.prefix }))
  return { id, at: { id, board_id: numberIn(board, 'id') } }
}
