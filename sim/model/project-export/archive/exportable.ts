import { gzipSteps } from '../../../lib/gzip.ts'
import type { Steps } from '../../../lib/steps.ts'
import type { Instant } from '../../../time/calendar.ts'
import type { Group } from '../../groups/group.ts'
import type { Project } from '../../projects/project.ts'
import type { World } from '../../world.ts'
import type { RelationBatch, RelationExport } from '../relation-export.ts'
import { projectAttributes } from './attributes.ts'
import { groupRelations } from './group-relations.ts'
import { projectRelations } from './project-relations.ts'
import type { AnyRelation } from './relation.ts'
import { repositoryBundle } from './repository.ts'
import { type ExportOptions, relationFile, tarGzSteps } from './write-archive.ts'

/** A project or group that is exported relation by relation. */
export type Exportable =
  | { readonly kind: 'project'; readonly project: Project }
  | { readonly kind: 'group'; readonly group: Group }

/** What decides on the lines of a relation beside its records. */
export interface RelationWish extends Pick<ExportOptions, 'tellsEpic'> {
  readonly now: Instant
}

/** Files that travel with a project beside its records; of some of them this world has none. */
const projectFiles = ['repository', 'design', 'uploads', 'lfs_objects'] as const
const groupFiles = ['uploads'] as const

/** The names of relations that can be exported. */
export function exportableRelations(kind: Exportable['kind']): readonly string[] {
  const [relations, files] = kind === 'project' ? [ofProject(), projectFiles] : [groupRelations, groupFiles]
  return [...relations.map(({ name }) => name), ...files]
}

/** Whether a relation can be exported in batches: it is a list. */
export function isBatchable(kind: Exportable['kind'], name: string): boolean {
  const relations: readonly { readonly name: string; readonly shape: 'one' | 'many' }[] =
    kind === 'project' ? ofProject() : groupRelations
  return (relations.find((it) => it.name === name)?.shape ?? listsOfFiles[name]) === 'many'
}

const listsOfFiles: { readonly [name: string]: 'many' | undefined } = { uploads: 'many', lfs_objects: 'many' }

type Exported = Pick<RelationExport, 'file' | 'objects'>

const nothing: Exported = { file: null, objects: 0 }

/** The file of a relation, and how many records it holds; no file where there is nothing to fetch. */
export function* exportedRelation(
  world: World,
  portable: Exportable,
  name: string,
  wish: RelationWish,
): Steps<Exported> {
  if (portable.kind === 'project' && name === 'repository') {
    const file = yield* repositoryFile(world, portable.project, wish.now)
    return file === null ? nothing : { file, objects: 1 }
  }
  const bytes = yield* recordsOf(world, portable, name, wish)
  if (bytes === undefined) return nothing
  const file = yield* packed(name, bytes)
  return { file, objects: isBatchable(portable.kind, name) ? [...linesIn(bytes)].length : 1 }
}

/** The records of a relation in files of `size` records each; none where there are no records. */
export function* exportedBatches(
  world: World,
  portable: Exportable,
  name: string,
  wish: RelationWish,
  size: number,
): Steps<readonly RelationBatch[]> {
  const bytes = (yield* recordsOf(world, portable, name, wish)) ?? new Uint8Array()
  const ends = [...linesIn(bytes)]
  const batches: RelationBatch[] = []
  for (let first = 0; first < ends.length; first += size) {
    const last = Math.min(first + size, ends.length)
    const part = bytes.subarray(ends[first - 1] ?? 0, ends[last - 1])
    batches.push({ objects: last - first, file: yield* packed(name, part), updatedAt: wish.now })
  }
  return batches
}

/** Where each line ends, its line feed included. */
function* linesIn(bytes: Uint8Array): Generator<number> {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) yield at + 1
}

function* recordsOf(
  world: World,
  portable: Exportable,
  name: string,
  wish: RelationWish,
): Steps<Uint8Array | undefined> {
  return portable.kind === 'group'
    ? yield* records(world, groupRelations, portable.group, name, wish)
    : yield* records(world, ofProject(), portable.project, name, wish)
}

function ofProject(): readonly AnyRelation<Project>[] {
  return [{ ...projectAttributes, name: 'self' }, ...projectRelations]
}

function* records<Of>(
  world: World,
  relations: readonly AnyRelation<Of>[],
  of: Of,
  name: string,
  { tellsEpic }: RelationWish,
): Steps<Uint8Array | undefined> {
  const relation = relations.find((candidate) => candidate.name === name)
  if (relation === undefined) return undefined
  return yield* relationFile(relation, of, { world, withGroupMembers: false, tellsEpic })
}

function* packed(name: string, bytes: Uint8Array): Steps<RelationBatch['file']> {
  return { name: `${name}.${name === 'self' ? 'json' : 'ndjson'}.gz`, bytes: yield* gzipSteps([bytes]) }
}

function* repositoryFile(world: World, project: Project, now: Instant): Steps<RelationExport['file']> {
  const bytes = yield* repositoryBundle(world, project)
  if (bytes === undefined) return null
  return { name: 'repository.tar.gz', bytes: yield* tarGzSteps([{ path: 'repository.bundle', bytes }], now) }
}
