import type { CallOut } from '../lib/outbound.ts'
import type { Steps } from '../lib/steps.ts'
import {
  finishEntity,
  goOnWith,
  scheduleStage,
  timeOutEntity,
  timeOutMigration,
} from '../model/bulk-imports/bulk-imports.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { groupStages } from './migrate-group.ts'
import { projectStages } from './migrate-project.ts'
import type { MigrationRun, Outcome, Stage } from './migration-run.ts'

/** Starts a migration. */
export function beginBulkImport(world: World, { importId }: Job['args'], now: Instant): void {
  const migration = world.bulkImports.get(Number(importId))
  if (migration !== undefined) goOnWith(world, migration, now)
}

/** Runs the next stage of an entity. */
export function* stepBulkImportEntity(
  world: World,
  { entityId, stage }: Job['args'],
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const entity = world.bulkImportEntities.get(Number(entityId))
  if (entity === undefined || entity.status !== 'started') return
  const migration = world.bulkImports.require(entity.bulkImportId)
  const user = world.users.get(migration.userId)
  const stages = entity.kind === 'group' ? groupStages : projectStages
  const remote = { callOut, url: migration.url, accessToken: migration.accessToken ?? '' }
  const outcome: Outcome =
    user === undefined
      ? 'failed'
      : yield* runStage(stages[Number(stage)], { world, migration, entity, user, remote, now })
  if (outcome === 'failed') finishEntity(world, entity, 'failed', now)
  else if (outcome === 'again') scheduleStage(world, entity, Number(stage), now)
  else if (Number(stage) + 1 < stages.length) scheduleStage(world, entity, Number(stage) + 1, now)
  else finishEntity(world, entity, 'finished', now)
}

function* runStage(stage: Stage | undefined, run: MigrationRun): Steps<Outcome> {
  const outcome = stage === undefined ? 'done' : stage(run)
  return typeof outcome === 'string' ? outcome : yield* outcome
}

/** Times out a migration or an entity. */
export function timeOutBulkImport(world: World, { importId, entityId }: Job['args'], now: Instant): void {
  const migration = world.bulkImports.get(Number(importId ?? 0))
  if (migration !== undefined) timeOutMigration(world, migration, now)
  const entity = world.bulkImportEntities.get(Number(entityId ?? 0))
  if (entity !== undefined) timeOutEntity(world, entity, now)
}
