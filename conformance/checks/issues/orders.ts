import { issue, label } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const LIST = '/projects/:id/issues'
const REORDER = `${LIST}/:issue_iid/reorder`

type Direction = 'asc' | 'desc'

/** Titles of some issues in the order of the list. */
async function listed(stage: Stage, rows: readonly Row[], order_by: string, sort: Direction) {
  const iids = rows.map((row) => numberIn(row, 'iid'))
  const reply = await stage.call(`GET ${LIST}`, { id: stage.project.id, iids, order_by, sort })
  answers(reply, 200)
  return { reply, titles: reply.rows().map(({ title }) => title ?? null) }
}

async function opened(stage: Stage, ...titles: readonly string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const title of titles) rows.push(await issue(stage, { title }))
  return rows
}

export const reordered = check<readonly [string, string]>({
  id: 'issues/reorder',
  says: 'A reordered issue stands between the two that are named, whichever they are, and where it was put last',
  source: 'issues#reorder, issues#manual-order',
  level: 'should',
  covers: [`PUT ${REORDER}`, `GET ${LIST}`],
  each: () => [
    ['One', 'Two'],
    ['Two', 'Three'],
  ],
  holds: async (stage, [after, before]) => {
    const rows = await opened(stage, 'One', 'Two', 'Three', 'Moved')
    const named = (wanted: string) => rows.find(({ title }) => title === wanted) ?? {}
    const at = { id: stage.project.id, issue_iid: numberIn(named('Moved'), 'iid') }
    const move = (one: string, other: string) =>
      stage.call(`PUT ${REORDER}`, {
        ...at,
        move_after_id: numberIn(named(one), 'id'),
        move_before_id: numberIn(named(other), 'id'),
      })
    answers(await move('One', 'Two'), 200)
    const moved = await move(after, before)
    answers(moved, 200)
    has(moved.row(), { iid: at.issue_iid, title: 'Moved' }, moved)
    const three = [named(after), named('Moved'), named(before)]
    const { reply, titles } = await listed(stage, three, 'relative_position', 'asc')
    equals('the order', titles, [after, 'Moved', before], reply)
  },
})

export const reorderRefused = check({
  id: 'issues/reorder-refused',
  says: 'Reordering an issue without a neighbour answers 400, beside an issue that is not there 422, and as a Guest 403',
  source: 'issues#reorder',
  level: 'should',
  covers: [`PUT ${REORDER}`],
  holds: async (stage) => {
    const [one = {}, other = {}] = await opened(stage, 'One', 'Other')
    const at = { id: stage.project.id, issue_iid: numberIn(one, 'iid') }
    const move_after_id = numberIn(other, 'id')
    answers(await stage.call(`PUT ${REORDER}`, at), 400)
    const lost = await stage.call(`PUT ${REORDER}`, { ...at, move_after_id, move_before_id: 999999999 })
    says(lost, 422, { error: 'Unprocessable Entity' })
    if (stage.has('guest'))
      answers(await stage.call(`PUT ${REORDER}`, { ...at, move_after_id }, { as: 'guest' }), 403)
  },
})

const planned: readonly (readonly [string, Direction, readonly string[]])[] = [
  ['milestone_due', 'asc', ['Soon', 'Late and low', 'Important']],
  ['milestone_due', 'desc', ['Late and low', 'Soon', 'Important']],
  ['label_priority', 'asc', ['Important', 'Late and low', 'Soon']],
  ['label_priority', 'desc', ['Late and low', 'Important', 'Soon']],
  ['priority', 'asc', ['Soon', 'Late and low', 'Important']],
  ['priority', 'desc', ['Late and low', 'Soon', 'Important']],
]

export const planningOrders = check<(typeof planned)[number]>({
  id: 'issues/planning-orders',
  says: 'Issues are sorted by the due date of their milestone and by the priority of their labels, and those without one come last in either direction',
  source: 'issues#planning-orders',
  level: 'should',
  covers: [`GET ${LIST}`],
  each: () => planned,
  holds: async (stage, [order, sort, expected]) => {
    const { id } = stage.project
    const milestone = async (title: string, due_date: string) => {
      const wish = { id, title: `${stage.prefix} ${title}`, due_date }
      return numberIn(arranged(await stage.call('POST /projects/:id/milestones', wish)), 'id')
    }
    const [soon, late] = [await milestone('soon', '2030-01-01'), await milestone('late', '2031-01-01')]
    for (const [name, priority] of [
      ['high', 1],
      ['low', 5],
    ] as const)
      await label(stage, `${stage.prefix} ${name}`, { priority })
    const rows = [
      await issue(stage, { title: 'Late and low', milestone_id: late, labels: `${stage.prefix} low` }),
      await issue(stage, { title: 'Important', labels: `${stage.prefix} high` }),
      await issue(stage, { title: 'Soon', milestone_id: soon }),
    ]
    const { reply, titles } = await listed(stage, rows, order, sort)
    equals('the order', titles, expected, reply)
  },
})
