import type { CiJob } from '../model/pipelines/ci.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { can } from './abilities.ts'
import { callerFor } from './caller.ts'

/** True where a job may be run again in the name of its user, who may have lost the right meanwhile. */
export function mayRetry(world: World, { userId, projectId }: CiJob, now: Instant): boolean {
  const user = world.users.get(userId ?? 0)
  if (user === undefined) return false
  return can({ world, caller: callerFor(user), now }, 'create_pipeline', world.projects.require(projectId))
}
