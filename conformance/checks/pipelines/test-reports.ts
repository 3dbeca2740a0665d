import { jobsRun } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { has } from '../../kit/expect.ts'

export const testReport = check({
  id: 'pipelines/test-report',
  says: "The test report of a pipeline and its summary count the tests in the reports of the pipeline's jobs",
  source: 'pipelines#test-report, pipelines#test-summary',
  level: 'should',
  covers: [
    'GET /projects/:id/pipelines/:pipeline_id/test_report',
    'GET /projects/:id/pipelines/:pipeline_id/test_report_summary',
  ],
  needs: { repository: true },
  holds: async (stage) => {
    const line =
      '<testsuite><testcase name="a" time="2"/><testcase name="b"><skipped/></testcase></testsuite>'
    const content = `job:\n  script: ["true"]\n  artifacts: { reports: { junit: .gitlab-ci.yml } }\n# ${line}\n`
    const [job] = await jobsRun(stage, content)
    const pipeline = (job?.pipeline ?? {}) as { readonly id?: number }
    const at = { id: stage.project.id, pipeline_id: pipeline.id ?? 0 }
    const report = await stage.call('GET /projects/:id/pipelines/:pipeline_id/test_report', at)
    has(report.row(), { total_count: 2, success_count: 1, skipped_count: 1, failed_count: 0 }, report)
    const summary = await stage.call('GET /projects/:id/pipelines/:pipeline_id/test_report_summary', at)
    has(summary.row().total as never, { count: 2, time: 2 }, summary)
  },
})
