import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Authority } from '../../sim/contract.ts'
import type { TriedOperations } from '../report/tried.ts'
import { joined } from '../report/tried.ts'
import type { CheckEnded } from '../run/events.ts'
import { describeReach } from './describe-reach.ts'

const main = fileURLToPath(new URL('../../dist/sim/cli/main.js', import.meta.url))

interface Report {
  readonly checks: readonly Pick<CheckEnded, 'id' | 'result'>[]
  readonly tried: TriedOperations
}

/**
 * Declares that all checks hold on simulators of a dialect, and that they reach what there is. They run as users run
 * them, by the built command, which takes a fraction of the time that a test for each of the twenty thousand would.
 */
export function describeSuite(dialect: Authority, ...runs: readonly (readonly string[])[]): void {
  const reports = describeHolding(
    `the suite in the ${dialect} dialect`,
    runs.map((words) => ['--dialect', dialect, ...words]),
  )
  const beyond = runs.some((words) => words.includes('all'))
  describeReach(dialect, () => joined(reports.map(({ tried }) => tried)), { beyond })
}

/** Declares that all checks hold in these runs, whose reports are there once the tests run. */
export function describeHolding(title: string, runs: readonly (readonly string[])[]): readonly Report[] {
  const reports: Report[] = []

  describe(title, () => {
    beforeAll(async () => {
      for (const words of runs) reports.push(await reportOf(words))
    }, 600_000)

    test('holds', () => {
      const wrong = reports.flatMap(({ checks }) =>
        checks.filter(({ result: { kind } }) => kind !== 'pass' && kind !== 'skip' && kind !== 'disabled'),
      )
      expect(wrong).toEqual([])
    })

    test('gives a verdict on something of each family and of each law', () => {
      const all = reports.flatMap(({ checks }) => checks)
      const held = new Set(all.filter(({ result }) => result.kind === 'pass').map(groupOf))
      expect([...new Set(all.map(groupOf))].filter((group) => !held.has(group))).toEqual([])
    })
  })

  return reports
}

/** `milestones` or `laws/paging`. */
function groupOf({ id }: { readonly id: string }): string {
  return id.slice(0, id.lastIndexOf('/'))
}

async function reportOf(words: readonly string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-suite-'))
  const file = join(folder, 'report.json')
  // A run leaves so much behind that a larger nursery takes a tenth of its time off.
  const all = ['--max-semi-space-size=64', main, 'conform', ...words, '--report', `json=${file}`]
  try {
    // The status is that of the verdicts, which the tests look at one by one.
    const said = await new Promise<string>((resolve) =>
      execFile(process.execPath, all, { maxBuffer: 1e8 }, (_problem, out, err) => resolve(out + err)),
    )
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Report
    } catch (problem) {
      throw new Error(`the suite left no report: ${said.slice(-2000)}`, { cause: problem })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
