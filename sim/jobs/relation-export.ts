import type { Steps } from '../lib/steps.ts'
import type { Epic } from '../model/epics/epic.ts'
import { finishRelationExports } from '../model/project-export/relation-exports.ts'
import type { World } from '../model/world.ts'
import { readsEpic } from '../policy/epics.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'

/** Writes the files of the relations of a project or group that is still there. */
export function* exportRelations(world: World, { of, id, userId }: Job['args'], now: Instant): Steps<void> {
  const user = world.users.get(Number(userId))
  const tellsEpic = (epic: Epic) => user !== undefined && readsEpic(world, epic, user, now)
  const project = of === 'project' ? world.projects.get(Number(id)) : undefined
  const group = of === 'group' ? world.groups.get(Number(id)) : undefined
  if (project !== undefined)
    yield* finishRelationExports(world, { kind: 'project', project }, Number(userId), { now, tellsEpic })
  if (group !== undefined)
    yield* finishRelationExports(world, { kind: 'group', group }, Number(userId), { now, tellsEpic })
}
