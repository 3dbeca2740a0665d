import type { Contract, ContractOperation } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import { nearestAre } from '../kit/nearest.ts'
import { inSpecification, type Scope } from './scope.ts'

/** Which checks to run. Without any wish those in the scope are; with both kinds of wishes those that both select. */
export interface Wishes {
  /**
   * `specification` is the operations of the specification, `all` those around them as well. Default: `specification`;
   * what `ids` and `operations` name is then run outside of it, too, and of a law as a whole what is in it.
   */
  readonly scope?: Scope | undefined
  /**
   * Checks by family (`milestones`: the checks of the family, and the laws on its operations), by the beginning of an id
   * up to a slash (`laws/paging`; `milestones/` without the laws), by id, or with `*` for any text in it.
   */
  readonly ids?: readonly string[]
  /**
   * Operations, with `*` for any text and with or without the method: `GET /projects/:id/pipelines*`. Selected are the
   * laws on them and the checks that cover one of them.
   */
  readonly operations?: readonly string[]
}

export type Selection =
  | { readonly ok: true; readonly checks: readonly AnyCheck[] }
  /** `unknown` are wishes that nothing fits; none where ids and operations have no check in common. */
  | { readonly ok: false; readonly unknown: readonly string[]; readonly complaint: string }

/** The checks of a plan that are wished for. */
export function select(plan: readonly AnyCheck[], contract: Contract, wishes: Wishes = {}): Selection {
  const { ids = [], operations = [], scope } = wishes
  const specified = new Set(scope === 'all' ? plan : inSpecification(plan, contract))
  if (ids.length + operations.length === 0)
    return { ok: true, checks: plan.filter((check) => specified.has(check)) }
  const byId = ids.map((id) => [id, checksNamed(id, plan, contract)] as const)
  const byOperation = operations.map((one) => [one, checksOn(one, plan, contract)] as const)
  const unknownIds = unfulfilled(byId)
  const unknownOperations = unfulfilled(byOperation)
  if (unknownIds.length + unknownOperations.length > 0) {
    const complaints = [
      ...unknownIds.map((id) => noCheck(id, plan, contract)),
      ...unknownOperations.map((pattern) => noOperation(pattern, contract)),
    ]
    return { ok: false, unknown: [...unknownIds, ...unknownOperations], complaint: complaints.join('; ') }
  }
  const kept = operations.length > 0 ? byId : byId.map((wish) => lawsWithin(specified, wish))
  const named = new Set(kept.flatMap(([, found]) => found))
  const touching = new Set(byOperation.flatMap(([, found]) => found))
  const wished = plan.filter(
    (check) => (ids.length === 0 || named.has(check)) && (operations.length === 0 || touching.has(check)),
  )
  if (wished.length === 0) {
    const complaint = `no check of ${listed(ids)} is about an operation that matches ${listed(operations)}`
    return { ok: false, unknown: [], complaint }
  }
  const checks = scope === undefined ? wished : wished.filter((check) => specified.has(check))
  if (checks.length > 0) return { ok: true, checks }
  const complaint = `${listed([...ids, ...operations])} is around the specification, and the scope is ${scope}: leave it out, or make it all`
  return { ok: false, unknown: [], complaint }
}

/** Ids of the operations that checks look at in full: with every law on them, and with every check of their family. */
export function inFull(
  ids: ReadonlySet<string>,
  plan: readonly AnyCheck[],
  contract: Contract,
): ReadonlySet<string> {
  const beginnings = new Map(contract.operations.map(({ id, family }) => [id, `${family}/`]))
  const inPart = new Set<string>()
  for (const check of plan)
    if (!ids.has(check.id))
      for (const id of check.covers)
        if (isLaw(check) || check.id.startsWith(beginnings.get(id) ?? '/')) inPart.add(id)
  return new Set([...beginnings.keys()].filter((id) => !inPart.has(id)))
}

type Fulfilled = readonly (readonly [wish: string, checks: readonly AnyCheck[]])[]

function unfulfilled(wishes: Fulfilled): readonly string[] {
  return wishes.flatMap(([wish, checks]) => (checks.length === 0 ? [wish] : []))
}

function checksNamed(wish: string, plan: readonly AnyCheck[], { operations }: Contract): readonly AnyCheck[] {
  const family = new Set(operations.filter((one) => one.family === wish).map(({ id }) => id))
  const beginning = wish.endsWith('/') ? wish : `${wish}/`
  const fits = glob(wish)
  return plan.filter(
    (check) =>
      fits(check.id) ||
      check.id.startsWith(beginning) ||
      (isLaw(check) && check.covers.some((id) => family.has(id))),
  )
}

// Who names a law as a whole names no operation: what is in the scope of it is meant, if there is something.
function lawsWithin(specified: ReadonlySet<AnyCheck>, [wish, found]: Fulfilled[number]): Fulfilled[number] {
  if (!wish.startsWith('laws') && !wish.startsWith('*')) return [wish, found]
  const within = found.filter((check) => specified.has(check) || !isLaw(check))
  return [wish, within.length === 0 ? found : within]
}

/** Ids of the operations that a pattern matches, with or without the method. */
export function operationsNamed(pattern: string, { operations }: Contract): ReadonlySet<string> {
  const fits = glob(inCapitals(pattern))
  return new Set(operations.filter((one) => namesOf(one).some(fits)).map(({ id }) => id))
}

function checksOn(pattern: string, plan: readonly AnyCheck[], contract: Contract): readonly AnyCheck[] {
  const ids = operationsNamed(pattern, contract)
  return plan.filter((check) => check.covers.some((id) => ids.has(id)))
}

function namesOf({ method, path, aliases }: ContractOperation): readonly string[] {
  return [path, ...aliases].flatMap((spelt) => [spelt, `${method} ${spelt}`])
}

/** `GET /projects` for `get /projects`. */
function inCapitals(pattern: string): string {
  return pattern.replace(/^[a-z]+ /, (method) => method.toUpperCase())
}

function glob(pattern: string): (text: string) => boolean {
  if (!pattern.includes('*')) return (text) => text === pattern
  const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const expression = new RegExp(`^${parts.join('.*')}$`)
  return (text) => expression.test(text)
}

/** True for the checks that laws make. */
export function isLaw({ id }: Pick<AnyCheck, 'id'>): boolean {
  return id.startsWith('laws/')
}

function noCheck(id: string, plan: readonly AnyCheck[], { operations }: Contract): string {
  if (/^([A-Za-z]+ )?\/|\s/.test(id))
    return `there is no check or family "${id}"; an operation is selected with --operation`
  const families = new Set([
    ...operations.map(({ family }) => family),
    ...plan.map((check) => beginning(check.id)),
  ])
  // The thousands of checks that laws make are of use only to who names a law.
  const checks = plan.filter((check) => id.startsWith('laws/') || !isLaw(check))
  return `there is no check or family "${id}"; ${nearestAre(id, [...families, ...checks.map((check) => check.id)])}`
}

function beginning(id: string): string {
  return id.slice(0, id.lastIndexOf('/'))
}

function noOperation(pattern: string, { operations }: Contract): string {
  const names = operations.map(({ id, path }) => (pattern.includes(' ') ? id : path))
  return `no operation matches "${pattern}"; ${nearestAre(inCapitals(pattern), [...new Set(names)])}`
}

function listed(wishes: readonly string[]): string {
  return wishes.map((wish) => `"${wish}"`).join(', ')
}
