import type { Json } from '../../../lib/json.ts'
import type { Steps } from '../../../lib/steps.ts'
import { InvalidArchiveRow, type Reading } from './field.ts'
import { type AnyRelation, readRowSteps } from './relation.ts'
import { ImportFault } from './unpack.ts'

/** Called for each line, counted from 0, that cannot be imported, or not as a whole. */
export type OnSkippedLine = (problem: InvalidArchiveRow, relation: string, line: number) => void

/**
 * Puts the lines of one relation into the world, step by step; those that make no row are passed over. Throws an ImportFault for a line
 * that cannot be read.
 */
export function* readLines<Of>(
  relation: AnyRelation<Of>,
  lines: Iterable<Json | undefined>,
  of: Of,
  into: Reading,
  passed: OnSkippedLine,
): Steps<void> {
  let line = 0
  const missed = (problem: InvalidArchiveRow) => passed(problem, relation.name, line)
  for (const value of lines) {
    if (value === undefined) throw new ImportFault('Incorrect JSON format')
    if (value !== null || relation.shape === 'many')
      try {
        yield* readRowSteps(relation, value, of, into, missed)
      } catch (problem) {
        if (!(problem instanceof InvalidArchiveRow)) throw problem
        missed(problem)
      }
    line++
  }
}
