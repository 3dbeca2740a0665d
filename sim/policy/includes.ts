import type { MayRead } from '../model/pipelines/pipeline-config.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { can } from './abilities.ts'
import { callerFor } from './caller.ts'

/** The projects whose files a user's pipelines may include: those whose code the user reads. */
export function mayIncludeFrom(world: World, userId: number | null, now: Instant): MayRead {
  return (project) => {
    const user = world.users.get(userId ?? 0)
    return user !== undefined && can({ world, caller: callerFor(user), now }, 'read_code', project)
  }
}
