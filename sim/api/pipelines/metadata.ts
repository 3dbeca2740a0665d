import { renamedPipelineEntity } from '../../entities/pipeline-ref.ts'
import { isLonger } from '../../model/names.ts'
import { operation } from '../../protocol/operation.ts'
import { nonBlankString, required } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { pipelineId, pipelineOf } from './params.ts'

export const updatePipelineMetadata = operation(
  {
    method: 'PUT',
    path: '/projects/:id/pipelines/:pipeline_id/metadata',
    summary: 'Update the metadata of a pipeline',
    subject: 'project',
    needs: 'create_pipeline',
    params: {
      ...pipelineId,
      name: required(nonBlankString({ about: 'New name of the pipeline, of at most 255 characters' })),
    },
    answers: { one: renamedPipelineEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const pipeline = pipelineOf(world, project, params.pipeline_id)
    if (isLonger(params.name, 255))
      throw message(400, 'Failed to update pipeline - Name is too long (maximum is 255 characters)')
    return world.pipelines.put({ ...pipeline, name: params.name })
  },
)
