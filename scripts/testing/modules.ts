import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

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
