import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { storeSettings } from '../../model/settings/in-force.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

// The client that users have, as a process of its own with nothing of this machine's configuration, and no way to
// anything but this machine.

let sim: Simulator
let server: Server
let folder: string
beforeAll(async () => {
  sim = testSimulator({ dialect: 'real' })
  storeSettings(sim.world, { npm_package_requests_forwarding: false }, sim.now())
  sim.clock.advance('1m')
  server = await sim.listen()
  folder = mkdtempSync(join(tmpdir(), 'forgery-npm-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Outcome {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Runs npm in a folder for whoever has the token. */
function npm(place: string, token: string, ...words: readonly string[]): Promise<Outcome> {
  const config = join(folder, `${token}.npmrc`)
  const at = `127.0.0.1:${server.port}`
  const lines = [
    `registry=http://${at}/api/v4/packages/npm/`,
    `//${at}/api/v4/packages/npm/:_authToken=${token}`,
    `//${at}/api/v4/projects/1/packages/npm/:_authToken=${token}`,
    // What was published here must not be installed from memory.
    `cache=${join(folder, `${token}-cache`)}`,
    'update-notifier=false',
    'fund=false',
    'fetch-retries=0',
    'loglevel=warn',
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^node_|proxy$/i.test(name))
  const env = {
    ...Object.fromEntries(inherited),
    HOME: folder,
    // Whatever is not on this machine is sent to where nobody answers.
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1',
  }
  const configs = ['--userconfig', config, '--globalconfig', join(folder, 'none.npmrc')]
  return new Promise((resolve, reject) => {
    const windows = process.platform === 'win32'
    const child = spawn('npm', [...words, ...configs], { cwd: place, env, shell: windows })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, out, err }))
  })
}

function place(name: string, files: { readonly [path: string]: string }): string {
  const at = join(folder, name)
  mkdirSync(at, { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(at, path), text)
  return at
}

const greeting = `exports.greet = (name) => 'Hello, ' + name + '. 😀'\n`
const described = {
  name: '@acme/greeting',
  version: '1.2.3',
  main: 'index.js',
  dependencies: { '@acme/money': '^1.0.0' },
}
const url = (path: string) => `${server.url}/api/v4${path}`

describe('npm', () => {
  test('publishes a package into the registry of a project', async () => {
    const at = place('greeting', { 'package.json': JSON.stringify(described), 'index.js': greeting })
    const { status, out, err } = await npm(
      at,
      'carol-token',
      'publish',
      '--registry',
      url('/projects/1/packages/npm/'),
    )
    expect([status, err.includes('npm error')]).toEqual([0, false])
    expect(out).toContain('+ @acme/greeting@1.2.3')
    const [listed] = callsOf(sim, 'carol').get('/projects/1/packages?package_name=greeting').json
    expect(listed).toMatchObject({
      name: '@acme/greeting',
      version: '1.2.3',
      package_type: 'npm',
      status: 'default',
    })
    expect(listed.tags).toMatchObject([{ name: 'latest' }])
  })

  test('is refused a version that is there already', async () => {
    const at = join(folder, 'greeting')
    const { status, err } = await npm(
      at,
      'carol-token',
      'publish',
      '--force',
      '--registry',
      url('/projects/1/packages/npm/'),
    )
    expect(status).not.toBe(0)
    expect(err).toMatch(/E?403/)
  })

  test('installs it with what it needs, found by the name of its group, and checks what it was sent', async () => {
    const at = place('shop', { 'package.json': JSON.stringify({ name: 'shop', version: '1.0.0' }) })
    const { status, err } = await npm(at, 'dave-token', 'install', '@acme/greeting')
    expect([status, err.includes('npm error')]).toEqual([0, false])
    expect(readFileSync(join(at, 'node_modules/@acme/greeting/index.js'), 'utf8')).toBe(greeting)
    // The packages of the demo world are real ones too.
    expect(readFileSync(join(at, 'node_modules/@acme/money/index.js'), 'utf8')).toContain('exports.written')
    const lock = JSON.parse(readFileSync(join(at, 'package-lock.json'), 'utf8'))
    const file = '/projects/1/packages/npm/@acme/greeting/-/@acme/greeting-1.2.3.tgz'
    expect(lock.packages['node_modules/@acme/greeting']).toMatchObject({
      version: '1.2.3',
      resolved: url(file),
      integrity: expect.stringMatching(/^sha512-/),
    })
    expect(
      callsOf(sim, 'carol').get('/projects/1/packages?package_name=greeting').json[0].last_downloaded_at,
    ).not.toBeNull()
  })

  test('finds nothing for strangers', async () => {
    const at = place('elsewhere', { 'package.json': JSON.stringify({ name: 'elsewhere', version: '1.0.0' }) })
    const { status, err } = await npm(at, 'mallory-token', 'install', '@acme/greeting')
    expect(status).not.toBe(0)
    expect(err).toContain('E404')
  })
})
