import type { Contract, ContractOperation } from '../sim/contract.ts'
import type { CheckEnded } from './events.ts'
import { roles } from './targets/target.ts'
import type { Tried, TriedOperations } from './tried.ts'
import { unreachable } from './unreachable.ts'

/** How much of something there is, and what of it was not tried. */
export interface Share {
  readonly tried: number
  readonly of: number
  readonly missing: readonly string[]
}

/** What a run looked at of one operation. */
export interface MatrixRow {
  readonly operation: string
  readonly family: string
  readonly beyond: boolean
  readonly tier: ContractOperation['tier']
  /** Whether it ever succeeded. */
  readonly success: boolean
  readonly statuses: Share
  /** Those that were part of a call which succeeded. */
  readonly params: Share
  readonly roles: Share
  /** Undefined where it has no pages. */
  readonly paging: Share | undefined
  /** Checks that look at it: how many passed, failed, and gave no verdict. */
  readonly passed: number
  readonly failed: number
  readonly open: number
}

const nothing: Tried = { statuses: {}, params: [], accepted: [], callers: [] }
const offsetParams = ['page', 'per_page']
const keysetParams = ['pagination', 'per_page']

/** One row an operation, in the order of the contract. */
export function matrix(
  { operations }: Contract,
  tried: TriedOperations,
  checks: readonly (CheckEnded & { readonly covers: readonly string[] })[],
): readonly MatrixRow[] {
  const looking = checksByOperation(checks)
  return operations.map((operation) => {
    const { statuses, accepted, callers } = tried[operation.id] ?? nothing
    const mine = looking.get(operation.id) ?? []
    const kinds = mine.map(({ result }) => result.kind)
    const given = operation.params.filter((param) => param.in === 'given' && !isPaging(param.name))
    const share = shareFor(operation.id)
    return {
      operation: operation.id,
      family: operation.family,
      beyond: operation.beyond,
      tier: operation.tier,
      success: operation.success in statuses,
      statuses: share(statusesOf(operation), Object.keys(statuses)),
      params: share(
        given.map(({ name }) => name),
        accepted,
      ),
      roles: share(roles, callers),
      paging:
        operation.paging === 'none' || operation.answer !== 'many'
          ? undefined
          : share(pagingOf(operation), accepted),
      passed: kinds.filter((kind) => kind === 'pass').length,
      failed: kinds.filter((kind) => kind === 'fail').length,
      open: kinds.filter((kind) => kind !== 'pass' && kind !== 'fail').length,
    }
  })
}

/** Statuses that any operation may answer with and that no single one is asked for. */
const general = [429, 500]

function statusesOf({ success, refusals }: ContractOperation): readonly string[] {
  return [success, ...refusals.filter((status) => !general.includes(status))].map(String)
}

function isPaging(name: string): boolean {
  return offsetParams.includes(name) || keysetParams.includes(name)
}

function pagingOf({ paging }: ContractOperation): readonly string[] {
  if (paging === 'offset') return offsetParams
  return paging === 'keyset' ? ['per_page'] : [...new Set([...offsetParams, ...keysetParams])]
}

/** What cannot be reached of an operation counts neither as tried nor as missing. */
function shareFor(operation: string): (wanted: readonly string[], seen: readonly string[]) => Share {
  const reasons = unreachable[operation] ?? {}
  return (wanted, seen) =>
    share(
      wanted.filter((one) => reasons[one] === undefined),
      seen,
    )
}

function share(wanted: readonly string[], seen: readonly string[]): Share {
  const missing = wanted.filter((one) => !seen.includes(one))
  return { tried: wanted.length - missing.length, of: wanted.length, missing }
}

function checksByOperation<C extends { readonly covers: readonly string[] }>(
  checks: readonly C[],
): Map<string, C[]> {
  const byOperation = new Map<string, C[]>()
  for (const check of checks)
    for (const id of check.covers) {
      const known = byOperation.get(id)
      if (known === undefined) byOperation.set(id, [check])
      else known.push(check)
    }
  return byOperation
}

/** The rows of a family in a sentence: `merge-requests 6 of 6 operations, 40 of 41 statuses, 120 of 120 parameters`. */
export interface MatrixSum {
  readonly name: string
  readonly operations: Share
  readonly statuses: Share
  readonly params: Share
}

/** One entry a family; everything beyond the specification in one. */
export function sums(rows: readonly MatrixRow[]): readonly MatrixSum[] {
  const names = [...new Set(rows.map(nameOf))]
  return names.map((name) => {
    const mine = rows.filter((row) => nameOf(row) === name)
    const reached = mine.filter(({ success }) => success).map(({ operation }) => operation)
    return {
      name,
      operations: share(
        mine.map(({ operation }) => operation),
        reached,
      ),
      statuses: added(mine, ({ statuses }) => statuses),
      params: added(mine, ({ params }) => params),
    }
  })
}

function nameOf({ family, beyond }: MatrixRow): string {
  return beyond ? 'beyond the specification' : family
}

function added(rows: readonly MatrixRow[], shareOf: (row: MatrixRow) => Share): Share {
  return {
    tried: rows.reduce((sum, row) => sum + shareOf(row).tried, 0),
    of: rows.reduce((sum, row) => sum + shareOf(row).of, 0),
    missing: rows.flatMap((row) => shareOf(row).missing.map((name) => `${row.operation}: ${name}`)),
  }
}
