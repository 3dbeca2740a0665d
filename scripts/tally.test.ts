import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from './root.ts'

const passed = { status: 'passed' }
const failed = { status: 'failed' }
const file = (status: string, ...assertionResults: { readonly status: string }[]) => ({
  status,
  assertionResults,
})
const report = (...testResults: object[]) => JSON.stringify({ testResults })

test.each([
  ['all passed', report(file('passed', passed, passed), file('passed', passed)), 0, '3 passed, 0 failed', 0],
  ['one failed', report(file('failed', passed, failed)), 1, '1 passed, 1 failed', 1],
  [
    'skipped ones do not count',
    report(file('passed', passed, { status: 'skipped' })),
    0,
    '1 passed, 0 failed',
    0,
  ],
  ['a file that did not load', report(file('failed'), file('passed', passed)), 1, '1 passed, 1 failed', 1],
  ['an error outside every test', report(file('passed', passed)), 1, '1 passed, 1 failed', 1],
  ['a run that died', undefined, 137, '0 passed, 1 failed', 1],
  ['a report that is cut off', '{"testResults":[', 1, '0 passed, 1 failed', 1],
  ['a run without tests', report(), 0, '0 passed, 1 failed', 1],
])('%s', (_, written, exit, line, status) => {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-tally-'))
  try {
    const path = join(folder, 'report.json')
    if (written !== undefined) writeFileSync(path, written)
    const run = spawnSync(process.execPath, [inRoot('scripts', 'tally.mjs'), path, String(exit)], {
      encoding: 'utf8',
    })
    expect({ line: run.stdout, status: run.status }).toEqual({ line: `${line}\n`, status })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
