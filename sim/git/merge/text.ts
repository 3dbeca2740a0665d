import type { Steps } from '../../lib/steps.ts'
import { LineNumbers } from '../compare/line-numbers.ts'
import { linesOf } from '../split-lines.ts'
import { regionSteps } from './regions.ts'

/** How conflicts are marked in the text. */
export interface MarkerStyle {
  readonly ours: string
  readonly theirs: string
  /** The length of a marker, git's default being 7. */
  readonly size: number
}

export interface MergedText {
  readonly text: string
  readonly conflict: boolean
}

/**
 * Merges what two texts made of a third, line by line as git does, step by step; changes that touch one another
 * conflict.
 */
export function* mergeTexts(
  base: string,
  ours: string,
  theirs: string,
  style: MarkerStyle,
): Steps<MergedText> {
  const numbers = new LineNumbers()
  const [mine, others] = [linesOf(ours), linesOf(theirs)]
  yield
  const versions = {
    base: yield* numbers.steps(linesOf(base)),
    ours: yield* numbers.steps(mine),
    theirs: yield* numbers.steps(others),
  }
  let text = ''
  let at = 0
  let conflict = false
  for (const region of yield* regionSteps(versions)) {
    const own = mine.slice(region.ours, region.ours + region.oursCount)
    const other = others.slice(region.theirs, region.theirs + region.theirsCount)
    text += mine.slice(at, region.ours).join('')
    at = region.ours + region.oursCount
    if (region.taken === 'conflict') {
      conflict = true
      text += marked(own, other, style)
    } else text += (region.taken === 'ours' ? own : other).join('')
  }
  return { text: text + mine.slice(at).join(''), conflict }
}

function marked(ours: readonly string[], theirs: readonly string[], style: MarkerStyle): string {
  const marker = (char: string, label = ''): string => `${char.repeat(style.size)}${label && ` ${label}`}\n`
  const closed = (lines: readonly string[]): string => lines.join('').replace(/[^\n]$/, '$&\n')
  return marker('<', style.ours) + closed(ours) + marker('=') + closed(theirs) + marker('>', style.theirs)
}
