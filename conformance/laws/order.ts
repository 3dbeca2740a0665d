import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { answers, equals, holds } from '../kit/expect.ts'
import { isRow, isRows, type Json, type Row, show } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { type Direction, listOrders, mustPrecede, type SortKey } from '../oracle/list-orders.ts'
import type { Stage } from '../run/stage.ts'
import { besides, placeable, sampleParams } from './sample.ts'

/** What is asked for, and how the rows have to stand then. */
interface Asked {
  readonly params: Params
  readonly order: string
  readonly sort: Direction
}

function askedOf({ id, params }: ContractOperation): readonly Asked[] {
  const declared = listOrders[id]
  if (declared === undefined) return []
  const { by, sort, turns, usual = Object.keys(by)[0] ?? '' } = declared
  const named = params.some(({ name }) => name === 'order_by') && turns
  const ways: readonly Params[] = turns ? [{ sort: 'asc' }, { sort: 'desc' }] : [{}]
  const orders = named ? Object.keys(by).map((order_by): Params => ({ order_by })) : [{}]
  const wishes = [
    {},
    ...(named ? ways : []),
    ...orders.flatMap((one) => ways.map((way) => ({ ...one, ...way }))),
  ]
  return wishes.map((params: Params) => ({
    params,
    order: String(params.order_by ?? usual),
    sort: (params.sort ?? sort) as Direction,
  }))
}

export const documentedOrder = law<Asked>({
  name: 'order',
  says: 'a list has the order that is documented for each `order_by` and `sort`, among equal, missing and unusual values and across pages',
  source: 'conventions#default-order',
  cites: ({ id }) => listOrders[id]?.source,
  level: 'must',
  needs: { furnished: true, project: 'public', neighbour: true },
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && listOrders[operation.id] !== undefined,
  each: askedOf,
  holds: async (stage, operation, { params, order, sort }) => {
    const keys = listOrders[operation.id]?.by[order] ?? []
    const there = besides(stage)
    const whole = {
      ...sampleParams(there, operation, { moving: true }),
      ...narrowing(there, operation),
      ...params,
    }
    const reply = await stage.call(operation.id, { ...whole, per_page: MOST_ROWS })
    answers(reply, 200)
    const rows = isRows(reply.json) ? reply.json : []
    if (rows.length < 2) stage.unknown('there are fewer than two rows to be sorted')
    const exact = stage.dialect !== undefined
    const ordered = (by: readonly SortKey[]) => () => {
      const wrong = outOfPlace(rows, by, { sort, exact })
      holds(wrong === undefined, `the order is ${order} ${sort}`.replace('  ', ' '), wrong, reply)
    }
    const { later } = listOrders[operation.id] ?? {}
    if (later === undefined) ordered(keys)()
    else await stage.changed(later.change, { before: ordered(keys), after: ordered(later.keys) })
    // Pages in the order that is usual are looked at by the law on paging.
    if (Object.keys(params).length > 0) await pagesGoOn(stage, operation, whole, rows)
  },
})

/** Two rows of which the later one must come first. */
function outOfPlace(
  rows: readonly Row[],
  keys: readonly SortKey[],
  sorted: Parameters<typeof mustPrecede>[3],
): string | undefined {
  // Where every two rows can be told apart by what is shown, those beside one another tell it.
  const reach = sorted.exact ? NEAR : rows.length
  for (const [i, row] of rows.entries())
    for (const later of rows.slice(i + 1, i + 1 + reach))
      if (mustPrecede(later, row, keys, sorted)) return `${seen(row, keys)} before ${seen(later, keys)}`
  return undefined
}

function seen(row: Row, keys: readonly SortKey[]): string {
  return keys.map((key) => show(key.of(row))).join(', ')
}

const MOST_ROWS = 60
const NEAR = 3
const PAGE = 5
const MOST_PAGES = 2

async function pagesGoOn(
  stage: Stage,
  operation: ContractOperation,
  params: Params,
  rows: readonly Row[],
): Promise<void> {
  const walked: Json[] = []
  for (let page = 1; page <= MOST_PAGES && walked.length < rows.length; page++) {
    const reply = await stage.call(operation.id, { ...params, per_page: PAGE, page })
    walked.push(...(isRows(reply.json) ? reply.json : []).map(nameOf))
    equals('what the pages show', walked, rows.slice(0, page * PAGE).map(nameOf), reply)
  }
}

function nameOf(row: Row): Json {
  return row.id ?? row.name ?? row.path ?? (isRow(row) ? row : null)
}

/** What keeps a list of the whole installation to rows of the stage. */
function narrowing({ project, group, inGroup }: Stage, { id }: ContractOperation): Params {
  const marked = { search: inGroup ? group.path : project.path }
  return { 'GET /projects': { ...marked, search_namespaces: true }, 'GET /groups': marked }[id] ?? {}
}
