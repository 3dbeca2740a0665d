import { pipelineDetailEntity } from '../../entities/pipeline-ref.ts'
import { mergeRequestPipelineStart, openLastingPipeline } from '../../jobs/open-pipeline.ts'
import { operation } from '../../protocol/operation.ts'
import { forbidden, methodNotAllowed } from '../../protocol/refusal.ts'
import { refuseInvalidRowOf } from '../../protocol/refuse-invalid-row.ts'

export const createMergeRequestPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
    summary: 'Create a pipeline for a merge request',
    subject: 'merge_request',
    sees: 'read_merge_request',
    answers: { status: 200, one: pipelineDetailEntity },
    refuses: [400, 405],
    beyond: true,
  },
  function* ({ world, caller, project, mergeRequest, view, now }) {
    if (!view.can('create_pipeline', project)) throw forbidden()
    const about = mergeRequestPipelineStart(world, mergeRequest, caller.user?.id ?? 0)
    if (about === undefined || mergeRequest.state !== 'opened') throw methodNotAllowed()
    return yield* refuseInvalidRowOf(openLastingPipeline(world, about, now))
  },
)
