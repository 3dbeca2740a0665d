import { pipelineDetailEntity } from '../../entities/pipeline-ref.ts'
import { testReportEntity, testSummaryEntity } from '../../entities/test-report.ts'
import { ofMergeRequest, openPipeline } from '../../jobs/open-pipeline.ts'
import type { Pipeline } from '../../model/ci.ts'
import type { Project } from '../../model/project.ts'
import { suitesOf } from '../../model/test-report.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { filled, integer, required } from '../../protocol/params.ts'
import { forbidden, methodNotAllowed, recordNotFound } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'

const pipelineId = { pipeline_id: required(integer({ about: 'Id of the pipeline' })) }
const reading = {
  method: 'GET',
  auth: 'public',
  subject: 'project',
  needs: 'read_builds',
  params: pipelineId,
  beyond: true,
} as const

export const getTestReport = operation(
  {
    ...reading,
    path: '/projects/:id/pipelines/:pipeline_id/test_report',
    summary: 'What the tests of a pipeline came to',
    answers: { one: testReportEntity },
  },
  ({ world, project, params, now }) => suitesOf(world, pipelineOf(world, project, params.pipeline_id), now),
)

export const getTestSummary = operation(
  {
    ...reading,
    path: '/projects/:id/pipelines/:pipeline_id/test_report_summary',
    summary: 'What the tests of a pipeline came to, in figures',
    answers: { one: testSummaryEntity },
  },
  ({ world, project, params, now }) => suitesOf(world, pipelineOf(world, project, params.pipeline_id), now),
)

export const updateMetadata = operation(
  {
    method: 'PUT',
    path: '/projects/:id/pipelines/:pipeline_id/metadata',
    summary: 'Give a pipeline a name',
    subject: 'project',
    needs: 'create_pipeline',
    params: { ...pipelineId, name: required(filled({ about: 'At most 255 characters' })) },
    answers: { one: pipelineDetailEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const pipeline = pipelineOf(world, project, params.pipeline_id)
    return world.pipelines.put({ ...pipeline, name: params.name.slice(0, 255) })
  },
)

export const createMergeRequestPipeline = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
    summary: 'Start the pipeline of a merge request',
    subject: 'merge_request',
    sees: 'read_merge_request',
    answers: { status: 200, one: pipelineDetailEntity },
    refuses: [400, 405],
    beyond: true,
  },
  ({ world, caller, project, mergeRequest, view, now }) => {
    if (!view.can('create_pipeline', project)) throw forbidden()
    const about = ofMergeRequest(world, mergeRequest, caller.user?.id ?? 0)
    if (about === undefined || mergeRequest.state !== 'opened') throw methodNotAllowed()
    return valid(() => openPipeline(world, about, now))
  },
)

function pipelineOf(world: World, project: Project, id: number | null): Pipeline {
  const pipeline = world.pipelines.get(id ?? 0)
  if (pipeline?.projectId !== project.id) throw recordNotFound()
  return pipeline
}
