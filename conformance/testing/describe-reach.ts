import { describe, expect, test } from 'vitest'
import { type ContractOperation, contract, type Dialect } from '../../sim/contract.ts'
import { type MatrixRow, matrix, sumOf } from '../report/matrix.ts'
import type { Tried, TriedOperations } from '../report/tried.ts'
import { unreachable } from '../report/unreachable.ts'
import { roles } from '../targets/target.ts'

/** What has to have been reached once all checks were made; `reached` is asked by the tests, not before. */
export function describeReach(
  dialect: Dialect,
  reached: () => TriedOperations,
  scope: { readonly beyond: boolean },
): void {
  describe(`what the checks reach in the ${dialect} dialect`, () => reaches(dialect, reached, scope))
}

function reaches(
  dialect: Dialect,
  reached: () => TriedOperations,
  { beyond }: { readonly beyond: boolean },
): void {
  const all = () => matrix(contract(dialect), reached(), [])
  const rows = () => all().filter(({ beyond }) => !beyond)
  const lacking = (missing: (row: MatrixRow) => readonly string[] | undefined) =>
    rows().flatMap((row) => (missing(row) ?? []).map((name) => `${row.operation}: ${name}`))

  test('is every operation, with success', () => {
    const never = rows().filter(({ operation, success }) => !success && unreachable[operation] === undefined)
    expect(never.map(({ operation }) => operation)).toEqual([])
  })

  test('is every documented status', () => {
    expect(lacking(({ statuses }) => statuses.missing)).toEqual([])
  })

  test('is every parameter, in a call that succeeds', () => {
    expect(lacking(({ params }) => params.missing)).toEqual([])
  })

  // Those are many and still becoming more, so a few may wait for their checks.
  test.runIf(beyond)('is nearly everything of the operations beyond the specification', () => {
    const around = all().filter((row) => row.beyond)
    const { operations, statuses, params } = sumOf('beyond the specification', around)
    for (const { tried, of, missing } of [operations, statuses, params])
      expect(tried / of, `still missing: ${missing.join(', ')}`).toBeGreaterThan(0.9)
  })

  test('is every parameter of pages', () => {
    expect(lacking(({ paging }) => paging?.missing)).toEqual([])
  })

  test('is every role on each operation of the specification', () => {
    expect(lacking(({ roles }) => roles.missing)).toEqual([])
  })

  test('is nothing that is called unreachable', () => {
    const seen = reached()
    const stale = Object.entries(unreachable).flatMap(([id, names = {}]) => {
      const operation = contract(dialect).operations.find((candidate) => candidate.id === id)
      const open = operation === undefined ? [] : openOf(operation, seen[id])
      return Object.keys(names)
        .filter((name) => !open.includes(name))
        .map((name) => `${id}: ${name}`)
    })
    expect(stale).toEqual([])
  })
}

/** What an operation has that was not reached: statuses, parameters and roles. */
function openOf(
  { success, refusals, params }: ContractOperation,
  tried: Tried | undefined,
): readonly string[] {
  const known = [success, ...refusals].map(String).concat(
    params.map(({ name }) => name),
    roles,
  )
  const { statuses = {}, accepted = [], callers = [] } = tried ?? {}
  const seen = [...Object.keys(statuses), ...accepted, ...callers]
  return known.filter((name) => !seen.includes(name))
}
