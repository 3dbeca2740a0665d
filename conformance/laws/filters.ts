import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { answers } from '../kit/expect.ts'
import { Failure } from '../kit/finding.ts'
import { type Row, same, show } from '../kit/json.ts'
import type { Value } from '../kit/query.ts'
import { rowFilters } from '../oracle/row-filters.ts'
import type { Stage } from '../run/stage.ts'
import { placeable, reads, sampleCall, sampleParams } from './sample.ts'

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
      const query = { ...sampleParams(stage, operation), per_page: 100, [name]: value }
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
  const listed = kind === 'integerArray' || kind === 'stringArray'
  return listed ? other.map((value) => [value]) : other
}
