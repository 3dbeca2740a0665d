import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inRoot } from './root.ts'

// A checkout in miniature: `npm` and `tsc` are stand-ins that leave a trace of what they were asked to do.
const npm = `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
appendFileSync('trace', process.argv.slice(2).join(' ') + '\\n')
const lock = readFileSync('package-lock.json', 'utf8')
for (const place of Object.keys(JSON.parse(lock).packages)) {
  mkdirSync(place, { recursive: true })
  writeFileSync(place + '/package.json', '{}')
}
writeFileSync('node_modules/.package-lock.json', lock)
`
const tsc = `const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs')
appendFileSync('trace', 'tsc\\n')
if (existsSync('broken')) process.exit(2)
const out = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(out + '/sim/cli', { recursive: true })
writeFileSync(out + '/sim/cli/main.js', '')
mkdirSync(out + '/scripts')
writeFileSync(out + '/scripts/prepare.js', 'require("node:fs").appendFileSync("trace", "prepare\\\\n")')
`

const rolldown = `import { mkdirSync } from 'node:fs'
mkdirSync(process.env.BUILD_FOLDER + '/.bundle')
`

const locked = (version: string) => JSON.stringify({ packages: { 'node_modules/some': { version } } })

let folder = ''
let second = 0
const at = (path: string) => join(folder, path)

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
  // Whole seconds survive a copy.
  utimesSync(at(path), ++second, second)
}

let place = ''
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'forgery-setup-'))
  folder = join(place, 'checkout')
  bare()
  setUp()
  renameSync(folder, join(place, 'ready'))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))
beforeEach(() => rmSync(folder, { recursive: true, force: true }))

/** A clone in which nothing was done. */
function bare(): void {
  write('scripts/setup.mjs', readFileSync(inRoot('scripts', 'setup.mjs'), 'utf8'))
  for (const path of [
    'sim/a.ts',
    'conformance/a.ts',
    'fixtures/a.ts',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/bundle.config.mjs',
    'scripts/bundle-files.mjs',
    'README.md',
    'CHANGELOG.md',
  ])
    write(path, '')
  write('package-lock.json', locked('1.0.0'))
  write('npm/npm-cli.js', npm)
  write('npm/package.json', '{ "type": "module" }')
  write('node_modules/typescript/bin/tsc', tsc)
  write('node_modules/rolldown/bin/cli.mjs', rolldown)
}

/** One in which everything was done. */
function ready(): void {
  cpSync(join(place, 'ready'), folder, { recursive: true, preserveTimestamps: true })
}

function setUp(...flags: string[]): {
  readonly status: number | null
  readonly did: readonly string[]
  readonly said: string
} {
  rmSync(at('trace'), { force: true })
  const env = { ...process.env, npm_execpath: at('npm/npm-cli.js') }
  const { status, stderr, stdout } = spawnSync(process.execPath, ['scripts/setup.mjs', ...flags], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  const trace = existsSync(at('trace')) ? readFileSync(at('trace'), 'utf8').trim().split('\n') : []
  return { status, did: trace.map((line) => String(line.split(' ')[0])), said: stderr }
}

test('a bare clone is installed and built, once', () => {
  bare()
  expect(setUp()).toMatchObject({ status: 0, did: ['ci', 'tsc', 'prepare'] })
  expect(existsSync(at('dist/sim/cli/main.js'))).toBe(true)
  expect(setUp()).toMatchObject({ status: 0, did: [], said: '' })
})

test.each([
  ['a version that is not the locked one', () => write('package-lock.json', locked('1.0.1'))],
  ['a package without its folder', () => rmSync(at('node_modules/some'), { recursive: true })],
  ['no list of what is there', () => rmSync(at('node_modules/.package-lock.json'))],
  ['a list that broke off', () => write('node_modules/.package-lock.json', '{"packages": {')],
])('%s is installed again, whatever the dates say', (_, change) => {
  ready()
  change()
  utimesSync(at('package-lock.json'), new Date(0), new Date(0))
  expect(setUp().did[0]).toBe('ci')
})

test('a package for other machines only need not be there', () => {
  const packages = {
    'node_modules/some': { version: '1.0.0' },
    'node_modules/other': { version: '1.0.0', optional: true },
  }
  ready()
  write('package-lock.json', JSON.stringify({ packages }))
  expect(setUp().did).not.toContain('ci')
})

test.each([
  ['changed', () => write('sim/a.ts', 'changed')],
  ['added', () => write('sim/model/b.ts', '')],
  ['removed', () => rmSync(at('sim/a.ts'))],
])('a source that was %s is built again', (_, change) => {
  ready()
  change()
  expect(setUp().did).toEqual(['tsc', 'prepare'])
})

test.each(['CHANGELOG.md', 'sim/guide/recipes/pytest/conftest.py'])(
  'a page that changed, such as %s, is packed again, and nothing is compiled',
  (page) => {
    ready()
    write(page, 'changed')
    expect(setUp().did).toEqual(['prepare'])
    expect(setUp().did).toEqual([])
  },
)

test('a test that changed builds nothing', () => {
  ready()
  write('sim/a.test.ts', 'changed')
  expect(setUp().did).toEqual([])
})

test('a build that fails says so and leaves the old one', () => {
  ready()
  write('sim/a.ts', 'changed')
  write('broken', '')
  expect(setUp()).toMatchObject({ status: 1, said: expect.stringContaining('the build failed') })
  expect(existsSync(at('dist/sim/cli/main.js'))).toBe(true)
  rmSync(at('broken'))
  expect(setUp()).toMatchObject({ status: 0, did: ['tsc', 'prepare'] })
})

test('--fresh builds in any case', () => {
  ready()
  expect(setUp('--fresh').did).toEqual(['tsc', 'prepare'])
})
