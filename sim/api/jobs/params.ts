import type { View } from '../../entities/entity.ts'
import { type CiJob, pipelineStatuses } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { mayRun } from '../../policy/ref-jobs.ts'
import { listOf } from '../../protocol/params.ts'
import { forbidden, recordNotFound } from '../../protocol/refusal.ts'

const scope = { about: 'Only jobs with one of these statuses' }
export const jobScope = listOf(pipelineStatuses, { ...scope, ofHash: 'values' })
/** Lists of a pipeline take no hash. */
export const pipelineJobScope = listOf(pipelineStatuses, { ...scope, ofHash: 'refused' })

/** A job of a project by its id; a trigger job (bridge) is not found. */
export function jobOf(world: World, project: Project, id: number | null): CiJob {
  const job = world.ciJobs.get(id ?? 0)
  if (job?.projectId !== project.id || job.bridge !== undefined) throw recordNotFound()
  return job
}

/** The job, for those who may stop and repeat what runs for its branch or tag (jobs#rights-on-protected). */
export function jobToRun(view: View, project: Project, id: number | null): CiJob {
  return permitted(view, project, jobOf(view.world, project, id))
}

/** The same, or a trigger job. */
export function anyJobToRun(view: View, project: Project, id: number | null): CiJob {
  const job = view.world.ciJobs.get(id ?? 0)
  if (job?.projectId !== project.id) throw recordNotFound()
  return permitted(view, project, job)
}

function permitted(view: View, project: Project, job: CiJob): CiJob {
  if (!mayRun(view.situation, project, job)) throw forbidden()
  return job
}
