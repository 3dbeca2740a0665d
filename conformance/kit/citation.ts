import { documentation } from '../sources/documentation.ts'
import { learntFrom } from '../sources/learnt-from.ts'

/** A row of a page in `conformance/sources`, where a fact stands with where it was learnt. */
export interface Citation {
  /** Name of the page: `milestones` for `conformance/sources/milestones.md`. */
  readonly page: string
  /** Anchor of the row. */
  readonly anchor: string
}

/** A page of the service's public documentation. */
export interface Documentation {
  readonly title: string
  readonly url: string
}

// The thousands of checks that a law makes cite the same.
const read = new Map<string, readonly Citation[]>()

/** What a source cites: `milestones#order, conventions#link-urls` is two rows. A source of another form cites nothing. */
export function citationsOf(source: string): readonly Citation[] {
  const known = read.get(source)
  if (known !== undefined) return known
  const cited = readCitations(source)
  read.set(source, cited)
  return cited
}

function readCitations(source: string): readonly Citation[] {
  const found = source.split(', ').map((text) => /^([a-z-]+)#([a-z0-9-]+)$/.exec(text))
  return found.includes(null)
    ? []
    : found.map((match) => ({ page: match?.[1] ?? '', anchor: match?.[2] ?? '' }))
}

/**
 * How sure a row is: stated by the service's documentation, verified at the service or its source, true of later
 * releases, inferred from something else, or chosen where nothing is known.
 */
export const grounds = ['stated', 'verified', 'later', 'inferred', 'chosen'] as const
export type Ground = (typeof grounds)[number]

/** A row that is cited, with how sure it is and where it was learnt. */
export interface CitedRow extends Citation {
  readonly ground: Ground
  readonly learntFrom: string
}

/** The rows that a source cites, as far as they are there. */
export function groundsOf(source: string): readonly CitedRow[] {
  return citationsOf(source).flatMap(({ page, anchor }) => {
    const [, word, learnt = ''] = /^(\w+): (.*)$/s.exec(learntFrom[page]?.[anchor] ?? '') ?? []
    const ground = grounds.find((one) => one === word)
    return ground === undefined ? [] : [{ page, anchor, ground, learntFrom: learnt }]
  })
}

/** Where the row stands in the repository, and below what `forgery docs --to` writes: `conformance/sources/milestones.md#order`. */
export function placeOf({ page, anchor }: Citation): string {
  return `${placeOfPage(page)}#${anchor}`
}

/** Where the page stands there: `conformance/sources/milestones.md`. */
export function placeOfPage(page: string): string {
  return `conformance/sources/${page}.md`
}

/**
 * Where a reader can read on: the service's documentation, as the pages that a source cites name it, each once. A report
 * is mostly opened far from the package, so it links these and gives the rows as text.
 */
export function documentationOf(source: string): readonly Documentation[] {
  const named = citationsOf(source).flatMap(({ page }) => Object.entries(documentation[page] ?? {}))
  return [...new Map(named)].map(([title, url]) => ({ title, url }))
}
