import { testReportEntity, testSummaryEntity } from '../../entities/test-report.ts'
import { testSuitesOf } from '../../model/pipelines/test-report.ts'
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

export const getPipelineTestReport = operation(
  {
    ...reading,
    path: '/projects/:id/pipelines/:pipeline_id/test_report',
    summary: 'Get the test report of a pipeline',
    answers: { one: testReportEntity },
  },
  ({ world, project, params, now }) =>
    testSuitesOf(world, pipelineOf(world, project, params.pipeline_id), now),
)

export const getPipelineTestReportSummary = operation(
  {
    ...reading,
    path: '/projects/:id/pipelines/:pipeline_id/test_report_summary',
    summary: 'Get the test report summary of a pipeline',
    answers: { one: testSummaryEntity },
  },
  ({ world, project, params, now }) =>
    testSuitesOf(world, pipelineOf(world, project, params.pipeline_id), now),
)
