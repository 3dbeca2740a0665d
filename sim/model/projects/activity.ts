import type { Instant } from '../../time/calendar.ts'
import type { World } from '../world.ts'

const HOUR = 3_600_000

/** Records that something happened in a project: once an hour at most, as in the service (projects#last-activity). */
export function recordActivity(world: World, projectId: number, now: Instant): void {
  const project = world.projects.get(projectId)
  if (project !== undefined && project.lastActivityAt <= now - HOUR)
    world.projects.update(projectId, { lastActivityAt: now })
}
