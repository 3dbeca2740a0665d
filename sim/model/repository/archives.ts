import { type ArchiveFormat, archiveSteps } from '../../git/archive/archive.ts'
import { GitError } from '../../git/git-error.ts'
import { readPointer } from '../../git/lfs-pointer.ts'
import { readCommit } from '../../git/objects.ts'
import { entryAt, splitPath } from '../../git/tree.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Recent } from '../../lib/recent/recent.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { smudge } from './lfs-objects.ts'
import { commitNamed } from './project-objects.ts'
import { objectsOf } from './repository.ts'

/** What stands behind the dot of an archive's name, and the format that it means. The specification lists neither `gz` nor `tgz` (S7). */
export const archiveEndings: { readonly [ending: string]: ArchiveFormat } = {
  zip: 'zip',
  tar: 'tar',
  'tar.gz': 'tar.gz',
  tgz: 'tar.gz',
  gz: 'tar.gz',
  'tar.bz2': 'tar.bz2',
  tbz: 'tar.bz2',
  tbz2: 'tar.bz2',
  tb2: 'tar.bz2',
  bz2: 'tar.bz2',
}

export interface WantedArchive {
  /** Branch, tag or commit. */
  readonly ref: string
  /** Only this file or directory; `''` is everything. */
  readonly path: string
  /** Files and folders that are left out. */
  readonly without?: readonly string[]
  readonly format: ArchiveFormat
  /** Whether pointers to large files are left as they are. */
  readonly pointers?: boolean
  /** Whether the name has the id of the commit; default: unless the reference is that id. */
  readonly withId?: boolean
}

/** An archive that can be made. */
export interface RepositoryArchive {
  readonly commit: string
  /** The file's name without its ending, and the folder that holds everything: `webapp-main-5937ac0a…-docs`. */
  readonly name: string
  /** Makes it; undefined where it would be too large. */
  bytes(): Uint8Array | undefined
}

// A commit never changes, so its archives are remembered for all worlds, up to so many bytes.
const MOST_MADE = 32 * 1024 * 1024
const made = new Recent<string, Uint8Array>(MOST_MADE)

/** The archive of a project's repository; undefined where it has no such reference or path. */
export function repositoryArchive(
  world: World,
  project: Project,
  { ref, path, without = [], format, withId, pointers = false }: WantedArchive,
): RepositoryArchive | undefined {
  const objects = objectsOf(world)
  const commit = commitNamed(world, project, ref)
  if (commit === undefined || entryAt(objects, readCommit(objects, commit).tree, path) === undefined)
    return undefined
  const shown = ref.replace(/^refs\/(?:heads|tags)\//, '')
  const id = (withId ?? ref !== commit) ? [commit] : []
  const name = [project.path, shown, ...id, ...splitPath(path)].join('-').replaceAll('/', '-')
  const bytes = () => {
    const key = [commit, format, name, path, String(pointers), ...without].join('\n')
    const known = made.get(key)
    if (known !== undefined) return known
    return workedOut(`archive ${key}`, () => make(key, commit))
  }
  function* make(key: string, id: string): Steps<Uint8Array | undefined> {
    const checkedOut = smudge(world, project, id)
    let hasPointers = false
    try {
      const bytes = yield* archiveSteps(objects, id, format, {
        top: name,
        path,
        without,
        checkedOut(path, blob) {
          if (pointers) return blob
          hasPointers ||= readPointer(blob) !== undefined
          return checkedOut(path, blob)
        },
      })
      // What pointers stand for may come and go.
      if (!hasPointers) made.add(key, bytes, bytes.length)
      return bytes
    } catch (problem) {
      if (problem instanceof GitError) return undefined
      throw problem
    }
  }
  return { commit, name, bytes }
}
