import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { isReleased } from '../installation/released.ts'
import { changedLaterSetting } from '../settings/in-force.ts'
import { nextId, type World } from '../world.ts'
import {
  type Exportable,
  exportableRelations,
  exportedBatches,
  exportedRelation,
  isBatchable,
  type RelationWish,
} from './archive/exportable.ts'
import type { RelationExport } from './relation-export.ts'

/** A client that asks once a second sees it going on once. */
const DONE_AFTER = 1001
/** As long as this a finished export is not made again. */
const FRESH = 3 * 60_000

/** How a user asks for an export. */
export interface RelationRequest {
  readonly userId: number
  /** Lists in files of some records each. */
  readonly batched: boolean
}

/** Begins to export every relation anew for a user, but for what is fresh and in one piece. */
export function startRelationExports(
  world: World,
  portable: Exportable,
  { userId, batched }: RelationRequest,
  now: Instant,
): void {
  for (const relation of exportableRelations(portable.kind)) {
    const known = relationExportOf(world, portable, relation, userId)
    const batches = batched && isBatchable(portable.kind, relation) ? [] : null
    if (known === undefined)
      world.relationExports.insert({
        id: nextId(world, 'relationExports'),
        projectId: portable.kind === 'project' ? portable.project.id : null,
        groupId: portable.kind === 'group' ? portable.group.id : null,
        relation,
        userId,
        status: 'started',
        error: null,
        file: null,
        objects: 0,
        batches,
        updatedAt: now,
      })
    else if (known.status !== 'finished' || known.updatedAt + FRESH <= now || known.batches || batches)
      world.relationExports.update(known.id, {
        ...{ userId, status: 'started', error: null, objects: 0, batches, updatedAt: now },
      })
  }
  const { kind } = portable
  const args = { of: kind, id: kind === 'project' ? portable.project.id : portable.group.id, userId }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'relation-export', args, due: now + DONE_AFTER })
}

/** Writes the files of what a user began. */
export function* finishRelationExports(
  world: World,
  portable: Exportable,
  userId: number,
  wish: RelationWish,
): Steps<void> {
  for (const { id, status, relation, batches } of relationExportsOf(world, portable, userId))
    if (status === 'started') {
      const written =
        batches === null
          ? yield* exportedRelation(world, portable, relation, wish)
          : yield* inBatches(world, portable, relation, wish)
      world.relationExports.update(id, { ...written, status: 'finished', updatedAt: wish.now })
      yield
    }
}

function* inBatches(world: World, portable: Exportable, relation: string, wish: RelationWish) {
  const batches = yield* exportedBatches(world, portable, relation, wish, recordsOfBatch(world))
  return { batches, file: null, objects: batches.reduce((sum, { objects }) => sum + objects, 0) }
}

/** Ends what was begun for a project or group that may be gone. */
export function failRelationExports(
  world: World,
  of: { readonly projectId: number } | { readonly groupId: number },
  now: Instant,
): void {
  const rows =
    'projectId' in of
      ? world.relationExports.by('byProject', of.projectId)
      : world.relationExports.by('byGroup', of.groupId)
  for (const { id, status } of rows.list())
    if (status === 'started')
      world.relationExports.update(id, {
        status: 'failed',
        error: 'Export failed unexpectedly',
        updatedAt: now,
      })
}

/** How many records a batch has: a setting once there is one (project-export#later-relation-batches). */
function recordsOfBatch(world: World): number {
  if (!isReleased(world, 'settings#later-18-2')) return 1000
  const chosen = changedLaterSetting(world, 'relation_export_batch_size')
  return typeof chosen === 'number' && chosen > 0 ? chosen : 50
}

/** The exports of a project or group that a user knows of, oldest first. */
export function relationExportsOf(
  world: World,
  portable: Exportable,
  userId: number,
): readonly RelationExport[] {
  const rows = exportsOf(world, portable).list()
  return ofUser(world, rows, userId).sort((a, b) => a.id - b.id)
}

export function relationExportOf(
  world: World,
  portable: Exportable,
  relation: string,
  userId: number,
): RelationExport | undefined {
  return ofUser(world, exportsOf(world, portable, relation).list(), userId)[0]
}

function exportsOf({ relationExports }: World, portable: Exportable, ...relation: readonly string[]) {
  return portable.kind === 'project'
    ? relationExports.by('byProject', portable.project.id, ...relation)
    : relationExports.by('byGroup', portable.group.id, ...relation)
}

// Everybody who may export shares what there is until a release makes it that of a user.
function ofUser(world: World, rows: readonly RelationExport[], userId: number): RelationExport[] {
  const own = isReleased(world, 'project-export#later-relations-of-user')
  return rows.filter((row) => !own || row.userId === userId)
}
