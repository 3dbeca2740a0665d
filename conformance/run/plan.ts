import {
  authorityOf,
  type Contract,
  type Dialect,
  operationsOfOtherReleases,
  type Tier,
} from '../../sim/contract.ts'
import type { AnyCheck, AnyLaw } from '../kit/check.ts'
import { remembered } from '../kit/remembered.ts'
import { contractFor } from '../targets/accepted.ts'
import type { Target } from '../targets/target.ts'

export interface Suite {
  readonly laws: readonly AnyLaw[]
  readonly checks: readonly AnyCheck[]
}

/** Every law on every operation that it applies to, then every check. */
export function wholePlan(suite: Suite, contract: Contract): readonly AnyCheck[] {
  return plansOf(suite)(contract)
}

/**
 * The part of a plan in which checks of these ids are to be looked for. To make the checks of all laws takes longer than
 * many a run of a few others.
 */
export function planFor(suite: Suite, contract: Contract, ids: readonly string[]): readonly AnyCheck[] {
  const others = ids.length > 0 && ids.every((id) => /^(?!laws)[^*]+\/[^*]*$/.test(id))
  return others ? checksOf(suite) : wholePlan(suite, contract)
}

const checksOf = remembered(({ checks }: Suite) => prerequisitesFirst(checks))

// Choosing checks, running them and reporting on them all begin with the plan, which has some twenty thousand.
const plansOf = remembered((own: Suite) =>
  remembered((contract: Contract): readonly AnyCheck[] => [
    ...own.laws.flatMap((law) => law.checks(contract)),
    ...checksOf(own),
  ]),
)

function prerequisitesFirst(checks: readonly AnyCheck[]): readonly AnyCheck[] {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const ordered = new Set<AnyCheck>()
  const seen = new Set<AnyCheck>()
  const add = (check: AnyCheck): void => {
    if (seen.has(check)) return
    seen.add(check)
    for (const id of check.after ?? []) {
      const before = byId.get(id)
      if (before !== undefined) add(before)
    }
    ordered.add(check)
  }
  for (const check of checks) add(check)
  return [...ordered]
}

/** What a check changes for all, the others must not meet. */
export function isAlone({ needs }: AnyCheck): boolean {
  return needs?.alone === true || needs?.restores !== undefined
}

/** The checks that run alone, and those that build on one of them, after all others: these need not wait for them. */
export function aloneLast(checks: readonly AnyCheck[]): readonly AnyCheck[] {
  const late = new Set<string>()
  for (const check of checks)
    if (isAlone(check) || check.after?.some((before) => late.has(before))) late.add(check.id)
  return [...checks.filter(({ id }) => !late.has(id)), ...checks.filter(({ id }) => late.has(id))]
}

const ladder: readonly Tier[] = ['free', 'premium', 'ultimate']

/** Why a check is not meant for a target; undefined where it is. */
export function unfit({ needs = {}, covers }: AnyCheck, target: Target): string | undefined {
  const { dialect, tier, manyCalls } = needs
  if (target.mode === 'read' && needs.writes)
    return 'the mode is read, and it is about what changes something'
  if (target.mode === 'read' && !needs.found && needs.project !== 'none')
    return 'the mode is read, and it needs a project of its own'
  const { absent, dialect: spoken } = contractFor(target)
  const lacking = absent.length === 0 ? undefined : covers.find((id) => absent.includes(id))
  if (lacking !== undefined) return notThere(lacking, spoken)
  if (manyCalls && !target.quick) return 'it takes thousands of calls or records'
  if (dialect !== undefined && target.dialect !== undefined && dialect !== authorityOf(target.dialect))
    return `the target speaks the ${target.dialect} dialect`
  if (tier === undefined) return undefined
  if (target.tier === undefined) return "the target's plan is not known; tell it with --tier"
  if (tier === 'unlicensed') return target.tier === 'free' ? undefined : `the target's plan is ${target.tier}`
  return ladder.indexOf(target.tier) >= ladder.indexOf(tier)
    ? undefined
    : `the target's plan is ${target.tier}`
}

function notThere(id: string, dialect: Dialect): string {
  const others = operationsOfOtherReleases(dialect)
  const { since, until } = others.find(({ method, path }) => `${method} ${path}` === id) ?? {}
  const releases = [
    ...(since === undefined ? [] : [`came with ${since}`]),
    ...(until === undefined ? [] : [`went with ${until}`]),
  ]
  return `${id} ${releases.join(' and ')}`
}
