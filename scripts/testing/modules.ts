import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../root.ts'

/** What a module did that was run for itself. */
export interface RanModule {
  readonly printed: string
  readonly complained: string
  /** `ended`, or what it threw. */
  readonly status: string
}

const RUNNER = `
const said = { stdout: '', stderr: '' }
const write = process.stdout.write.bind(process.stdout)
for (const name of Object.keys(said))
  process[name].write = (text) => {
    said[name] += text
    return true
  }
for (const url of process.argv.slice(2)) {
  said.stdout = said.stderr = ''
  const status = await import(url).then(() => 'ended', (problem) => 'threw ' + (problem?.stack ?? problem))
  write(JSON.stringify({ printed: said.stdout, complained: said.stderr, status }) + '\\n')
}
`

/**
 * Runs modules one behind the other in one process, which loads what they share once. The process has to end of itself,
 * so none of them may leave open what it opened.
 */
export function ranModules(folder: string, texts: readonly string[]): readonly RanModule[] {
  const runner = join(folder, 'runner.mjs')
  writeFileSync(runner, RUNNER)
  const urls = texts.map((text, i) => {
    const file = join(folder, `module-${i}.mjs`)
    writeFileSync(file, text)
    return pathToFileURL(file).href
  })
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner, ...urls], {
    encoding: 'utf8',
    timeout: 120_000,
  })
  const ran = stdout.split('\n').filter(Boolean)
  if (status !== 0 || ran.length !== urls.length)
    throw new Error(`the modules ended with ${status} after ${ran.length} of ${urls.length}: ${stderr}`)
  return ran.map((line) => JSON.parse(line) as RanModule)
}

/** How a file of tests went. */
export interface RanTests {
  /** `passed` where it has tests and none fails. */
  readonly status: string
  /** What each test that failed says, or the file if it could not be loaded. */
  readonly told: readonly string[]
}

/** Runs files of tests in one vitest: most of the time of one is its start. */
export function ranTests(folder: string, texts: readonly string[]): readonly RanTests[] {
  const place = join(folder, 'tests')
  mkdirSync(place)
  texts.forEach((text, i) => {
    writeFileSync(join(place, `${i}.test.mjs`), text)
  })
  const report = join(place, 'report.json')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      inRoot('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...['--root', place, '--pool', 'threads', '--no-isolate', '--max-workers', '1'],
      ...['--reporter', 'json', '--outputFile', report],
    ],
    { encoding: 'utf8' },
  )
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    return texts.map((_, i) => {
      const file = testResults.find(({ name }) => basename(name) === `${i}.test.mjs`)
      if (file === undefined) return { status: 'missing', told: [] }
      const failures = file.assertionResults.flatMap(({ failureMessages = [] }) => failureMessages)
      return { status: file.status, told: [file.message, ...failures].filter(Boolean) }
    })
  } catch (problem) {
    throw new Error(`vitest left no report: ${stdout}${stderr}`, { cause: problem })
  }
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly failureMessages?: readonly string[] }[]
  }[]
}
