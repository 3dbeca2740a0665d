import type { TestCase } from '../model/pipelines/junit.ts'
import { countTests, type TestSuite, totalTestTime } from '../model/pipelines/test-report.ts'
import { entity, json } from './entity.ts'

const numbers = { type: 'number' } as const
const suites = { type: 'array', items: { type: 'object' } } as const

/** The test report of a pipeline, case by case. */
export const testReportEntity = entity<readonly TestSuite[]>('TestReport', {
  total_time: json(numbers, totalTestTime),
  total_count: json(numbers, (all) => countTests(all)),
  success_count: json(numbers, (all) => countTests(all, 'success')),
  failed_count: json(numbers, (all) => countTests(all, 'failed')),
  skipped_count: json(numbers, (all) => countTests(all, 'skipped')),
  error_count: json(numbers, (all) => countTests(all, 'error')),
  test_suites: json(suites, (all) =>
    all.map((suite) => ({
      ...countsOf(suite),
      suite_error: suite.error,
      test_cases: suite.cases.map(shown),
    })),
  ),
})

/** The same without the cases. */
export const testSummaryEntity = entity<readonly TestSuite[]>('TestReportSummary', {
  total: json({ type: 'object' }, (all) => ({
    time: totalTestTime(all),
    count: countTests(all),
    success: countTests(all, 'success'),
    failed: countTests(all, 'failed'),
    skipped: countTests(all, 'skipped'),
    error: countTests(all, 'error'),
    suite_error: null,
  })),
  test_suites: json(suites, (all) =>
    all.map((suite) => ({ ...countsOf(suite), build_ids: suite.jobIds, suite_error: suite.error })),
  ),
})

function countsOf(suite: TestSuite) {
  return {
    name: suite.name,
    total_time: totalTestTime([suite]),
    total_count: countTests([suite]),
    success_count: countTests([suite], 'success'),
    failed_count: countTests([suite], 'failed'),
    skipped_count: countTests([suite], 'skipped'),
    error_count: countTests([suite], 'error'),
  }
}

function shown({ status, name, classname, file, time, output }: TestCase) {
  return {
    status,
    name,
    classname,
    file,
    execution_time: time,
    system_output: output,
    stack_trace: null,
    recent_failures: null,
  }
}
