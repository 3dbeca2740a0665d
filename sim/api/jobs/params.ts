import type { CiJob } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

/** A job of a project by its id; a trigger job (bridge) is not found. */
export function jobOf(world: World, project: Project, id: number | null): CiJob {
  const job = world.ciJobs.get(id ?? 0)
  if (job?.projectId !== project.id || job.bridge !== undefined) throw recordNotFound()
  return job
}
