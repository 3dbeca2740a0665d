import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './root.ts'
import { outputPattern, promisedOutput, type Snippet, snippetsOf, stepsOf } from './testing/snippets.ts'

// The README is executed as its readers would: its commands in a shell, its modules against the built package.

const URL_OF_README = 'http://127.0.0.1:8080'
const snippets = snippetsOf('README.md')
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-readme-'))
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'forgery'))
  for (const own of ['msw', 'undici', 'vitest'])
    symlinkSync(join(root, 'node_modules', own), join(folder, 'node_modules', own))
  const npx = join(folder, 'bin', 'npx')
  writeFileSync(
    npx,
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${join(root, 'dist/sim/cli/main.js')}' "$@"\n`,
  )
  chmodSync(npx, 0o755)
  // A file that is shown begins with its name.
  for (const { language, text } of snippets) {
    const name = language === 'yaml' ? /^# ([\w.-]+)\n/.exec(text)?.[1] : undefined
    if (name !== undefined) writeFileSync(join(folder, name), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, NO_COLOR: '1' }
}

describe.each(snippets.filter(({ language }) => language === 'console'))('README, line $line', (snippet) => {
  const steps = stepsOf(snippet)
  let server: Serving | undefined
  afterAll(() => server?.stop())

  test.each(steps)('$ $command', async ({ command, output }) => {
    if (isServer(command)) {
      await server?.stop()
      server = await serve(command)
      expect(await server.printed(output)).toMatch(outputPattern(output))
      return
    }
    if (command.includes(URL_OF_README)) server ??= await serve('npx forgery')
    expect(ran(command, server?.url)).toMatch(outputPattern(output))
  })
})

const modules = snippets.filter(({ language }) => language === 'ts')
const isTest = ({ text }: Snippet) => text.includes("'forgery/vitest'")

test.each(modules.filter(isTest))('README, line $line: the test passes', (snippet) => {
  const name = `line-${snippet.line}.test.mjs`
  writeFileSync(join(folder, name), snippet.text)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { stdout, status } = spawnSync(process.execPath, [vitest, 'run', '--root', folder, name], {
    encoding: 'utf8',
    env: environment(),
  })
  expect({ stdout: status === 0 ? '' : stdout, status }).toEqual({ stdout: '', status: 0 })
})

test.each(modules.filter((snippet) => !isTest(snippet)))(
  'README, line $line: the module prints what it says',
  (snippet: Snippet) => {
    const file = join(folder, `line-${snippet.line}.mjs`)
    writeFileSync(file, snippet.text)
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout).toBe(promisedOutput(snippet))
  },
)

function isServer(command: string): boolean {
  return /^npx forgery(?: serve| -|$)/.test(command) && !/--(?:version|help)/.test(command)
}

function ran(command: string, url = URL_OF_README): string {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command.replaceAll(URL_OF_README, url)], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  })
  expect({ command, stderr, status }).toEqual({ command, stderr: '', status: 0 })
  const text = stdout.replaceAll(url, URL_OF_README)
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

interface Serving {
  readonly url: string
  /** What it has printed, once that is as much as is awaited. */
  printed(awaited: string): Promise<string>
  stop(): Promise<void>
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
  const readme = () => text.replaceAll(address, URL_OF_README)
  return {
    url: address,
    printed: (awaited) =>
      until(child, () => (outputPattern(awaited).test(readme()) ? readme() : undefined), readme),
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
