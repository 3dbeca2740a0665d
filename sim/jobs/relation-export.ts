import { finishRelationExports } from '../model/project-export/relation-exports.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'

/** Writes the files of the relations of a project or group that is still there. */
export function exportRelations(world: World, { of, id }: Job['args'], now: Instant): void {
  const project = of === 'project' ? world.projects.get(Number(id)) : undefined
  const group = of === 'group' ? world.groups.get(Number(id)) : undefined
  if (project !== undefined) finishRelationExports(world, { kind: 'project', project }, now)
  if (group !== undefined) finishRelationExports(world, { kind: 'group', group }, now)
}
