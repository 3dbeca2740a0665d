import { GitError } from '../../../git/git-error.ts'
import type { Steps } from '../../../lib/steps.ts'
import { ImportFault } from './unpack.ts'

/** Reads a bundle; one that is none ends the import. Throws an ImportFault. */
export function* unbundled<T>(reading: Steps<T>): Steps<T> {
  try {
    return yield* reading
  } catch (problem) {
    if (!(problem instanceof GitError)) throw problem
    throw new ImportFault(`13:fetch bundle: exit status 128, stderr: "fatal: ${problem.message}"`)
  }
}
