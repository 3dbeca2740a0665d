import type { MayRead } from '../model/pipelines/pipeline-config.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { can } from './abilities.ts'
import { callerFor } from './caller.ts'

/** The projects whose files a user's pipelines may include: those whose code the user reads. */
export function mayIncludeFrom(world: World, userId: number | null, now: Instant): MayRead {
  const user = world.users.get(userId ?? 0)
  if (user === undefined) return () => false
  const situation = { world, caller: callerFor(user), now }
  return (project) => can(situation, 'read_code', project)
}
