import type { Contract, ContractOperation } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import { groundsOf } from '../kit/citation.ts'

/** How much of the API is checked: the operations of the specification, or those around it as well. */
export const scopes = ['specification', 'all'] as const
export type Scope = (typeof scopes)[number]

/** What a run looks at, as reports name it. */
export interface ScopeOfRun {
  /** `chosen`: the checks were named one by one, by family or by operation. */
  readonly name: Scope | 'chosen'
  /** What was named. */
  readonly named?: readonly string[]
  /** What was left out. */
  readonly without?: readonly string[]
  /** How many operations of the specification it looks at. */
  readonly specification: number
  /** How many others. */
  readonly others: number
}

/** What a check looks at: all of it that a scope needs to know. */
type Covering = Pick<AnyCheck, 'id' | 'covers'>

/**
 * Tells checks of the specification: those that look at one of its operations, at a record that one of them lists or
 * changes, or at the API as a whole. Of laws only those on its own operations are.
 */
export function ofSpecification({ operations }: Contract): (check: Covering) => boolean {
  const within = operations.filter(({ beyond }) => !beyond)
  const specified = new Set(within.map(({ id }) => id))
  const recorded = recordsOf(within.map(({ path }) => path))
  const about = new Set(operations.filter(recorded).map(({ id }) => id))
  return ({ id, covers }) =>
    covers.length === 0 ||
    // What holds of every call is tried on one that is at hand.
    id.startsWith('conventions/') ||
    covers.some((it) => specified.has(it) || (about.has(it) && !id.startsWith('laws/')))
}

/** Tells operations that read or change a record whose path, or whose list, is among these. */
function recordsOf(paths: readonly string[]): (operation: ContractOperation) => boolean {
  const known = new Set(paths)
  return ({ method, path }) =>
    (method === 'GET' || method === 'PUT') &&
    path.includes('/:') &&
    (known.has(path) || (/\/:[a-z_]+$/.test(path) && known.has(path.replace(/\/:[a-z_]+$/, ''))))
}

/** The checks of a plan that are in the scope `specification`, with those that they build on. */
export function inSpecification(plan: readonly AnyCheck[], contract: Contract): readonly AnyCheck[] {
  const byId = new Map(plan.map((check) => [check.id, check]))
  const within = new Set<AnyCheck>()
  const add = (check: AnyCheck): void => {
    if (within.has(check)) return
    within.add(check)
    for (const id of check.after ?? []) {
      const before = byId.get(id)
      if (before !== undefined) add(before)
    }
  }
  plan.filter(ofSpecification(contract)).forEach(add)
  return plan.filter((check) => within.has(check))
}

/**
 * Ids of the operations that checks are about. What a check of the specification calls around it, to arrange or to
 * compare something, is none of them.
 */
export function operationsOf(checks: readonly Covering[], contract: Contract): ReadonlySet<string> {
  const isSpecified = ofSpecification(contract)
  const others = new Set(checks.filter((check) => !isSpecified(check)).flatMap(({ covers }) => covers))
  const covered = new Set(checks.flatMap(({ covers }) => covers))
  const about = contract.operations.filter(({ id, beyond }) => covered.has(id) && (!beyond || others.has(id)))
  return new Set(about.map(({ id }) => id))
}

/** The scope of these checks, under its name. */
export function scopeOf(
  checks: readonly Covering[],
  contract: Contract,
  told: Pick<ScopeOfRun, 'name' | 'named' | 'without'>,
): ScopeOfRun {
  const about = operationsOf(checks, contract)
  const others = contract.operations.filter(({ id, beyond }) => beyond && about.has(id)).length
  return { ...told, specification: about.size - others, others }
}

/** `specification (98 operations)`, `chosen: badges (0 operations of the specification, 10 others)`. */
export function scopeText({ name, named = [], without = [], specification, others }: ScopeOfRun): string {
  const chosen = named.length === 0 ? '' : `: ${named.join(', ')}`
  const counted =
    others === 0
      ? operationsText(specification)
      : `${operationsText(specification)} of the specification, ${others} others`
  const left = without.length === 0 ? '' : `, without ${without.join(', ')}`
  return `${name}${chosen} (${counted})${left}`
}

function operationsText(count: number): string {
  return `${count} operation${count === 1 ? '' : 's'}`
}

/**
 * A check with its weight: what is required of operations around the specification alone must hold only where every row
 * that it cites is stated by the service's documentation or verified at the service. A check that cites no rows weighs
 * what it says.
 */
export function weighed(check: AnyCheck, isSpecified: (check: Covering) => boolean): AnyCheck {
  if (check.level !== 'must' || isSpecified(check)) return check
  return isSure(check.source) ? check : { ...check, level: 'should' }
}

const judged = new Map<string, boolean>()

// The checks of a law cite the same.
function isSure(source: string): boolean {
  const known = judged.get(source)
  if (known !== undefined) return known
  const sure = groundsOf(source).every(({ ground }) => ground === 'stated' || ground === 'verified')
  judged.set(source, sure)
  return sure
}
