import { GitError } from '../../../git/git-error.ts'
import { ImportFault } from './unpack.ts'

/** Reads a bundle; one that is none ends the import. Throws an ImportFault. */
export function unbundled<T>(read: () => T): T {
  try {
    return read()
  } catch (problem) {
    if (!(problem instanceof GitError)) throw problem
    throw new ImportFault(`13:fetch bundle: exit status 128, stderr: "fatal: ${problem.message}"`)
  }
}
