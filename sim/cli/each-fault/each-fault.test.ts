import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../run.ts'
import { captured } from '../testing/captured.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a script of Node's with `exec`, and what it needs to call the API before it. */
async function executed(script: string, ...options: string[]) {
  const io = captured({ PATH: process.env.PATH ?? '' })
  const call = `const call = async (method, path, body) => {
    const reply = await fetch(process.env.CI_API_V4_URL + path, { method, body,
      headers: { 'private-token': process.env.GITLAB_TOKEN, connection: 'close' } })
    if (!reply.ok) throw Object.assign(new Error(reply.status), { reply })
    return reply.json()
  }
  const fail = (error) => { console.error('sorry: ' + error.message); process.exitCode = 3 };`
  const words = ['exec', ...options, '--', process.execPath, '-e', `${call}\n${script}`]
  const status = await run(words, io)
  const told = io
    .complained()
    .split('\n')
    .filter((line) => /^(?: {2}\d|forgery: \d)/.test(line))
  return { status, told, err: io.complained() }
}

const HEAD = (requests: number, failures: number, recovered: number, clean: number, weak: number) =>
  `forgery: ${requests} request${requests === 1 ? '' : 's'}, ${failures} failure${failures === 1 ? '' : 's'} one by one: recovered from ${recovered}, failed cleanly after ${clean}, neither after ${weak}`

const new_group = `new URLSearchParams({ name: 'n', path: 'n' })`
const KINDS = ['--world', 'empty', '--each-fault']

describe('--each-fault', () => {
  test('lets each request fail once, and is content with a command that fails cleanly', async () => {
    const script = `call('GET', '/version').then(() => call('GET', '/user')).catch(fail)`
    const { status, told } = await executed(script, ...KINDS, '503,reset')
    expect({ status, told }).toEqual({ status: 0, told: [HEAD(2, 4, 0, 4, 0)] })
  })

  test('is content with one that recovers, and tells what one leaves that repeats a write', async () => {
    const script = `call('POST', '/topics', new URLSearchParams({ name: String(process.pid), title: 'T' + process.pid }))
      .catch(() => call('POST', '/topics', new URLSearchParams({ name: 'again', title: 'Again' }))).catch(fail)`
    const { status, told, err } = await executed(script, ...KINDS, '503,reset')
    expect(told).toEqual([
      HEAD(1, 2, 1, 0, 1),
      '  1:reset  POST /topics  it ended well, and left other rows than without the failure: 2 topics added instead of 1',
    ])
    expect(status).toBe(1)
    expect(err).toContain('forgery: for the first again: --fault-at 1:reset instead of --each-fault\n')
  })

  test('tells of a command that swallows a failed write', async () => {
    const { told } = await executed(`call('POST', '/groups', ${new_group}).catch(() => {})`, ...KINDS, '503')
    expect(told[1]).toMatch(
      /^ {2}1:503 {2}POST \/groups {2}it ended well, and left other rows than without the failure: 0 \w+ added instead of/,
    )
  })

  test('tells of one that prints a stack, one that says nothing and one that hangs', async () => {
    const stack = await executed(`call('GET', '/version')`, ...KINDS, '503')
    expect(stack.told[1]).toMatch(
      /^ {2}1:503 {2}GET \/version {2}it printed a stack of JavaScript: \S*Error\b/,
    )
    const silent = await executed(`call('GET', '/version').catch(() => process.exit(4))`, ...KINDS, '503')
    expect(silent.told[1]).toBe('  1:503  GET /version  it failed with status 4 and no word')
    const hanging = await executed(
      `call('GET', '/version').catch(() => setInterval(() => {}, 1000))`,
      ...KINDS,
      '503',
      '--run-timeout',
      '3s',
    )
    expect(hanging.told[1]).toBe('  1:503  GET /version  it had not ended after 3s')
  })

  test('with --again runs what failed cleanly a second time, and tells what that does not mend', async () => {
    const script = `call('GET', '/groups/n').then(() => console.log('done already'), () => call('POST', '/groups', ${new_group})
      .then(() => call('POST', '/topics', new URLSearchParams({ name: 't', title: 'T' })))).catch(fail)`
    const { status, told, err } = await executed(script, ...KINDS, '503', '--again')
    const swallowing = `call('POST', '/groups', ${new_group}).catch(() => {})`
    expect((await executed(swallowing, ...KINDS, '503', '--again')).told[1]).toMatch(
      /; run again it recovered$/,
    )
    expect(told).toEqual([
      HEAD(3, 3, 1, 1, 1),
      '  3:503  POST /topics  it failed with status 3, and run again it ended well, and left other rows than without the failure: 0 topics added instead of 1',
    ])
    expect(err).toContain('--fault-at 3:503 --save FILE instead of --each-fault, and then --world FILE\n')
    expect(status).toBe(1)
  })

  test('ends at the first weakness with --bail, and writes to a file', async () => {
    const file = join(folder, 'weaknesses.txt')
    const script = `call('GET', '/version').then(() => call('GET', '/user')).catch(() => process.exit(4))`
    const { status } = await executed(script, ...KINDS, '503', '--bail', '--output', file)
    expect(status).toBe(1)
    expect((await readFile(file, 'utf8')).split('\n').slice(0, 2)).toEqual([
      HEAD(2, 1, 0, 0, 1),
      '  1:503  GET /version  it failed with status 4 and no word',
    ])
  })

  test('tries nothing with a command that fails undisturbed', async () => {
    const { status, err } = await executed(`console.log('no'); process.exit(5)`, ...KINDS, '503')
    expect([status, err]).toEqual([1, 'no\nforgery: the command fails already while nothing else does\n'])
  })
})

test('--fault-at lets one request fail, and no other', async () => {
  const script = `call('GET', '/version').then(() => call('GET', '/user').catch(() => call('GET', '/user')))
    .then(() => process.exit(6), () => process.exit(7))`
  expect((await executed(script, '--world', 'empty', '--fault-at', '2:503')).status).toBe(6)
  expect((await executed(script, '--world', 'empty', '--fault-at', '1:truncate')).status).toBe(7)
})

test.each([
  [
    ['--each-fault', '503,404'],
    "forgery: --each-fault: '404' is unknown: use 429, 500, 502, 503, 504, reset, timeout, truncate\n",
  ],
  [
    ['--fault-at', 'reset'],
    "forgery: --fault-at: 'reset' is invalid: use the number of a request and a way to fail, such as 17:reset\n",
  ],
  [['--each-fault', '503', '--report'], 'forgery: --report does not go with --each-fault\n'],
  [['--each-fault', '503', '--save', 'x.json'], 'forgery: --save does not go with --each-fault\n'],
  [
    ['--each-fault', '503', '--jobs', '2', '--port', '8081'],
    'forgery: --port does not go with --jobs: each run side by side listens on a port of its own\n',
  ],
  [['--jobs', '2'], 'forgery: --jobs, --run-timeout, --bail and --again need --each-fault\n'],
])('%j is a wrong use', async (options, says) => {
  const { status, err } = await executed('', ...options)
  expect([status, err]).toEqual([2, says])
})
