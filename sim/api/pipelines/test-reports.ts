import { testReportEntity, testSummaryEntity } from '../../entities/test-report.ts'
import { suitesOf } from '../../model/pipelines/test-report.ts'
import { operation } from '../../protocol/operation.ts'
import { pipelineId, pipelineOf } from './params.ts'

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
