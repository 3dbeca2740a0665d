import { readBlob } from '../../git/objects.ts'
import { entryAt } from '../../git/tree.ts'
import { commitOf } from '../branches/branches.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { objectsOf } from './repository.ts'

/** A file as one commit has it. */
export interface FileAtCommit {
  readonly name: string
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
  readonly blobId: string
  readonly commitId: string
}

/** The file at a path of a commit; undefined when there is none. */
export function fileAt(
  world: World,
  project: Project,
  commitId: string,
  path: string,
): FileAtCommit | undefined {
  const objects = objectsOf(world)
  const entry = entryAt(objects, commitOf(world, project, commitId).commit.tree, path)
  if (entry?.type !== 'blob') return undefined
  return {
    name: entry.name,
    path: entry.path,
    bytes: readBlob(objects, entry.id),
    executable: entry.mode === '100755',
    blobId: entry.id,
    commitId,
  }
}
