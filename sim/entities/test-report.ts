import type { TestCase } from '../model/pipelines/junit.ts'
import { countOf, type TestSuite, timeOf } from '../model/pipelines/test-report.ts'
import { entity, json } from './entity.ts'

const numbers = { type: 'number' } as const
const suites = { type: 'array', items: { type: 'object' } } as const

/** What the tests of a pipeline came to, case by case. */
export const testReportEntity = entity<readonly TestSuite[]>('TestReport', {
  total_time: json(numbers, timeOf),
  total_count: json(numbers, (all) => countOf(all)),
  success_count: json(numbers, (all) => countOf(all, 'success')),
  failed_count: json(numbers, (all) => countOf(all, 'failed')),
  skipped_count: json(numbers, (all) => countOf(all, 'skipped')),
  error_count: json(numbers, (all) => countOf(all, 'error')),
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
    time: timeOf(all),
    count: countOf(all),
    success: countOf(all, 'success'),
    failed: countOf(all, 'failed'),
    skipped: countOf(all, 'skipped'),
    error: countOf(all, 'error'),
    suite_error: null,
  })),
  test_suites: json(suites, (all) =>
    all.map((suite) => ({ ...countsOf(suite), build_ids: suite.jobIds, suite_error: suite.error })),
  ),
})

function countsOf(suite: TestSuite) {
  return {
    name: suite.name,
    total_time: timeOf([suite]),
    total_count: countOf([suite]),
    success_count: countOf([suite], 'success'),
    failed_count: countOf([suite], 'failed'),
    skipped_count: countOf([suite], 'skipped'),
    error_count: countOf([suite], 'error'),
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
