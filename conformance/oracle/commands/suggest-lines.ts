import { type Proposal, suggest } from '../../arrange/suggestions.ts'
import { numberIn } from '../../kit/expect.ts'
import { command, type ModelCommand } from './command.ts'

/** A suggestion as the suite remembers it: the lines that it replaces, as long as they are what they were. */
export interface Suggested {
  readonly id: number
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  readonly applied: boolean
  readonly stale: boolean
}

/** A file under review, its lines all different, and the suggestions for it by their ids. */
export interface Review {
  readonly proposal: Proposal
  readonly path: string
  lines: readonly string[]
  readonly suggestions: Map<number, Suggested>
  /** How many new lines there have been, so that no two are alike. */
  soFar: number
}

/** Suggests other lines for some of those that the file has now. */
export function suggestLines(at: number, more: number, count: number): ModelCommand<Review> {
  return command(
    `suggest ${count} lines for ${more + 1} at ${at}`,
    async (review, stage) => {
      const from = 1 + (at % review.lines.length)
      const to = Math.min(from + more, review.lines.length)
      const lines = Array.from({ length: count }, () => {
        review.soFar += 1
        return `suggested ${review.soFar}`
      })
      const row = await suggest(stage, review.proposal, { path: review.path, from, to, lines })
      const id = numberIn(row, 'id')
      review.suggestions.set(id, { id, from, to, lines, applied: false, stale: false })
    },
    (review) => review.lines.length > 0,
  )
}
