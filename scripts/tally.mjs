// Turns vitest's JSON report into the last line of a test run: `N passed, N failed`.
// Usage: node scripts/tally.mjs REPORT STATUS, where STATUS is the exit status of the run.
import { readFileSync } from 'node:fs'

const [report, status] = process.argv.slice(2)
const { passed, failed } = tally(report, Number(status))
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

function tally(file, exit) {
  const files = read(file)
  if (files === undefined) return { passed: 0, failed: 1 }
  let passed = 0
  let failed = 0
  for (const { status, assertionResults } of files) {
    const broken = assertionResults.filter((test) => test.status === 'failed').length
    passed += assertionResults.filter((test) => test.status === 'passed').length
    // A file that could not be loaded, or whose hooks failed, has no failed test of its own.
    failed += broken === 0 && status === 'failed' ? 1 : broken
  }
  // Anything else that made the run fail, for example an error outside every test.
  return { passed, failed: failed === 0 && exit !== 0 ? 1 : failed }
}

// The report is missing or cut off when the run died.
function read(file) {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(testResults) && testResults.length > 0 ? testResults : undefined
  } catch {
    return undefined
  }
}
