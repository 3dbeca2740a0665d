import type { Pipeline } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { integer, required } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

export const pipelineId = { pipeline_id: required(integer({ about: 'ID of the pipeline' })) }

/** The pipeline of a project by its id. */
export function pipelineOf(world: World, project: Project, id: number | null): Pipeline {
  const pipeline = world.pipelines.get(id ?? 0)
  if (pipeline?.projectId !== project.id) throw recordNotFound()
  return pipeline
}
