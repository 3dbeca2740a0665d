import type { Steps } from '../lib/steps.ts'
import { InvalidRow } from '../model/invalid-row.ts'
import type { PipelineSchedule } from '../model/pipelines/pipeline-schedule.ts'
import { scheduleNextRun } from '../model/pipelines/pipeline-schedules.ts'
import type { User } from '../model/users/user.ts'
import { nextId, type World } from '../model/world.ts'
import { can } from '../policy/abilities.ts'
import { callerFor } from '../policy/caller.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { startPipeline } from './start-pipeline.ts'

/**
 * Runs a pipeline schedule at its time, or because a user (`userId`) played it. One that was moved, deactivated or
 * deleted does nothing.
 */
export function* runSchedule(world: World, { scheduleId, userId }: Job['args'], now: Instant): Steps<void> {
  const schedule = world.pipelineSchedules.get(Number(scheduleId))
  if (schedule === undefined) return
  if (userId !== undefined) {
    yield* start(world, schedule, Number(userId), now)
    return
  }
  if (!schedule.active || schedule.nextRunAt !== now) return
  yield* start(world, schedule, schedule.ownerId, now)
  scheduleNextRun(world, world.pipelineSchedules.require(schedule.id), now)
}

/** Schedules an immediate run of a pipeline schedule, by the user who asks for it. */
export function playSchedule(world: World, { id }: PipelineSchedule, by: User, now: Instant): void {
  const args = { scheduleId: id, userId: by.id }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'pipeline-schedule', args, due: now })
}

// Whoever may no longer start pipelines starts none, and neither does a plan for a branch that is gone.
function* start(world: World, schedule: PipelineSchedule, userId: number | null, now: Instant): Steps<void> {
  const user = world.users.get(userId ?? 0)
  const project = world.projects.get(schedule.projectId)
  if (user?.state !== 'active' || project === undefined) return
  const situation = { world, caller: callerFor(user), now }
  if (!can(situation, 'create_pipeline', project)) return
  const { ref, variables, id: scheduleId } = schedule
  const fork = world.fork()
  try {
    yield* startPipeline({ ...situation, world: fork }, project, {
      ref,
      source: 'schedule',
      variables,
      scheduleId,
    })
    world.become(fork)
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
  }
}
