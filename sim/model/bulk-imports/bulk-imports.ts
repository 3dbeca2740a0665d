import type { Instant } from '../../time/calendar.ts'
import { groupsBelow } from '../groups/group-tree.ts'
import { isReleased } from '../installation/released.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK } from '../names.ts'
import { redactPaths } from '../project-import/project-imports.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type {
  BulkImport,
  BulkImportEntity,
  BulkImportFailure,
  MigrationStatus,
  PipelineStep,
} from './bulk-import.ts'

export interface NewEntity {
  readonly kind: BulkImportEntity['kind']
  readonly sourceFullPath: string
  readonly destinationSlug: string
  readonly destinationNamespace: string
  readonly migrateProjects: boolean
  readonly withoutMembers?: true
}

export interface NewBulkImport {
  readonly user: User
  readonly url: string
  readonly accessToken: string
  readonly correlationId: string
  readonly entities: readonly NewEntity[]
}

/** A client that reads it one second later still finds it as it was answered. */
const BEGINS_AFTER = 1001
/** Of a migration and of an entity, since it was created; in later releases, since something of it changed. */
const LASTS_AT_MOST = 8 * 3_600_000
const STALE_AFTER = 24 * 3_600_000
/** Between the stages of an entity. */
export const STAGE_DURATION = 1000
/** Entities of a migration that run at once. */
const RUN_AT_ONCE = 5

/** Starts a migration; its entities are imported by jobs. Throws InvalidRow. */
export function scheduleBulkImport(world: World, given: NewBulkImport, now: Instant): BulkImport {
  const { user, url, accessToken, correlationId, entities } = given
  for (const entity of entities) check(world, entity)
  const migration = world.bulkImports.insert({
    id: nextId(world, 'bulkImports'),
    userId: user.id,
    status: 'created',
    url,
    accessToken,
    correlationId,
    createdAt: now,
    updatedAt: now,
  })
  for (const entity of entities) addEntity(world, migration, { ...entity, parentId: null }, now)
  plan(world, 'bulk-import', { importId: migration.id }, now + BEGINS_AFTER)
  plan(world, 'bulk-import-timeout', { importId: migration.id }, now + longest(world))
  return migration
}

// The service looks for the source among its own groups, wherever the source is.
function check(world: World, entity: NewEntity): void {
  const { kind, sourceFullPath, destinationSlug, destinationNamespace } = entity
  if (destinationSlug === '') throw new InvalidRow({ destination_slug: [BLANK] })
  if (kind === 'project') return
  const source = world.groups.find('byFullPath', sourceFullPath.toLowerCase())
  if (source === undefined) return
  for (const group of [source, ...groupsBelow(world, source)])
    if (group.fullPath === destinationNamespace)
      throw new InvalidRow({
        base: [
          'Import failed: Destination cannot be a subgroup of the source group. Change the destination and try again.',
        ],
      })
}

/** Adds an entity to a migration; it runs when it is its turn. */
export function addEntity(
  world: World,
  migration: BulkImport,
  given: NewEntity & Pick<BulkImportEntity, 'parentId'>,
  now: Instant,
): BulkImportEntity {
  const entity = world.bulkImportEntities.insert({
    id: nextId(world, 'bulkImportEntities'),
    bulkImportId: migration.id,
    userId: migration.userId,
    status: 'created',
    ...given,
    groupId: null,
    projectId: null,
    createdAt: now,
    updatedAt: now,
  })
  // The entities that a migration starts with time out with it.
  if (given.parentId !== null)
    plan(world, 'bulk-import-timeout', { entityId: entity.id }, now + longest(world))
  return entity
}

/** Starts as many entities as may run at once, or finishes the migration if none is left. */
export function goOnWith(world: World, migration: BulkImport, now: Instant): void {
  if (isOver(migration)) return
  const entities = world.bulkImportEntities.by('byImport', migration.id).list()
  const all = (...statuses: readonly MigrationStatus[]) =>
    entities.every(({ status }) => statuses.includes(status))
  // A migration of nothing has failed as well.
  if (all('finished', 'failed')) {
    end(world, migration, all('failed') ? 'failed' : 'finished', now)
    return
  }
  if (migration.status === 'created')
    world.bulkImports.update(migration.id, { status: 'started', updatedAt: now })
  const running = entities.filter(({ status }) => status === 'started').length
  const waiting = entities.filter(({ status }) => status === 'created')
  for (const entity of waiting.slice(0, Math.max(0, RUN_AT_ONCE - running))) {
    world.bulkImportEntities.update(entity.id, { status: 'started', updatedAt: now })
    scheduleStage(world, entity, 0, now)
  }
}

/** Schedules the next stage of an entity. */
export function scheduleStage(world: World, { id }: BulkImportEntity, stage: number, now: Instant): void {
  plan(world, 'bulk-import-entity', { entityId: id, stage }, now + STAGE_DURATION)
}

/** Notes how much of a relation was found and imported. What the source has nothing of is left out. */
export function countRelation(
  world: World,
  { id }: BulkImportEntity,
  relation: string,
  found: number,
  imported: number,
): void {
  if (found === 0 || !isReleased(world, 'bulk-imports#later-stats')) return
  const { counts } = world.bulkImportEntities.require(id)
  const count = { source: found, fetched: found, imported }
  world.bulkImportEntities.update(id, { counts: { ...counts, [relation]: count } })
}

/** Finishes an entity, and its migration if it was the last one. */
export function finishEntity(
  world: World,
  { id, bulkImportId }: BulkImportEntity,
  status: 'finished' | 'failed',
  now: Instant,
): void {
  world.bulkImportEntities.update(id, { status, updatedAt: now })
  goOnWith(world, world.bulkImports.require(bulkImportId), now)
}

function longest(world: World): number {
  return isReleased(world, 'bulk-imports#later-stale') ? STALE_AFTER : LASTS_AT_MOST
}

/** Times out a migration; entities that were found later have a timeout of their own. */
export function timeOutMigration(world: World, migration: BulkImport, now: Instant): void {
  if (isReleased(world, 'bulk-imports#later-stale')) {
    const parts = world.bulkImportEntities.by('byImport', migration.id).list()
    const last = parts.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), migration.updatedAt)
    const stale = last + STALE_AFTER
    if (stale > now) {
      if (!isOver(migration)) plan(world, 'bulk-import-timeout', { importId: migration.id }, stale)
      return
    }
  }
  for (const entity of world.bulkImportEntities.by('byImport', migration.id).list())
    if (entity.createdAt <= migration.createdAt) timeOutEntity(world, entity, now)
  stopMigration(world, migration, 'timeout', now)
}

/** Ends a migration, unless it is over. */
export function stopMigration(
  world: World,
  migration: BulkImport,
  status: 'timeout' | 'failed',
  now: Instant,
): void {
  if (!isOver(migration)) end(world, migration, status, now)
}

/** Cancels a migration with its entities, over or not. */
export function cancelMigration(world: World, migration: BulkImport, now: Instant): BulkImport {
  for (const { id } of world.bulkImportEntities.by('byImport', migration.id).list())
    world.bulkImportEntities.update(id, { status: 'canceled', updatedAt: now })
  end(world, migration, 'canceled', now)
  return world.bulkImports.require(migration.id)
}

export function timeOutEntity(world: World, entity: BulkImportEntity, now: Instant): void {
  if (isOver(entity)) return
  const stale = entity.updatedAt + STALE_AFTER
  if (isReleased(world, 'bulk-imports#later-stale') && stale > now) {
    plan(world, 'bulk-import-timeout', { entityId: entity.id }, stale)
    return
  }
  world.bulkImportEntities.update(entity.id, { status: 'timeout', updatedAt: now })
}

function isOver({ status }: { readonly status: MigrationStatus }): boolean {
  return status !== 'created' && status !== 'started'
}

function end(world: World, { id }: BulkImport, status: MigrationStatus, now: Instant): void {
  world.bulkImports.update(id, { status, accessToken: null, updatedAt: now })
}

function plan(world: World, kind: string, args: { readonly [name: string]: number }, due: Instant): void {
  world.jobs.insert({ id: nextId(world, 'jobs'), kind, args, due })
}

function longestMessage(world: World): number {
  return isReleased(world, 'bulk-imports#later-failures') ? 255 : 72
}

export interface NewFailure {
  readonly relation: string
  readonly step: PipelineStep
  readonly pipelineClass: string
  readonly exceptionClass: string
  readonly message: string
}

/** Records a part of an entity that could not be imported. */
export function recordFailure(
  world: World,
  entity: BulkImportEntity,
  { message, ...about }: NewFailure,
  now: Instant,
): BulkImportFailure {
  const told = redactPaths(message)
  const longest = longestMessage(world)
  return world.bulkImportFailures.insert({
    id: nextId(world, 'bulkImportFailures'),
    entityId: entity.id,
    ...about,
    exceptionMessage: told.length > longest ? `${told.slice(0, longest - 3)}...` : told,
    correlationId: world.bulkImports.require(entity.bulkImportId).correlationId,
    createdAt: now,
  })
}
