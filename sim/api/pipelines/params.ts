import type { View } from '../../entities/entity.ts'
import type { Pipeline } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { mayRun } from '../../policy/ref-jobs.ts'
import { integer, required } from '../../protocol/params.ts'
import { forbidden, recordNotFound } from '../../protocol/refusal.ts'

export const pipelineId = { pipeline_id: required(integer({ about: 'ID of the pipeline' })) }

/** The pipeline of a project by its id. */
export function pipelineOf(world: World, project: Project, id: number | null): Pipeline {
  const pipeline = world.pipelines.get(id ?? 0)
  if (pipeline?.projectId !== project.id) throw recordNotFound()
  return pipeline
}

/** The pipeline, for those who may stop and repeat it (jobs#rights-on-protected). */
export function pipelineToRun(view: View, project: Project, id: number | null): Pipeline {
  const pipeline = pipelineOf(view.world, project, id)
  if (!mayRun(view.situation, project, pipeline)) throw forbidden()
  return pipeline
}

/** The pipeline, for those who may read what it ran; those of other systems are shown wherever lists of them are. */
export function readablePipeline(view: View, project: Project, pipeline: Pipeline | undefined): Pipeline {
  if (pipeline === undefined) throw forbidden()
  if (pipeline.source !== 'external' && !view.can('read_builds', project)) throw forbidden()
  return pipeline
}
