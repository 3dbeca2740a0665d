import fc from 'fast-check'
import { label } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const boards = '/projects/:id/boards'

const add = `POST ${boards}`

const list = `GET ${boards}`

const one = `GET ${boards}/:board_id`

const change = `PUT ${boards}/:board_id`

const remove = `DELETE ${boards}/:board_id`

const listsOfBoards = `GET ${boards}/:board_id/lists`

const addList = `POST ${boards}/:board_id/lists`

const move = `PUT ${boards}/:board_id/lists/:list_id`

const removeList = `DELETE ${boards}/:board_id/lists/:list_id`

const names = ['first', 'second', 'third', 'fourth'] as const

export const moveList = check<'projects' | 'groups'>({
  id: 'boards/move-list',
  says: 'Moving a list of a project or group board to position 0 puts it before the other lists',
  source: 'boards#move-list, boards#positions',
  level: 'should',
  covers: ['projects', 'groups'].map((it) => `PUT /${it}/:id/boards/:board_id/lists/:list_id`),
  needs: { in: 'group', tier: 'premium' },
  each: () => ['projects', 'groups'],
  holds: async ({ call, project, group }, kind) => {
    const { id } = kind === 'projects' ? project : group
    const board_id = numberIn(arranged(await call(`POST /${kind}/:id/boards`, { id, name: 'Plan' })), 'id')
    const board = { id, board_id }
    const ids: number[] = []
    for (const name of ['first', 'second']) {
      const label = arranged(await call(`POST /${kind}/:id/labels`, { id, name, color: '#428bca' }))
      const wish = { ...board, label_id: numberIn(label, 'id') }
      ids.push(numberIn(arranged(await call(`POST /${kind}/:id/boards/:board_id/lists`, wish)), 'id'))
    }
    const [first = 0, second = 0] = ids
    const moved = await call(`PUT /${kind}/:id/boards/:board_id/lists/:list_id`, {
      ...board,
      list_id: second,
      position: 0,
    })
    answers(moved, 200)
    const rows = (await call(`GET /${kind}/:id/boards/:board_id/lists`, board)).rows()
    const order = rows.map((row) => row.id ?? null).filter((one) => ids.includes(Number(one)))
    equals('the lists in their order', order, [second, first])
  },
})

export const createUpdateDelete = check({
  id: 'boards/create-update-delete',
  says: 'A board is created without lists, shows its new name and settings after an update, and answers 404 after its deletion',
  source: 'boards#shape, boards#create, boards#update, boards#delete',
  level: 'should',
  covers: [add, one, change, remove, list],
  holds: async ({ call, project }) => {
    const { id } = project
    const added = await call(add, { id, name: 'Development' })
    answers(added, 201)
    has(added.row(), { name: 'Development', lists: [] }, added)
    const simple = await call('GET /projects', { simple: true, id_after: id - 1, id_before: id + 1 })
    const listed = simple.rows().find((row) => row.id === id)
    equals('the project', Object.keys(added.row().project as Row), Object.keys(listed ?? {}), added)
    const at = { id, board_id: numberIn(added.row(), 'id') }
    const changed = await call(change, { ...at, name: 'Planning', hide_closed_list: true })
    answers(changed, 200)
    has(changed.row(), { name: 'Planning', hide_closed_list: true, hide_backlog_list: false }, changed)
    equals('what is read', (await call(one, at)).json, changed.json)
    answers(await call(remove, at), 204)
    answers(await call(one, at), 404)
    equals('what is listed', (await call(list, { id })).rows().length, 0)
  },
})

export const listPositions = check<readonly (readonly [number, number])[]>({
  id: 'boards/list-positions',
  says: 'The lists of a board keep the order in which they are added and moved, with positions from 0 without gaps',
  source: 'boards#positions, boards#move-list, boards#move-nowhere, boards#delete-list',
  level: 'should',
  covers: [listsOfBoards, addList, move, removeList],
  over: () => fc.array(fc.tuple(fc.nat(3), fc.integer({ min: -1, max: 4 })), { maxLength: 6 }),
  holds: async (stage, moves) => {
    const at = { id: stage.project.id, board_id: await boardOf(stage) }
    const order: number[] = []
    for (const name of names) {
      const label_id = numberIn(await label(stage, `${stage.prefix} ${name}`), 'id')
      const reply = await stage.call(addList, { ...at, label_id })
      answers(reply, 201)
      order.push(numberIn(reply.row(), 'id'))
    }
    for (const [index, position] of moves) {
      const list_id = order[index] ?? 0
      const fits = position >= 0 && position < order.length && position !== index
      answers(await stage.call(move, { ...at, list_id, position }), fits ? 200 : 400)
      if (fits) order.splice(position, 0, ...order.splice(index, 1))
    }
    await look(stage, at, order)
    const [gone = 0] = order.splice(1, 1)
    answers(await stage.call(removeList, { ...at, list_id: gone }), 204)
    await look(stage, at, order)
  },
})

export const oneListPerLabel = check({
  id: 'boards/one-list-per-label',
  says: 'A board has at most one list for a label, of a label that the project has, and deleting the label deletes its list',
  source: 'boards#unknown-subject, boards#one-list-per-subject, boards#deleted-label',
  level: 'should',
  covers: [addList, listsOfBoards],
  holds: async (stage) => {
    const { call, project } = stage
    const at = { id: project.id, board_id: await boardOf(stage) }
    const { id: label_id } = await label(stage, `${stage.prefix} passing`)
    answers(await call(addList, { ...at, label_id: 99_999_999 }), 400)
    answers(await call(addList, { ...at, label_id: Number(label_id) }), 201)
    answers(await call(addList, { ...at, label_id: Number(label_id) }), 400)
    const gone = { id: project.id, name: `${stage.prefix} passing` }
    answers(await call('DELETE /projects/:id/labels/:name', gone), 204)
    equals('what is left', (await call(listsOfBoards, at)).rows().length, 0)
  },
})

async function boardOf(stage: Stage): Promise<number> {
  return numberIn(arranged(await stage.call(add, { id: stage.project.id, name: 'Development' })), 'id')
}

async function look(
  stage: Stage,
  at: { readonly id: number; readonly board_id: number },
  order: readonly number[],
) {
  const reply = await stage.call(listsOfBoards, { ...at, per_page: 100 })
  const shown = reply.rows().map(({ id, position }) => [id ?? 0, position ?? null])
  equals(
    'the lists',
    shown,
    order.map((id, position) => [id, position]),
    reply,
  )
}
