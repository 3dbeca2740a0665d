import { gzipSteps } from '../../../lib/gzip.ts'
import type { Steps } from '../../../lib/steps.ts'
import type { Instant } from '../../../time/calendar.ts'
import type { Group } from '../../groups/group.ts'
import type { Project } from '../../projects/project.ts'
import type { World } from '../../world.ts'
import type { RelationExport } from '../relation-export.ts'
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

/** The file of a relation; null where there is nothing to fetch. */
export function* exportedRelationFile(
  world: World,
  portable: Exportable,
  name: string,
  wish: RelationWish,
): Steps<RelationExport['file']> {
  if (portable.kind === 'group') return yield* recordsFile(world, groupRelations, portable.group, name, wish)
  const { project } = portable
  return name === 'repository'
    ? yield* repositoryFile(world, project, wish.now)
    : yield* recordsFile(world, ofProject(), project, name, wish)
}

function ofProject(): readonly AnyRelation<Project>[] {
  return [{ ...projectAttributes, name: 'self' }, ...projectRelations]
}

function* recordsFile<Of>(
  world: World,
  relations: readonly AnyRelation<Of>[],
  of: Of,
  name: string,
  { tellsEpic }: RelationWish,
): Steps<RelationExport['file']> {
  const relation = relations.find((candidate) => candidate.name === name)
  if (relation === undefined) return null
  const file = yield* relationFile(relation, of, { world, withGroupMembers: false, tellsEpic })
  const bytes = yield* gzipSteps([file])
  return { name: `${name}.${name === 'self' ? 'json' : 'ndjson'}.gz`, bytes }
}

function* repositoryFile(world: World, project: Project, now: Instant): Steps<RelationExport['file']> {
  const bytes = yield* repositoryBundle(world, project)
  if (bytes === undefined) return null
  return { name: 'repository.tar.gz', bytes: yield* tarGzSteps([{ path: 'repository.bundle', bytes }], now) }
}
