import { attributesIn } from '../../git/attributes.ts'
import type { Change } from '../../git/changes.ts'
import { pointerTo, readPointer } from '../../git/lfs-pointer.ts'
import { readBlob, readCommit } from '../../git/objects.ts'
import { changedFiles, isRegular } from '../../git/tree-diff.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { objectsOf } from './repository.ts'

/** True when a project has a file of large file storage itself. */
export function hasLfsObject(world: World, { id }: Pick<Project, 'id'>, oid: string): boolean {
  return world.lfsLinks.get(linkId(id, oid)) !== undefined
}

/** Stores a file for a project. Gives its id. */
export function storeLfsObject(world: World, project: Pick<Project, 'id'>, bytes: Uint8Array): string {
  const oid = sha256Hex(bytes)
  if (world.lfsObjects.get(oid) === undefined) world.lfsObjects.insert({ id: oid, bytes })
  linkLfsObject(world, project, oid)
  return oid
}

/** Lets a project have a file that is stored already. */
export function linkLfsObject(world: World, { id }: Pick<Project, 'id'>, oid: string): void {
  if (hasLfsObject(world, { id }, oid)) return
  world.lfsLinks.insert({ id: linkId(id, oid), projectId: id, oid })
  const { sizes } = world.projects.require(id)
  const lfsObjects = sizes.lfsObjects + world.lfsObjects.require(oid).bytes.length
  world.projects.update(id, { sizes: { ...sizes, lfsObjects } })
}

/** Lets a fork have all files of the project that it is made of. */
export function linkLfsObjectsOf(world: World, source: Project, fork: Project): void {
  for (const { oid } of world.lfsLinks.by('byProject', source.id).list()) linkLfsObject(world, fork, oid)
}

/** Lets a project have the files that a merge request from a fork brings. */
export function linkMergedLfsObjects(
  world: World,
  { projectId, sourceProjectId }: Pick<MergeRequest, 'projectId' | 'sourceProjectId'>,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  if (projectId === sourceProjectId || world.lfsLinks.by('byProject', sourceProjectId).count(1) === 0) return
  const objects = objectsOf(world)
  for (const { newId, newMode } of changedFiles(
    objects,
    readCommit(objects, from).tree,
    readCommit(objects, to).tree,
  )) {
    const pointer = isRegular(newMode) && newId !== undefined && readPointer(readBlob(objects, newId))
    if (pointer && hasLfsObject(world, { id: sourceProjectId }, pointer.oid))
      linkLfsObject(world, { id: projectId }, pointer.oid)
  }
}

/** Takes all files from a project that goes, and removes those that no other project has. */
export function removeLfsObjectsOf(world: World, { id: projectId }: Pick<Project, 'id'>): void {
  for (const { id, oid } of world.lfsLinks.by('byProject', projectId).list()) {
    world.lfsLinks.delete(id)
    if (world.lfsLinks.by('byObject', oid).count(1) === 0) world.lfsObjects.delete(oid)
  }
}

/** The content of a file that a project of the same fork network has. */
export function lfsContent(world: World, project: Project, oid: string): Uint8Array | undefined {
  const shared =
    hasLfsObject(world, project, oid) ||
    world.lfsLinks
      .by('byObject', oid)
      .list()
      .some(({ projectId }) => world.projects.require(projectId).networkId === project.networkId)
  return shared ? world.lfsObjects.get(oid)?.bytes : undefined
}

/** What a pointer in a repository stands for; undefined for content that is no pointer, or to what is not there. */
export function contentBehind(world: World, project: Project, blob: Uint8Array): Uint8Array | undefined {
  const pointer = readPointer(blob)
  return pointer === undefined ? undefined : lfsContent(world, project, pointer.oid)
}

/**
 * Gives the content that checked-out files have: of those whose filter is `lfs` what their pointers stand for. Other
 * content stays as it is.
 */
export function smudge(
  world: World,
  project: Project,
  commit: string,
): (path: string, blob: Uint8Array) => Uint8Array {
  const objects = objectsOf(world)
  const attribute = attributesIn(objects, readCommit(objects, commit).tree)
  return (path, blob) => {
    const content = contentBehind(world, project, blob)
    return content !== undefined && attribute(path, 'filter') === 'lfs' ? content : blob
  }
}

/** The changes of a commit as they are stored: new files whose filter is `lfs` become pointers. */
export function* withPointers(
  world: World,
  project: Project,
  start: string | undefined,
  changes: readonly Change[],
): Steps<readonly Change[]> {
  if (start === undefined || !project.settings.lfs) return changes
  const objects = objectsOf(world)
  const attribute = attributesIn(objects, readCommit(objects, start).tree, 'root')
  const pace = new Pace()
  const stored: Change[] = []
  for (const change of changes) {
    const { action, path, content, symlink } = change
    const bytes = content ?? new Uint8Array()
    if (pace.after(bytes.length)) yield
    if (action !== 'create' || symlink || attribute(path, 'filter') !== 'lfs') stored.push(change)
    else {
      storeLfsObject(world, project, bytes)
      stored.push({ ...change, content: pointerTo(bytes) })
    }
  }
  return stored
}

function linkId(projectId: number, oid: string): string {
  return `${projectId}:${oid}`
}
