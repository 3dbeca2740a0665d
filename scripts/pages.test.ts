import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator } from '../sim/index.ts'
import { runSync } from '../sim/testing/programs.ts'
import { inRoot, root } from './root.ts'
import { layPackage } from './testing/laid-package.ts'
import { type RanModule, type RanTests, ranModules, ranTests } from './testing/modules.ts'
import { pages } from './testing/pages.ts'
import {
  outputPattern,
  promisedOutput,
  quotation,
  type Snippet,
  snippetsOf,
  stepsOf,
} from './testing/snippets.ts'
import { unrun } from './testing/unrun.ts'

// The blocks of all pages are executed as readers would: commands in a shell, modules against the built package. Those
// that quote a source are compared with it.

const URL_OF_PAGES = 'http://127.0.0.1:8080'
const all = pages.flatMap(snippetsOf)
const isUnrun = ({ page, text }: Snippet) =>
  unrun.some((row) => row.page === page && text.startsWith(row.begins))
const run = all.filter((snippet) => !isUnrun(snippet))
const runIn = (page: string, language: string) =>
  run.filter((snippet) => snippet.page === page && snippet.language === language)

test('every block is tried or listed as an exception, and every exception is there', () => {
  const languages = new Set(['console', 'ts', 'json', 'yaml'])
  const untried = run.filter(({ language }) => !languages.has(language))
  expect(untried.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([])
  const gone = unrun.filter(
    ({ page, begins }) => !all.some((one) => one.page === page && one.text.startsWith(begins)),
  )
  expect(gone).toEqual([])
})

let place = ''
let folder = ''
// For blocks that start none of their own: a reset server is as good as a new one, and there at once.
let common: Serving | undefined
let modules: ReadonlyMap<Snippet, RanModule> = new Map()
let tests: ReadonlyMap<Snippet, RanTests> = new Map()
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'forgery-pages-'))
  mkdirSync(join(place, 'bin'))
  mkdirSync(join(place, 'node_modules'))
  layPackage(join(place, 'node_modules', 'forgery'))
  for (const own of ['fast-check', 'msw', 'undici', 'vitest'])
    symlinkSync(join(root, 'node_modules', own), join(place, 'node_modules', own))
  const npx = join(place, 'bin', 'npx')
  writeFileSync(
    npx,
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${join(root, 'dist/sim/cli/main.js')}' "$@"\n`,
  )
  chmodSync(npx, 0o755)
  modules = together(isModule, ranModules)
  tests = together(isTest, ranTests)
})

/** Runs all TypeScript blocks of one kind at once. */
function together<Ran>(
  isOne: (snippet: Snippet) => boolean,
  ranAll: (folder: string, texts: readonly string[]) => readonly Ran[],
): ReadonlyMap<Snippet, Ran> {
  const snippets = run.filter((snippet) => snippet.language === 'ts' && isOne(snippet))
  const texts = snippets.map(({ text }) => text)
  const ran = ranAll(place, texts)
  return new Map(snippets.map((snippet, i) => [snippet, ran[i] as Ran]))
}

afterAll(async () => {
  await common?.stop()
  rmSync(place, { recursive: true, force: true })
})

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(place, 'bin')}:${process.env.PATH}`, NO_COLOR: '1' }
}

const withBlocks = pages.filter((page) => run.some((snippet) => snippet.page === page))

describe.each(withBlocks)('%s', (page) => {
  // Each page has a folder of its own. A file that is shown begins with its name.
  beforeAll(() => {
    folder = join(place, page.replaceAll('/', '-'))
    mkdirSync(folder)
    for (const { text } of runIn(page, 'yaml')) {
      const name = /^# ([\w.-]+)\n/.exec(text)?.[1]
      if (name !== undefined) writeFileSync(join(folder, name), text)
    }
  })

  describe.each(runIn(page, 'console'))('line $line', (snippet) => {
    const steps = stepsOf(snippet)
    let own: Serving | undefined
    let asked: Serving | undefined
    afterAll(() => own?.stop())

    test.each(steps)('$ $command', async ({ command, output }) => {
      if (isServer(command)) {
        await own?.stop()
        asked = own = await serve(command)
        expect(await own.printed(output)).toMatch(outputPattern(output))
        return
      }
      if (command.includes(URL_OF_PAGES)) asked ??= await fresh()
      expect(ran(command, asked?.url)).toMatch(outputPattern(output))
    })
  })

  test.each(runIn(page, 'ts').filter(isQuotation))('line $line: the source reads so', (snippet) => {
    const { file = '', passages = [] } = quotation(snippet) ?? {}
    const source = readFileSync(inRoot(file), 'utf8')
    expect(passages.filter((passage) => !source.includes(passage))).toEqual([])
  })

  test.each(runIn(page, 'ts').filter(isTest))('line $line: the test passes', (snippet) => {
    expect(tests.get(snippet)).toEqual({ status: 'passed', told: [] })
  })

  test.each(runIn(page, 'ts').filter(isModule))('line $line: the module prints what it says', (snippet) => {
    const { printed, complained, status } = modules.get(snippet) as RanModule
    expect({ complained, status }).toEqual({ complained: '', status: 'ended' })
    expect(printed).toBe(promisedOutput(snippet))
    expect(printed, 'it prints something').not.toBe('')
  })

  test.each(runIn(page, 'json'))('line $line: the world can be built', ({ text }) => {
    expect(createSimulator({ world: JSON.parse(text) }).world.users.size).toBeGreaterThan(0)
  })

  test.each(runIn(page, 'yaml'))('line $line: it is YAML', ({ text }) => {
    expect(load(text)).toBeTypeOf('object')
  })
})

function isTest({ text }: Snippet): boolean {
  return text.includes("'forgery/vitest'")
}

function isQuotation(snippet: Snippet): boolean {
  return quotation(snippet) !== undefined
}

function isModule(snippet: Snippet): boolean {
  return !isTest(snippet) && !isQuotation(snippet)
}

function isServer(command: string): boolean {
  return /^npx forgery(?: serve| -|$)/.test(command) && !/--(?:version|help)/.test(command)
}

/** That a command runs a family of the suite and ends as it is said to, a part of its checks shows as well, with few inputs. */
function inPart(command: string): NodeJS.ProcessEnv {
  return /^npx forgery conform [a-z-]+$/.test(command) ? { FORGERY_SHARD: '1/16', FORGERY_RUNS: '2' } : {}
}

function ran(command: string, url = URL_OF_PAGES): string {
  const { out, err, status } = runSync('sh', ['-c', command.replaceAll(URL_OF_PAGES, url)], {
    cwd: folder,
    env: { ...environment(), ...inPart(command) },
  })
  expect({ command, err, status }).toEqual({ command, err: '', status: 0 })
  const text = out.toString().replaceAll(url, URL_OF_PAGES)
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

interface Serving {
  readonly url: string
  /** What it has printed, once that is as much as is awaited. */
  printed(awaited: string): Promise<string>
  stop(): Promise<void>
}

async function fresh(): Promise<Serving> {
  if (common === undefined) common = await serve('npx forgery')
  else await reset(common.url)
  return common
}

/** Over a connection of its own: while commands run, nobody here sees that the server closes one that is idle. */
async function reset(url: string): Promise<void> {
  const asked = request(`${url}/_forgery/reset`, { method: 'POST', agent: false }).end()
  const [answer] = await once(asked, 'response')
  await once(answer.resume(), 'end')
}

async function serve(command: string): Promise<Serving> {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: folder,
    env: { ...environment(), FORGERY_PORT: '0' },
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.pipe(process.stderr)
  const address = await until(child, () => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0])
  const shown = () => text.replaceAll(address, URL_OF_PAGES)
  return {
    url: address,
    printed: (awaited) =>
      until(child, () => (outputPattern(awaited).test(shown()) ? shown() : undefined), shown),
    async stop() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function until<T>(child: ChildProcess, found: () => T | undefined, otherwise?: () => T): Promise<T> {
  for (const end = Date.now() + 15_000; Date.now() < end && child.exitCode === null; ) {
    const value = found()
    if (value !== undefined) return value
    await new Promise((done) => setTimeout(done, 20))
  }
  if (otherwise !== undefined) return otherwise()
  throw new Error('the server did not come up')
}
