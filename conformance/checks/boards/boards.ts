import fc from 'fast-check'
import { label } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 3, 7.3 and 7.4'
const boards = '/projects/:id/boards'
const add = `POST ${boards}`
const list = `GET ${boards}`
const one = `GET ${boards}/:board_id`
const change = `PUT ${boards}/:board_id`
const remove = `DELETE ${boards}/:board_id`
const lists = `GET ${boards}/:board_id/lists`
const addList = `POST ${boards}/:board_id/lists`
const move = `PUT ${boards}/:board_id/lists/:list_id`
const removeList = `DELETE ${boards}/:board_id/lists/:list_id`

const names = ['first', 'second', 'third', 'fourth'] as const

async function boardOf(stage: Stage): Promise<number> {
  return numberIn(arranged(await stage.call(add, { id: stage.project.id, name: 'Development' })), 'id')
}

export const life = check({
  id: 'boards/life',
  says: 'A board is set up without lists, changed by name and switches, and gone once it is removed',
  source,
  level: 'should',
  covers: [add, one, change, remove, list],
  holds: async ({ call, project }) => {
    const { id } = project
    const added = await call(add, { id, name: 'Development' })
    answers(added, 201)
    has(added.row(), { name: 'Development', lists: [] }, added)
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

export const moved = check<readonly (readonly [number, number])[]>({
  id: 'boards/moved',
  says: 'Lists stand in the order in which they are added and moved, numbered from 0 without gaps',
  source,
  level: 'should',
  covers: [lists, addList, move, removeList],
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

async function look(
  stage: Stage,
  at: { readonly id: number; readonly board_id: number },
  order: readonly number[],
) {
  const reply = await stage.call(lists, { ...at, per_page: 100 })
  const shown = reply.rows().map(({ id, position }) => [id ?? 0, position ?? null])
  equals(
    'the lists',
    shown,
    order.map((id, position) => [id, position]),
    reply,
  )
}

export const labels = check({
  id: 'boards/labels',
  says: 'A board has one list of a label at most, of one that is known there, and loses it with the label',
  source,
  level: 'should',
  covers: [addList, lists],
  holds: async (stage) => {
    const { call, project } = stage
    const at = { id: project.id, board_id: await boardOf(stage) }
    const { id: label_id } = await label(stage, `${stage.prefix} passing`)
    answers(await call(addList, { ...at, label_id: 99_999_999 }), 400)
    answers(await call(addList, { ...at, label_id: Number(label_id) }), 201)
    answers(await call(addList, { ...at, label_id: Number(label_id) }), 400)
    const gone = { id: project.id, name: `${stage.prefix} passing` }
    answers(await call('DELETE /projects/:id/labels/:name', gone), 204)
    equals('what is left', (await call(lists, at)).rows().length, 0)
  },
})
