import type { ContractOperation } from '../../sim/contract.ts'
import { obeying } from '../draw/params.ts'
import { law } from '../kit/check.ts'
import { answers, numberIn } from '../kit/expect.ts'
import { Failure } from '../kit/finding.ts'
import { type Row, same, show } from '../kit/json.ts'
import type { Params, Value } from '../kit/query.ts'
import { besideFilters, rowFilters } from '../oracle/row-filters.ts'
import type { Stage } from '../run/stage.ts'
import { nothingOfKind, placeable, reads, sampleCall, sampleParams } from './sample.ts'

/** So many values of each filter are tried. */
const MOST = 2

export const filtersSelect = law<string>({
  name: 'filters',
  says: 'a filter lets through exactly the rows that show the value asked for, in the order of the whole list',
  source: 'conventions#filters',
  level: 'must',
  needs: { furnished: true },
  appliesTo: (operation) => filtersOf(operation).length > 0,
  each: filtersOf,
  holds: async (stage, operation, name) => {
    const { fits, of } = rowFilters[name] ?? {}
    if (fits === undefined || of === undefined) return
    const whole = await wholeList(stage, operation)
    for (const value of valuesOf(
      operation,
      name,
      whole.flatMap((row) => of(row) ?? []),
    )) {
      const beside = besideFilters(operation.path, [name])
      const query = { ...sampleParams(stage, operation), per_page: 100, ...beside, [name]: value }
      const reply = await stage.call(operation.id, query)
      answers(reply, 200)
      const shown = reply.rows()
      const stranger = shown.find((row) => fits(row, String(value)) === false)
      if (stranger !== undefined) throw wrong(name, value, 'a row that does not fit is shown', stranger)
      // What the list leaves out unless it is asked for may come on top.
      const lost = whole.find(
        (row) => fits(row, String(value)) === true && !shown.some((one) => same(one, row)),
      )
      if (lost !== undefined) throw wrong(name, value, 'a row that fits is left out', lost)
    }

    function wrong(param: string, value: Value, what: string, row: Row): Failure {
      return new Failure({
        title: `${param}: ${what}`,
        expected: `what the whole list shows of ${param}=${String(value)}`,
        actual: show(row),
        operation: operation.id,
      })
    }
  },
})

export const filtersTogether = law<string>({
  name: 'filters-together',
  says: 'filters that are given together list a row that fits all of them, and no row that fits all but one',
  source: 'conventions#filters',
  level: 'must',
  needs: { furnished: true },
  compares: true,
  appliesTo: (operation) => filtersOf(operation).length > 1,
  each: filtersOf,
  holds: async (stage, operation, name) => {
    const whole = await wholeList(stage, operation)
    const told = whole.filter((row) => rowFilters[name]?.of(row) !== undefined)
    // Each filter looks at another row, as far as there are some.
    const row = told[filtersOf(operation).indexOf(name) % told.length]
    const other = row && unfitting(operation, name, row, whole)
    if (row === undefined || other === undefined) return
    const fitting = fittingParams(operation, name, row)
    if (!(await lists(fitting)))
      throw wrong(fitting, 'a row that fits all filters is left out', 'the row that it was taken from')
    const changed = { ...fitting, [name]: listed(operation, name, other) }
    if (await lists(changed))
      throw wrong(changed, `beside other filters ${name} lets through what does not fit`, 'no such row')

    async function lists(filters: Params): Promise<boolean> {
      const beside = besideFilters(operation.path, Object.keys(filters))
      const query = { ...sampleParams(stage, operation), per_page: 100, ...beside, ...filters }
      const reply = await stage.call(operation.id, query)
      answers(reply, 200)
      return reply.rows().some((one) => same(one, row as Row))
    }

    function wrong(filters: Params, title: string, expected: string): Failure {
      return new Failure({
        title,
        expected: `${expected}, for ${show(filters as Row)}`,
        actual: show(row as Row),
        operation: operation.id,
      })
    }
  },
})

/** More values than a page has rows. */
const MANY = 60
const UNKNOWN = 800_000_000

export const filtersByMany = law({
  name: 'many-numbers',
  says: 'a filter by numbers takes dozens of them, and lists the rows that have one, the last of them included',
  source: 'conventions#filters',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation) => filtersOf(operation).includes('iids'),
  holds: async (stage, operation) => {
    const whole = await wholeList(stage, operation)
    const [row, other] = [whole.at(-1), whole[0]]
    if (row === undefined || other === undefined) return stage.unknown('the list is empty')
    const unknown = Array.from({ length: MANY }, (_, i) => UNKNOWN + i)
    const wanted = [numberIn(other, 'iid'), ...unknown, numberIn(row, 'iid')]
    const beside = besideFilters(operation.path, ['iids'])
    const query = { ...sampleParams(stage, operation), per_page: 100, ...beside, iids: wanted }
    const reply = await stage.call(operation.id, query)
    answers(reply, 200)
    const fitting = whole.filter(({ iid }) => wanted.includes(Number(iid)))
    if (same(reply.rows(), fitting)) return
    throw new Failure({
      title: 'of many numbers some find nothing',
      expected: show(fitting.map(({ iid = null }) => iid)),
      actual: show(reply.rows().map(({ iid = null }) => iid)),
      operation: operation.id,
    })
  },
})

/** The values by which a row is found, of all filters that go together with one of them. */
function fittingParams(operation: ContractOperation, name: string, row: Row): Params {
  const all = filtersOf(operation).flatMap((filter) => {
    const { of, fits } = rowFilters[filter] ?? {}
    const value = margined(filter, of?.(row))
    if (value === undefined || fits?.(row, value) !== true) return []
    return rivals(operation, name, filter) ? [] : [[filter, listed(operation, filter, value)] as const]
  })
  return obeying(operation, Object.fromEntries(all))
}

function rivals({ rules }: ContractOperation, one: string, other: string): boolean {
  if (one === other) return false
  return rules.some(({ rule, names }) => rule === 'exclusive' && names.includes(one) && names.includes(other))
}

const DAY = 86_400_000
const NO_ID = '987654321'

/** A time that lets through the one of the row for sure; whether it lets through itself differs from list to list. */
function margined(filter: string, value: string | undefined): string | undefined {
  const direction = /_after$/.test(filter) ? -1 : /_before$/.test(filter) ? 1 : undefined
  if (value === undefined || direction === undefined) return value
  return new Date(Date.parse(value) + direction * DAY).toISOString()
}

/** A value that the row does not fit: that of another row, or one that nothing has. */
function unfitting(
  operation: ContractOperation,
  name: string,
  row: Row,
  whole: readonly Row[],
): string | undefined {
  const { of, fits } = rowFilters[name] ?? {}
  const { kind, values } = operation.params.find((param) => param.name === name) ?? {}
  const own = of?.(row) ?? ''
  const made = /_(?:after|before)$/.test(name)
    ? [outside(name, own)]
    : kind === 'boolean'
      ? ['true', 'false']
      : (values?.map(String) ?? [name.endsWith('_id') ? NO_ID : String(nothingOfKind(operation, name))])
  const candidates = [...whole.flatMap((one) => of?.(one) ?? []), ...made]
  return candidates.find((value) => fits?.(row, value) === false)
}

function outside(filter: string, own: string): string {
  return new Date(Date.parse(own) + (filter.endsWith('_after') ? DAY : -DAY)).toISOString()
}

function listed({ params }: ContractOperation, name: string, value: string): Value {
  const { kind } = params.find((param) => param.name === name) ?? {}
  return kind === 'integerArray' || kind === 'stringArray' ? [value] : value
}

function filtersOf(operation: ContractOperation): readonly string[] {
  // What a search is of decides what its filters mean.
  if (!placeable(operation) || !reads(operation) || operation.answer !== 'many') return []
  if (operation.family === 'search') return []
  return operation.params
    .filter(
      ({ in: where, name, required }) => where === 'given' && !required && rowFilters[name] !== undefined,
    )
    .map(({ name }) => name)
}

async function wholeList(stage: Stage, operation: ContractOperation): Promise<readonly Row[]> {
  const reply = await sampleCall(stage, operation, { query: { per_page: 100 } })
  answers(reply, 200)
  // Of a longer list the rest is not known.
  if ((reply.headers['x-next-page'] ?? '') !== '' || /rel="next"/.test(reply.headers.link ?? ''))
    stage.unknown('the list is longer than a page')
  return reply.rows()
}

/** Values that rows show, and one that tells them apart from others. */
function valuesOf(
  { params }: ContractOperation,
  name: string,
  found: readonly string[],
): readonly (string | readonly string[])[] {
  const { kind, values } = params.find((param) => param.name === name) ?? {}
  const known = [...new Set(found)].slice(0, MOST)
  const rare = values?.map(String).find((value) => value !== 'all' && !found.includes(value))
  const other = kind === 'boolean' ? ['true', 'false'] : [...known, ...(rare === undefined ? [] : [rare])]
  const isList = kind === 'integerArray' || kind === 'stringArray'
  return isList ? other.map((value) => [value]) : other
}
