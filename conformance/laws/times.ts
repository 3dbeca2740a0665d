import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { equals } from '../kit/expect.ts'
import { isRows, type Row } from '../kit/json.ts'
import { besideFilters } from '../oracle/row-filters.ts'
import { placeable, reads, sampleParams } from './sample.ts'

/** Minutes east of Greenwich, as offsets of ISO 8601 tell them. */
const offsets = [0, 330, -210, 60, -720] as const

export const instants = law<string>({
  name: 'instants',
  says: 'a time with any offset is the same instant, and a fraction of a second counts',
  source: 'conventions#filters',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  compares: true,
  appliesTo: (operation) => placeable(operation) && reads(operation) && filtersOf(operation).length > 0,
  each: filtersOf,
  holds: async (stage, operation, name) => {
    const beside = besideFilters(operation.path, [name])
    const params = { ...sampleParams(stage, operation), per_page: 100, ...beside }
    const list = (given: string) => stage.call(operation.id, { ...params, [name]: given })
    const whole = await stage.call(operation.id, params)
    const rows = whole.status === 200 && isRows(whole.json) ? whole.json : []
    if (rows.length >= 100) return stage.unknown('there are more rows than a page shows')
    const times = timesOf(rows, name)
    const middle = times[Math.floor(times.length / 2)]
    if (middle === undefined) return stage.unknown('nothing there shows the time')
    const at = Date.parse(middle)
    const expected = await list(written(at, 0))
    if (expected.status !== 200) return stage.unknown('the filter needs others beside it')
    for (const offset of offsets) {
      const reply = await list(written(at, offset))
      equals(`what ${written(at, offset)} finds`, namesOf(reply.json), namesOf(expected.json), reply)
    }
    // The filter may be inclusive or not: what is exactly of the time asked for is left out of the question.
    const known = times.map((time) => Date.parse(time))
    const second = Math.floor(at / 1000) * 1000
    for (const probe of [second, second + 1, second + 500, second + 999]) {
      if (known.includes(probe)) continue
      const reply = await list(written(probe, 0))
      const found = timesOf(isRows(reply.json) ? reply.json : [], name)
      const wanted = known.filter((time) => (name.endsWith('_after') ? time > probe : time < probe))
      equals(`how many are found by ${written(probe, 0)}`, found.length, wanted.length, reply)
    }
  },
})

/** Filters by a time that rows show under the name before `_after` or `_before`. */
function filtersOf({ params, answer, family }: ContractOperation): readonly string[] {
  if (answer !== 'many' || family === 'audit-events') return []
  return params
    .filter(({ name, kind }) => kind === 'datetime' && /^(?:created|updated)_(?:after|before)$/.test(name))
    .map(({ name }) => name)
}

function timesOf(rows: readonly Row[], name: string): readonly string[] {
  const field = name.replace(/_(?:after|before)$/, '_at')
  return rows
    .map((row) => row[field])
    .filter((time) => typeof time === 'string')
    .sort()
}

function namesOf(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.map((row: Row) => String(row.id ?? row.iid ?? row.name)) : []
}

/** An instant as clocks that many minutes east of Greenwich show it. */
function written(at: number, offset: number): string {
  const shown = new Date(at + offset * 60_000).toISOString().replace(/\.000Z$|Z$/, '')
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return `${shown}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}
