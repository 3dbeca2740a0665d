import type { Contract } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import { type Citation, citationsOf } from '../kit/citation.ts'
import type { CheckEnded } from '../run/events.ts'
import { learntFrom } from '../sources/learnt-from.ts'
import { type NamedShare, shareOf } from './share.ts'
import { unseen } from './unseen.ts'

/** A fact about the service that a run is to try: a row of a page in `conformance/sources`. */
export interface Sentence {
  /** Name of the page: a family, or `conventions`. */
  readonly page: string
  /** Anchor of the row. */
  readonly name: string
  /** Ids of operations of the family: those that checks of it look at. None where no check cites it. */
  readonly operations: readonly string[]
}

/** The page of what holds of the API as a whole. */
const general = 'conventions'

type Citing = Pick<AnyCheck, 'source' | 'level'>

/** The rows that a check tries, each as it is cited: `milestones#order`. */
export function triedBy(check: Citing): readonly string[] {
  return rowsOf(check).map(({ page, anchor }) => `${page}#${anchor}`)
}

/** What is only recorded tries nothing. */
function rowsOf({ source, level }: Citing): readonly Citation[] {
  return level === 'observe' ? [] : citationsOf(source)
}

/** Names of the rows of a page that hold for every service of this release: not those of later ones, or of the double. */
export function requiredOf(page: string): readonly string[] {
  return Object.entries(learntFrom[page] ?? {}).flatMap(([name, from]) =>
    /^(?:later|chosen):/.test(from) ? [] : [name],
  )
}

/**
 * What a run with the checks of these ids is to try, given the operations that it looks at in full. Of a family that it
 * looks at in full these are also the rows that no check cites; the conventions belong to a run of all operations of the
 * specification.
 */
export function sentencesToTry(
  ids: ReadonlySet<string>,
  plan: readonly AnyCheck[],
  { operations }: Contract,
  inFull: ReadonlySet<string>,
): readonly Sentence[] {
  const citedAtAll = new Set(oneOfEachSource(plan).flatMap(triedBy))
  const covered = coveredByRow(plan.filter(({ id }) => ids.has(id)))
  return Object.keys(learntFrom).flatMap((page) => {
    const mine = operations.filter(({ family, beyond }) => (page === general ? !beyond : family === page))
    const looked = mine.map(({ id }) => id).filter((id) => inFull.has(id))
    const whole = looked.length === mine.length
    if (looked.length === 0 || (page === general && !whole)) return []
    const rows = new Map<string, readonly string[]>()
    for (const name of whole ? requiredOf(page) : [])
      if (!citedAtAll.has(`${page}#${name}`) && unseen[page]?.[name] === undefined) rows.set(name, [])
    for (const [name, covers] of covered.get(page) ?? []) {
      const about = page === general ? [] : looked.filter((id) => covers.has(id))
      if (whole || about.length > 0) rows.set(name, about)
    }
    return [...rows].sort().map(([name, about]) => ({ page, name, operations: about }))
  })
}

/** By page and anchor, the operations that checks look at which cite the row. */
function coveredByRow(checks: readonly AnyCheck[]): Map<string, Map<string, Set<string>>> {
  const pages = new Map<string, Map<string, Set<string>>>()
  for (const check of checks)
    for (const { page, anchor } of rowsOf(check)) {
      const rows = pages.get(page) ?? new Map<string, Set<string>>()
      const covers = rows.get(anchor) ?? new Set<string>()
      for (const id of check.covers) covers.add(id)
      pages.set(page, rows.set(anchor, covers))
    }
  return pages
}

// The thousands of checks that laws make cite the same few sources.
function oneOfEachSource(checks: readonly AnyCheck[]): readonly AnyCheck[] {
  return [...new Map(checks.map((check) => [`${check.level} ${check.source}`, check])).values()]
}

/** How many of these sentences some check decided, by page. */
export function sentenceShares(
  sentences: readonly Sentence[],
  checks: readonly CheckEnded[],
): ReadonlyMap<string, NamedShare> {
  const decided = rowsDecided(checks)
  const pages = [...new Set(sentences.map(({ page }) => page))]
  return new Map(
    pages.map((page) => {
      const names = sentences.filter((one) => one.page === page).map(({ name }) => name)
      const excused = Object.entries(unseen[page] ?? {})
      const seen = names.filter((name) => decided.has(`${page}#${name}`))
      return [page, { ...shareOf(names, seen), names, excused }]
    }),
  )
}

/** Rows that a check cites which came to a verdict. */
export function rowsDecided(checks: readonly CheckEnded[]): ReadonlySet<string> {
  const verdicts: readonly string[] = ['pass', 'fail', 'known']
  return new Set(checks.filter(({ result }) => verdicts.includes(result.kind)).flatMap(triedBy))
}
