import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { captured, masked } from './testing/captured.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const env = { PATH: process.env.PATH ?? '' }

/** Runs a script of the shell under `exec`, which starts sooner than one of Node's. */
function executed(script: string, ...options: string[]) {
  return executedBy(['sh', '-c', script], ...options)
}

async function executedBy(command: readonly string[], ...options: string[]) {
  const io = captured(env)
  const status = await run(['exec', '--world', 'empty', ...options, '--', ...command], io)
  return { status, out: io.printed(), err: io.complained() }
}

const curl = 'curl -s -o /dev/null -H "Private-Token: $GITLAB_TOKEN"'

describe('the command', () => {
  test('finds the addresses and a token in its environment, and can use them', async () => {
    const file = join(folder, 'seen.json')
    const script = `
      const { FORGERY_URL, GITLAB_URL, CI_SERVER_URL, CI_API_V4_URL, GITLAB_TOKEN } = process.env
      fetch(CI_API_V4_URL + '/user', { headers: { 'Private-Token': GITLAB_TOKEN } })
        .then((reply) => reply.json())
        .then(({ username }) => require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(
          { FORGERY_URL, GITLAB_URL, CI_SERVER_URL, CI_API_V4_URL, GITLAB_TOKEN, username })))`
    const { status, out, err } = await executedBy([process.execPath, '-e', script])
    expect({ status, out, err }).toEqual({ status: 0, out: '', err: '' })
    expect(JSON.parse(masked(await readFile(file, 'utf8')))).toEqual({
      FORGERY_URL: 'http://127.0.0.1:PORT',
      GITLAB_URL: 'http://127.0.0.1:PORT',
      CI_SERVER_URL: 'http://127.0.0.1:PORT',
      CI_API_V4_URL: 'http://127.0.0.1:PORT/api/v4',
      GITLAB_TOKEN: 'root-token',
      username: 'root',
    })
  })

  test('is explained what it was refused', async () => {
    const { status, err } = await executed(`${curl} "$CI_API_V4_URL/projects/1"`, '--explain', '4xx')
    expect(status).toBe(0)
    expect(err).toContain('GET /projects/1 → 404')
    expect(err).toContain('because     there is no project 1')
  })

  test('is told of calls that nobody had answered when it ended', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const { port } = silent.address() as AddressInfo
    const script = `
      ${curl} -d name=shop "$CI_API_V4_URL/projects"
      ${curl} -d url=http://127.0.0.1:${port}/hook -d issues_events=true "$CI_API_V4_URL/projects/1/hooks"
      ${curl} -d title=a "$CI_API_V4_URL/projects/1/issues"`
    const { status, err } = await executed(script, '--report', 'json')
    silent.closeAllConnections()
    silent.close()
    expect(status).toBe(0)
    expect(JSON.parse(err).callsOut).toEqual([
      { call: `POST http://127.0.0.1:${port}/hook`, calls: 1, statuses: { 0: 1 } },
    ])
  })

  test('decides the exit status', async () => {
    expect((await executed('exit 7')).status).toBe(7)
  })

  test('ended by a signal gives 128 and its number', async () => {
    expect((await executed('kill -KILL $$')).status).toBe(137)
  })

  test('keeps its own flags', async () => {
    const io = captured(env)
    const words = [
      'exec',
      '--world',
      'empty',
      process.execPath,
      '-e',
      'process.exit(process.argv.length)',
      '--',
      '--seed',
      'x',
    ]
    expect(await run(words, io)).toBe(3)
  })

  test('that does not exist is one line and status 127', async () => {
    const io = captured(env)
    expect(await run(['exec', '--world', 'empty', '--', 'no-such-command'], io)).toBe(127)
    expect(io.complained()).toBe('forgery: cannot run no-such-command: there is no such command\n')
  })

  test('that cannot be run is one line and status 126', async () => {
    const io = captured(env)
    expect(await run(['exec', '--world', 'empty', '--', folder], io)).toBe(126)
    expect(io.complained()).toBe(`forgery: cannot run ${folder}: permission denied\n`)
  })
})

test('the log goes to the error stream, and only when asked for', async () => {
  const { out, err } = await executed(`${curl} "$CI_API_V4_URL/version"`, '--log', 'pretty')
  expect(out).toBe('')
  expect(err).toContain('2024-01-01T00:00:01Z 200 GET    root     /api/v4/version\n')
})

test('a signal is passed on to the command, and its end awaited', async () => {
  const file = join(folder, 'started')
  const io = captured(env)
  const script = `process.on('SIGTERM', () => process.exit(9)); require('node:fs').writeFileSync(${JSON.stringify(file)}, ''); setTimeout(() => {}, 60000)`
  const status = run(['exec', '--world', 'empty', '--', process.execPath, '-e', script], io)
  for (;;) {
    const started = await readFile(file).catch(() => undefined)
    if (started !== undefined) break
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  io.signal('SIGTERM')
  expect(await status).toBe(9)
})

describe('a summary', () => {
  const asking = `${curl} "$CI_API_V4_URL/user"; ${curl} "$CI_API_V4_URL/usr"; exit 3`

  test('of what the command asked for stands on the error stream, and the status stays', async () => {
    const { status, out, err } = await executed(asking, '--report')
    expect([status, out]).toEqual([3, ''])
    expect(err).toMatch(
      /^forgery: 2 calls of 1 operation\n {2}1 {2}GET \/user {2}\(200\)\nforgery: 1 route without an operation\n {2}1 × GET \/usr\n {6}near: GET \/user/,
    )
  })

  test('is written to a file for programs', async () => {
    const file = join(folder, 'summary.json')
    expect(await executed(asking, '--report', 'json', '--output', file)).toMatchObject({ status: 3, err: '' })
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ calls: 2 })
  })

  test('is of few kinds', async () => {
    expect(await executed('', '--report', 'sarif')).toMatchObject({
      status: 2,
      err: "forgery: --report of exec is text, json, markdown, html, junit, contract, not 'sarif'\n",
    })
  })
})

describe('--fail-on', () => {
  const careless = 'curl -sf -o /dev/null "$CI_API_V4_URL/user?private_token=root-token&pretty=1" || exit 9'

  test('fails a command that did what it names, and says what', async () => {
    expect(await executed(careless, '--fail-on', 'deprecated,token-in-query')).toEqual({
      status: 1,
      out: '',
      err: 'forgery: --fail-on:\n  token-in-query: GET /user private_token is in the query string: a header is not logged\n',
    })
    const { status, err } = await executed(careless, '--fail-on', 'any')
    expect([status, err.split('\n').length]).toEqual([1, 4])
  })

  test('leaves one alone that did not', async () => {
    expect(await executed(careless, '--fail-on', 'n-plus-one')).toEqual({ status: 0, out: '', err: '' })
  })

  test('keeps the status of a command that failed', async () => {
    expect((await executed('exit 7', '--fail-on', 'any')).status).toBe(7)
  })

  test('takes kinds that there are', async () => {
    const { status, err } = await executed('', '--fail-on', 'untidy')
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/^forgery: --fail-on: 'untidy' is unknown: use /),
    ])
  })
})

describe('over TLS', () => {
  test('the command trusts the certificate that was made for it', async () => {
    const script = `fetch(process.env.GITLAB_URL + '/-/health').then(async (reply) => {
      if (!process.env.GITLAB_URL.startsWith('https://') || (await reply.text()) !== 'GitLab OK') process.exit(4)
    }, (error) => { console.error(error); process.exit(5) })`
    const command = [process.execPath, '-e', script]
    expect(await executedBy(command, '--tls')).toEqual({ status: 0, out: '', err: '' })
  })

  test('the certificate is kept where that is asked for', async () => {
    const file = join(folder, 'certificate.pem')
    expect((await executed('', '--tls', '--tls-cert', file)).status).toBe(0)
    expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/)
    const { status, err } = await executed('', '--tls-cert', file)
    expect([status, err]).toEqual([2, 'forgery: --tls-cert needs --tls\n'])
  })
})
