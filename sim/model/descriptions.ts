import { utf8 } from '../lib/bytes.ts'
import { isReleased } from './installation/released.ts'
import { isLonger, tooLong } from './names.ts'
import type { World } from './world.ts'

/** Characters of the description of an issue or merge request; in later releases bytes. */
const LONGEST_DESCRIPTION = 1_048_576

/** What is wrong with a description (merge-requests#title-and-description, merge-requests#later-description-bytes). */
export function descriptionFault(world: World, description: string | null | undefined): string | undefined {
  // A character takes three bytes at most of each of its units.
  if (description == null || description.length * 3 <= LONGEST_DESCRIPTION) return undefined
  if (!isReleased(world, 'merge-requests#later-description-bytes'))
    return isLonger(description, LONGEST_DESCRIPTION) ? tooLong(LONGEST_DESCRIPTION) : undefined
  const size = utf8(description).length
  if (size <= LONGEST_DESCRIPTION) return undefined
  return `is too long (${mebibytes(size)}). The maximum size is ${mebibytes(LONGEST_DESCRIPTION)}.`
}

function mebibytes(bytes: number): string {
  return `${Number((bytes / LONGEST_DESCRIPTION).toPrecision(3))} MiB`
}
