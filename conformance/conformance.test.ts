import { describe, expect, test } from 'vitest'
import { contract, dialects } from '../sim/contract.ts'
import { apiRoot } from './client.ts'
import { type MatrixRow, matrix } from './matrix.ts'
import { createLedger, joined, type TriedOperations } from './tried.ts'
import { unreachable } from './unreachable.ts'
import { describeConformance } from './vitest.ts'

const specification = createLedger(contract('specification'), apiRoot)
const real = createLedger(contract('real'), apiRoot)
const free = createLedger(contract('specification'), apiRoot)

describeConformance({ dialect: 'specification' }, { ledger: specification })
describeConformance({ dialect: 'real' }, { ledger: real })
// What an installation without a plan shows, and what it does not.
describeConformance(
  { tier: 'free' },
  {
    ids: ['approvals', 'dependencies', 'milestones', 'merge-requests', 'projects', 'runners', 'search'],
    ledger: free,
  },
)

// After all checks, on what they reached.
describe.each(dialects)('what the checks reach in the %s dialect', (dialect) => {
  const rows = () => matrix(contract(dialect), reached(), [])
  const reached = () => (dialect === 'real' ? real.tried() : joined([specification.tried(), free.tried()]))
  const lacking = (missing: (row: MatrixRow) => readonly string[] | undefined) =>
    rows().flatMap((row) => (missing(row) ?? []).map((name) => `${row.operation}: ${name}`))

  test('is every operation, with success', () => {
    const never = rows().filter(({ operation, success }) => !success && !excused(operation).length)
    expect(never.map(({ operation }) => operation)).toEqual([])
  })

  test('is every documented status', () => {
    expect(lacking(({ statuses }) => statuses.missing)).toEqual([])
  })

  test('is every parameter, in a call that succeeds', () => {
    expect(lacking(({ params }) => params.missing)).toEqual([])
  })

  test('is every parameter of pages', () => {
    expect(lacking(({ paging }) => paging?.missing)).toEqual([])
  })

  test('is every role on each operation of the specification', () => {
    expect(lacking(({ beyond, roles }) => (beyond ? [] : roles.missing))).toEqual([])
  })

  test('is nothing that is called unreachable', () => {
    const { operations } = contract(dialect)
    const stale = Object.entries(unreachable).flatMap(([id, statuses = {}]) => {
      const operation = operations.find((candidate) => candidate.id === id)
      const documented = operation === undefined ? [] : [operation.success, ...operation.refusals].map(String)
      return Object.keys(statuses)
        .filter((status) => !documented.includes(status) || answered(reached(), id, status))
        .map((status) => `${id}: ${status}`)
    })
    expect(stale).toEqual([])
  })
})

function excused(operation: string): readonly string[] {
  return Object.keys(unreachable[operation] ?? {})
}

function answered(tried: TriedOperations, operation: string, status: string): boolean {
  return tried[operation]?.statuses[status] !== undefined
}
