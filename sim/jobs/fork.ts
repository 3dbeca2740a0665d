import type { World } from '../model/world.ts'
import type { Job } from '../time/schedule.ts'

/** Finishes the import of a fork. */
export function finishFork(world: World, { projectId }: Job['args']): void {
  const project = world.projects.get(Number(projectId))
  if (project?.importStatus === 'scheduled') world.projects.update(project.id, { importStatus: 'finished' })
}
