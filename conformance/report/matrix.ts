import type { Contract, ContractOperation } from '../../sim/contract.ts'
import type { CheckEnded } from '../run/events.ts'
import { roles } from '../targets/target.ts'
import { rowsDecided, type Sentence } from './sentences.ts'
import { type NamedShare, nothingToTry, type Share, shareOf } from './share.ts'
import type { Tried, TriedOperations } from './tried.ts'
import { unreachable } from './unreachable.ts'

/** What a run looked at of one operation. */
export interface MatrixRow {
  readonly operation: string
  readonly family: string
  readonly beyond: boolean
  readonly tier: ContractOperation['tier']
  /** Whether the run was to look at it with everything there is; otherwise nothing of it counts as missing. */
  readonly inFull: boolean
  /** Whether it ever succeeded. */
  readonly success: boolean
  readonly statuses: NamedShare
  /** Those that were part of a call which succeeded. */
  readonly params: NamedShare
  readonly roles: NamedShare
  /** Undefined where it has no pages. */
  readonly paging: NamedShare | undefined
  /** Rows of the page of its family. */
  readonly sentences: NamedShare
  /** Checks that look at it: how many passed, failed, and gave no verdict. */
  readonly passed: number
  readonly failed: number
  readonly open: number
}

const nothing: Tried = { statuses: {}, params: [], accepted: [], callers: [] }
const offsetParams = ['page', 'per_page']
const keysetParams = ['pagination', 'per_page']

/** One row an operation, in the order of the contract. All operations are looked at in full, unless told otherwise. */
export function matrix(
  { operations }: Contract,
  tried: TriedOperations,
  checks: readonly CheckEnded[],
  inFull?: ReadonlySet<string>,
  sentences: readonly Sentence[] = [],
): readonly MatrixRow[] {
  const looking = checksByOperation(checks)
  const decided = rowsDecided(checks)
  return operations.map((operation) => {
    const { statuses, accepted, callers } = tried[operation.id] ?? nothing
    const mine = looking.get(operation.id) ?? []
    const kinds = mine.map(({ result }) => result.kind)
    const given = operation.params.filter((param) => param.in === 'given' && !isPaging(param.name))
    const full = inFull?.has(operation.id) ?? true
    const share = full ? shareFor(operation.id) : touched
    return {
      operation: operation.id,
      family: operation.family,
      beyond: operation.beyond,
      tier: operation.tier,
      inFull: full,
      success: operation.success in statuses,
      statuses: share(statusesOf(operation), Object.keys(statuses)),
      params: share(
        given.map(({ name }) => name),
        accepted,
      ),
      // Where a secret among the parameters proves everything, nobody's role counts.
      roles: share(operation.auth === 'none' ? [] : roles, callers),
      paging:
        operation.paging === 'none' || operation.answer !== 'many'
          ? undefined
          : share(pagingOf(operation), accepted),
      sentences: stated(sentences, operation.id, decided),
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

function stated(sentences: readonly Sentence[], operation: string, decided: ReadonlySet<string>): NamedShare {
  const mine = sentences.filter(({ operations }) => operations.includes(operation))
  const names = mine.map(({ name }) => name)
  const seen = mine.filter(({ page, name }) => decided.has(`${page}#${name}`)).map(({ name }) => name)
  return { ...shareOf(names, seen), names, excused: [] }
}

/** What cannot be reached of an operation counts neither as tried nor as missing. */
function shareFor(operation: string): (wanted: readonly string[], seen: readonly string[]) => NamedShare {
  const reasons = unreachable[operation] ?? {}
  return (wanted, seen) => {
    const names = wanted.filter((one) => reasons[one] === undefined)
    const excused = wanted.flatMap((one) => {
      const reason = reasons[one]
      return reason === undefined ? [] : [[one, reason] as const]
    })
    return { ...shareOf(names, seen), names, excused }
  }
}

/** Of an operation that was not looked at in full: what was seen of it, and nothing missing. */
function touched(wanted: readonly string[], seen: readonly string[]): NamedShare {
  const names = wanted.filter((one) => seen.includes(one))
  return { ...shareOf(names, names), names, excused: [] }
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

/** Rows in a sentence: `merge-requests 6 of 6 operations, 40 of 41 statuses, 120 of 120 parameters`. */
export interface MatrixSum {
  readonly name: string
  readonly operations: Share
  readonly statuses: Share
  readonly params: Share
  readonly roles: Share
  readonly paging: Share
  readonly sentences: Share
}

/** One entry a family, of the rows that were looked at in full, and one a page of sentences that is of no family. */
export function sums(
  rows: readonly MatrixRow[],
  sentences: ReadonlyMap<string, Share> = new Map(),
): readonly MatrixSum[] {
  const families = new Map(byFamily(rows.filter(({ inFull }) => inFull)))
  const names = new Set([...families.keys(), ...sentences.keys()])
  return [...names].map((name) => sumOf(name, families.get(name) ?? [], sentences.get(name)))
}

/** The rows of each family, in the order of the rows. */
export function byFamily(
  rows: readonly MatrixRow[],
): readonly (readonly [family: string, rows: readonly MatrixRow[]])[] {
  const families = new Map<string, MatrixRow[]>()
  for (const row of rows) {
    const known = families.get(row.family)
    if (known === undefined) families.set(row.family, [row])
    else known.push(row)
  }
  return [...families]
}

/** Rows added up under a name. */
export function sumOf(name: string, rows: readonly MatrixRow[], sentences: Share = nothingToTry): MatrixSum {
  const reached = rows.filter(({ success }) => success).map(({ operation }) => operation)
  return {
    name,
    operations: shareOf(
      rows.map(({ operation }) => operation),
      reached,
    ),
    statuses: added(rows, ({ statuses }) => statuses),
    params: added(rows, ({ params }) => params),
    roles: added(rows, ({ roles }) => roles),
    paging: added(rows, ({ paging }) => paging),
    sentences,
  }
}

function added(rows: readonly MatrixRow[], shareIn: (row: MatrixRow) => Share | undefined): Share {
  const shares = rows.map((row) => [row.operation, shareIn(row) ?? nothingToTry] as const)
  return {
    tried: shares.reduce((sum, [, { tried }]) => sum + tried, 0),
    of: shares.reduce((sum, [, { of }]) => sum + of, 0),
    missing: shares.flatMap(([operation, { missing }]) => missing.map((name) => `${operation}: ${name}`)),
  }
}

/** What was not tried of an operation, in words: `statuses 409, 412; roles guest`. Empty where nothing is left. */
export function left(row: MatrixRow): string {
  const { statuses, params, roles, paging, sentences } = row
  const parts = { statuses, parameters: params, roles, paging, sentences }
  return Object.entries(parts)
    .flatMap(([noun, share]) =>
      share === undefined || share.missing.length === 0 ? [] : [`${noun} ${share.missing.join(', ')}`],
    )
    .join('; ')
}
