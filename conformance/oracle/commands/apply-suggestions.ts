import { applyInTime, contentOf } from '../../arrange/suggestions.ts'
import { answers, equals, says } from '../../kit/expect.ts'
import { overlap, reasons, replaced } from '../suggestions.ts'
import { command, type ModelCommand } from './command.ts'
import type { Review, Suggested } from './suggest-lines.ts'

/** Applies the n-th suggestions, one alone or several at once; all of them or none. */
export function applySuggestions(nth: readonly number[]): ModelCommand<Review> {
  return command(
    `apply suggestions ${nth.join(', ')}`,
    async (review, stage) => {
      const all = [...review.suggestions.values()]
      const chosen = [...new Set(nth.map((n) => all[n % all.length]))].filter((one) => one !== undefined)
      const wanted = chosen.sort((a, b) => a.id - b.id)
      const ids = wanted.map(({ id }) => id)
      const reply = await applyInTime(stage, ids)
      const reason = wanted.map(reasonAgainst).find((text) => text !== undefined)
      if (reason !== undefined) return says(reply, 400, reason)
      if (overlap(wanted)) return says(reply, 400, reasons.overlap)
      answers(reply, 200)
      settle(review, wanted)
      const text = review.lines.map((line) => `${line}\n`).join('')
      equals('the file', await contentOf(stage, review.proposal.branch, review.path), text)
    },
    (review) => review.suggestions.size > 0,
  )
}

function reasonAgainst({ applied, stale, from, to }: Suggested): string | undefined {
  if (applied) return reasons.applied
  if (stale) return from === to ? reasons.line : reasons.lines
  return undefined
}

/** Those that lie below move with their lines; those whose lines were replaced are of yesterday. */
function settle(review: Review, done: readonly Suggested[]): void {
  review.lines = replaced(review.lines, done)
  for (const one of review.suggestions.values()) {
    const applied = done.some(({ id }) => id === one.id)
    if (one.applied || one.stale || applied) {
      review.suggestions.set(one.id, { ...one, applied: one.applied || applied })
      continue
    }
    const above = done.filter(({ to }) => to < one.from)
    const shift = above.reduce((sum, it) => sum + it.lines.length - (it.to - it.from + 1), 0)
    const stale = overlap([one, ...done])
    review.suggestions.set(one.id, stale ? { ...one, stale } : moved(one, shift))
  }
}

function moved(one: Suggested, shift: number): Suggested {
  return { ...one, from: one.from + shift, to: one.to + shift }
}
