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

/** Starts sooner than anything else that calls the API. */
const call = `call() {
  method=$1 path=$2
  shift 2
  curl -sSf -o /dev/null -X "$method" -H "PRIVATE-TOKEN: $GITLAB_TOKEN" "$@" "$CI_API_V4_URL$path"
}
fail() {
  echo sorry >&2
  exit 3
}`

/** Runs a script of the shell with `exec`, and what it needs to call the API before it. */
function executed(script: string, ...options: string[]) {
  return executedBy(['sh', '-c', `${call}\n${script}`], ...options)
}

async function executedBy(command: readonly string[], ...options: string[]) {
  const io = captured({ PATH: process.env.PATH ?? '' })
  const words = ['exec', ...options, '--', ...command]
  const status = await run(words, io)
  const told = io
    .complained()
    .split('\n')
    .filter((line) => /^(?: {2}\d|forgery: \d)/.test(line))
  return { status, told, err: io.complained() }
}

const HEAD = (requests: number, failures: number, recovered: number, clean: number, weak: number) =>
  `forgery: ${requests} request${requests === 1 ? '' : 's'}, ${failures} failure${failures === 1 ? '' : 's'} one by one: recovered from ${recovered}, failed cleanly after ${clean}, neither after ${weak}`

const newGroup = 'call POST /groups -d name=n -d path=n'
const KINDS = ['--world', 'empty', '--each-fault']

describe('--each-fault', () => {
  test('lets each request fail once, and is content with a command that fails cleanly', async () => {
    const script = 'call GET /version && call GET /user || fail'
    const { status, told } = await executed(script, ...KINDS, '503,reset')
    expect({ status, told }).toEqual({ status: 0, told: [HEAD(2, 4, 0, 4, 0)] })
  })

  test('is content with one that recovers, and tells what one leaves that repeats a write', async () => {
    const script = `call POST /topics -d name=$$ -d title=T$$ ||
      call POST /topics -d name=again -d title=Again || fail`
    const { status, told, err } = await executed(script, ...KINDS, '503,reset')
    expect(told).toEqual([
      HEAD(1, 2, 1, 0, 1),
      '  1:reset  POST /topics  it ended well, and left other rows than without the failure: 2 topics added instead of 1',
    ])
    expect(status).toBe(1)
    expect(err).toContain('forgery: for the first again: --fault-at 1:reset instead of --each-fault\n')
  })

  test('tells of a command that swallows a failed write', async () => {
    const { told } = await executed(`${newGroup} || true`, ...KINDS, '503')
    expect(told[1]).toMatch(
      /^ {2}1:503 {2}POST \/groups {2}it ended well, and left other rows than without the failure: 0 \w+ added instead of/,
    )
  })

  test('tells of one that prints a stack, one that says nothing and one that hangs', async () => {
    const asked = `const headers = { 'private-token': process.env.GITLAB_TOKEN, connection: 'close' }
      fetch(process.env.CI_API_V4_URL + '/version', { headers }).then((reply) => { if (!reply.ok) throw new Error('no') })`
    const stack = await executedBy([process.execPath, '-e', asked], ...KINDS, '503')
    expect(stack.told[1]).toMatch(
      /^ {2}1:503 {2}GET \/version {2}it printed a stack of JavaScript: \S*Error\b/,
    )
    const silent = await executed('call GET /version 2>&- || exit 4', ...KINDS, '503')
    expect(silent.told[1]).toBe('  1:503  GET /version  it failed with status 4 and no word')
    const waiting = 'call GET /version || exec sleep 100'
    const hanging = await executed(waiting, ...KINDS, '503', '--run-timeout', '2s')
    expect(hanging.told[1]).toBe('  1:503  GET /version  it had not ended after 2s')
  })

  test('with --again runs what failed cleanly a second time, and tells what that does not mend', async () => {
    const script = `call GET /groups/n && echo done already ||
      { ${newGroup} && call POST /topics -d name=t -d title=T; } || fail`
    const { status, told, err } = await executed(script, ...KINDS, '503', '--again')
    const swallowing = `${newGroup} || true`
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
    const script = '{ call GET /version && call GET /user; } 2>&- || exit 4'
    const { status } = await executed(script, ...KINDS, '503', '--bail', '--output', file)
    expect(status).toBe(1)
    expect((await readFile(file, 'utf8')).split('\n').slice(0, 2)).toEqual([
      HEAD(2, 1, 0, 0, 1),
      '  1:503  GET /version  it failed with status 4 and no word',
    ])
  })

  test('tries nothing with a command that fails undisturbed', async () => {
    const { status, err } = await executed('echo no; exit 5', ...KINDS, '503')
    expect([status, err]).toEqual([1, 'no\nforgery: the command fails already while nothing else does\n'])
  })
})

test('--fault-at lets one request fail, and no other', async () => {
  const script = 'call GET /version && { call GET /user || call GET /user; } || exit 7; exit 6'
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
