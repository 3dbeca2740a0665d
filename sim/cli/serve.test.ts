import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { type Captured, captured, masked } from './testing/captured.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Served {
  readonly io: Captured
  readonly url: string
  readonly get: (path: string, headers?: { readonly [name: string]: string }) => Promise<Response>
  /** Sends a signal and gives the exit status. */
  readonly stop: (signal?: 'SIGINT' | 'SIGTERM') => Promise<number>
}

const running: Served[] = []
afterEach(async () => {
  for (const served of running.splice(0)) await served.stop()
})

/** Serves the empty world, which is built in no time. */
async function serving(line = '', env: { readonly [name: string]: string } = {}): Promise<Served> {
  const io = captured(env)
  const world = line.includes('--world') ? [] : ['--world', 'empty']
  const words = ['serve', '--port', '0', ...world, ...line.split(' ').filter((word) => word !== '')]
  const status = run(words, io)
  const [url] = await Promise.race([
    io.until(/http:\/\/[\w.:[\]]+/),
    status.then((code) => Promise.reject(new Error(`ended with ${code}: ${io.complained()}`))),
  ])
  const served: Served = {
    io,
    url,
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers: { ...headers } }),
    stop: (signal = 'SIGTERM') => {
      io.signal(signal)
      return status
    },
  }
  running.push(served)
  return served
}

const root = { 'Private-Token': 'root-token' }

describe('a server that ends with its parent', () => {
  test('ends when its standard input is closed, and no other does', async () => {
    const bound = await serving('--exit-with-parent')
    const free = await serving()
    bound.io.closeInput()
    free.io.closeInput()
    await bound.io.until(/ended/)
    await expect(bound.get('/_forgery/health')).rejects.toThrow()
    expect((await free.get('/_forgery/health')).status).toBe(200)
  })

  test('ends when those between it and the parent do not pass on a signal', async () => {
    const main = fileURLToPath(new URL('../../dist/sim/cli/main.js', import.meta.url))
    const serve = `"${process.execPath}" "${main}" serve --port 0 --world empty --exit-with-parent`
    // As npx does: a shell in between, which goes on waiting for its child.
    const parent = spawn('sh', ['-c', `${serve}; exit 0`], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(parent, 'exit')
    let printed = ''
    const [url] = await new Promise<RegExpExecArray>((resolve) =>
      parent.stdout.on('data', (some) => {
        printed += some
        const found = /http:\/\/[\w.:]+/.exec(printed)
        if (found !== null) resolve(found)
      }),
    )
    expect((await fetch(`${url}/_forgery/health`)).status).toBe(200)
    parent.stdin.end()
    await ended
    await expect(fetch(`${url}/_forgery/health`)).rejects.toThrow()
  })
})

describe('serve', () => {
  test('prints addresses, tokens and a line a request', async () => {
    const { io, get, stop } = await serving()
    await get('/api/v4/version?private_token=root-token')
    await get('/api/v4/verison', root)
    await get('/_forgery/health')
    await stop()
    // Which operations come second and third depends on all that exist.
    const printed = masked(io.printed()).replace(/(near: [^,]+)[^)]*/, '$1, …')
    expect(printed).toMatchInlineSnapshot(`
      "Forgery 0.1.0 serves the empty world at http://127.0.0.1:PORT

        API      http://127.0.0.1:PORT/api/v4
        Control  http://127.0.0.1:PORT/_forgery
        World    seed 1, ultimate, dialect specification, clock tick

        USER  TOKEN       WHO
        root  root-token  administrator

        curl -H "PRIVATE-TOKEN: root-token" http://127.0.0.1:PORT/api/v4/projects

      Ctrl+C ends it.

      2024-01-01T00:00:01Z 200 GET    root     /api/v4/version?private_token=[redacted]
      2024-01-01T00:00:02Z 404 GET    -        /api/v4/verison  (no such operation; near: GET /version, …)
      ended
      "
    `)
    expect(io.complained()).toBe('')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it with status 0, also while a client keeps its connection',
    async (signal) => {
      const { get, stop, url } = await serving()
      await (await get('/api/v4/version', root)).text()
      const start = performance.now()
      expect(await stop(signal)).toBe(0)
      // Were the connection waited for, it would take longer on any machine.
      expect(performance.now() - start).toBeLessThan(4000)
      await expect(fetch(url)).rejects.toThrow()
    },
  )

  test('links carry the address that it listens on', async () => {
    const { get, url } = await serving()
    expect((await (await get('/api/v4/user', root)).json()).web_url).toBe(`${url}/root`)
  })

  test('a file is told the base URL while it serves, and is gone afterwards', async () => {
    const path = join(folder, 'ready')
    await writeFile(path, 'left by an earlier run')
    const { io, url, stop } = await serving(`--ready-file ${path} --log json`)
    await io.until(/"started"/)
    while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await readFile(path, 'utf8')).toBe(`${url}\n`)
    await stop()
    expect(existsSync(path)).toBe(false)
  })

  test('an address in use is one line and status 1', async () => {
    const { url } = await serving()
    const io = captured()
    expect(await run(['--port', new URL(url).port, '--world', 'empty'], io)).toBe(1)
    expect(masked(io.complained())).toBe(
      'forgery: cannot listen on 127.0.0.1:PORT: it is in use; choose another with --port, or --port 0 for any free one\n',
    )
  })

  test('a file that cannot be written is one line and status 1', async () => {
    const io = captured()
    const path = join(folder, 'no', 'such', 'folder')
    expect(await run(['--port', '0', '--world', 'empty', '--ready-file', path], io)).toBe(1)
    expect(io.complained()).toBe(`forgery: --ready-file: cannot write ${path}: no such file or folder\n`)
  })
})

describe('logs', () => {
  test('json is a line for each event', async () => {
    const { io, get, stop } = await serving('--log json')
    await get('/api/v4/version', root)
    await get('/api/v4/nothing')
    await stop()
    const lines = masked(io.printed())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ event }) => event)).toEqual(['started', 'request', 'request', 'ended'])
    expect(lines[1]).toEqual({
      event: 'request',
      id: 1,
      direction: 'in',
      at: '2024-01-01T00:00:01.000Z',
      method: 'GET',
      path: '/api/v4/version',
      query: '',
      status: 200,
      user: 'root',
    })
    expect(lines[2].near).toHaveLength(3)
  })

  test('silent prints the base URL and nothing else', async () => {
    const { io, get, stop } = await serving('--log silent')
    await get('/api/v4/nothing')
    await stop()
    expect(masked(io.printed())).toBe('http://127.0.0.1:PORT\n')
  })

  test('a request that was refused unread has a line', async () => {
    const { io, url } = await serving()
    await fetch(`${url}/api/v4/projects`, { method: 'POST', body: new Uint8Array(21 * 1024 * 1024) })
    await io.until(/refused unread {7}413 POST {3}- {8}\/api\/v4\/projects\n/)
  })
})

describe('options reach the simulator', () => {
  const health = async (served: Served) => (await served.get('/_forgery/health')).json()

  test('seed, tier, dialect, clock and start', async () => {
    const served = await serving('--seed 7 --tier free --dialect real --clock frozen --start 2030-05-06')
    expect(await health(served)).toMatchObject({
      seed: 7,
      world: 'empty',
      tier: 'free',
      dialect: 'real',
      clock: { now: '2030-05-06T00:00:00.000Z', mode: 'frozen' },
    })
  })

  test('variables and a file', async () => {
    const path = join(folder, 'forgery.yaml')
    await writeFile(path, 'tier: premium\nseed: 3\nfault:\n  - GET /version 503\n')
    const served = await serving('', { FORGERY_CONFIG: path, FORGERY_SEED: '5' })
    expect(await health(served)).toMatchObject({ tier: 'premium', seed: 5 })
    expect((await served.get('/api/v4/version')).status).toBe(503)
  })

  test('faults, in the order of the flags', async () => {
    const { get } = await serving('', { FORGERY_FAULT: 'GET /version 429 retry-after=7' })
    const reply = await get('/api/v4/version')
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7'])
  })

  test('latency', async () => {
    const { get } = await serving('--latency 80ms')
    const start = performance.now()
    await get('/api/v4/version', root)
    expect(performance.now() - start).toBeGreaterThanOrEqual(75)
  })

  test('the control API is off, or asks for a token', async () => {
    expect((await (await serving('--no-control')).get('/_forgery/health')).status).toBe(404)
    const { get } = await serving('--control-token sesame')
    expect((await get('/_forgery/health')).status).toBe(401)
    expect((await get('/_forgery/health', { 'X-Forgery-Token': 'sesame' })).status).toBe(200)
  })

  test('hosts for which the control API is served', async () => {
    const { url } = await serving('--allowed-host forgery.test --public-url http://links.test')
    const statusFor = (host: string) =>
      new Promise<number>((resolve, reject) => {
        const asked = request(`${url}/_forgery/health`, { headers: { host } }, (reply) => {
          reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
        })
        asked.on('error', reject).end()
      })
    for (const host of ['forgery.test', 'links.test:80', 'localhost']) expect(await statusFor(host)).toBe(200)
    expect(await statusFor('evil.test')).toBe(403)
  })

  test('an address that others reach warns while the control API is open to them', async () => {
    const warning = /^forgery: anybody who reaches this address can .* --control-token, .* --no-control\n$/
    expect((await serving('--host 0.0.0.0')).io.complained()).toMatch(warning)
    const logged = (await serving('--host 0.0.0.0 --log json')).io.printed()
    expect(logged).toContain('{"event":"warning","text":"anybody who reaches this address')
    for (const line of ['--host 0.0.0.0 --no-control', '--host 0.0.0.0 --control-token sesame', '--host ::1'])
      expect((await serving(line)).io.complained()).toBe('')
  })

  test('host', async () => {
    expect((await serving('--host localhost')).url).toMatch(/^http:\/\/localhost:\d+$/)
  })
})

describe('a world from a file', () => {
  const described = {
    version: 1,
    users: [{ username: 'zoe', name: 'Zoe', createdAt: '2023-01-01T00:00:00Z' }],
    tokens: [{ value: 'zoe-token', user: 'zoe', scopes: ['api'], createdAt: '2023-01-01T00:00:00Z' }],
  }

  test('is served', async () => {
    const path = join(folder, 'world.json')
    await writeFile(path, JSON.stringify(described))
    const { io, get } = await serving(`--world ${path}`)
    expect(io.printed()).toContain('zoe   zoe-token  member of nothing')
    expect((await (await get('/api/v4/user', { 'Private-Token': 'zoe-token' })).json()).username).toBe('zoe')
  })

  test('that does not fit its form is one line and status 2', async () => {
    const path = join(folder, 'unfit.json')
    await writeFile(path, JSON.stringify({ ...described, users: [{ username: 5 }] }))
    const io = captured()
    expect(await run(['--port', '0', '--world', path], io)).toBe(2)
    expect(io.complained()).toMatch(/^forgery: --world: .+unfit\.json: users\[0\]\.username: .+\n$/)
  })

  test('that names what it does not describe is one line and status 2', async () => {
    const path = join(folder, 'dangling.json')
    await writeFile(
      path,
      JSON.stringify({ ...described, tokens: [{ ...described.tokens[0], user: 'nobody' }] }),
    )
    const io = captured()
    expect(await run(['--port', '0', '--world', path], io)).toBe(2)
    expect(io.complained()).toMatch(/^forgery: --world: .+dangling\.json: tokens\[0\].*\n$/)
  })
})

describe('the file of a world', () => {
  const described = (username: string) => ({
    version: 1,
    users: [{ username, name: username, admin: true, createdAt: '2023-01-01T00:00:00Z' }],
    tokens: [{ value: `${username}-token`, user: username, createdAt: '2023-01-01T00:00:00Z' }],
  })

  test('is taken over whenever it changes, unless there is a mistake in it', async () => {
    const file = join(folder, 'watched.json')
    await writeFile(file, JSON.stringify(described('ann')))
    const { io, get } = await serving(`--world ${file} --watch --clock frozen`)
    const status = async (user: string) =>
      (await get('/api/v4/user', { 'Private-Token': `${user}-token` })).status
    expect([await status('ann'), await status('ben')]).toEqual([200, 401])
    await writeFile(file, JSON.stringify(described('ben')))
    await io.until(/begun again with .*watched\.json/)
    expect([await status('ann'), await status('ben')]).toEqual([401, 200])
    await writeFile(file, '{"version": 1}')
    while (!io.complained().includes('cannot be taken over'))
      await new Promise((done) => setTimeout(done, 20))
    expect(io.complained()).toContain('users: missing')
    expect(await status('ben')).toBe(200)
  })

  test('is needed where it is watched', async () => {
    const io = captured()
    expect(await run(['serve', '--port', '0', '--watch'], io)).toBe(2)
    expect(io.complained()).toBe('forgery: --watch needs a file: --world FILE\n')
  })

  test('may be what was saved of another process', async () => {
    const file = join(folder, 'saved.json')
    const { get, url } = await serving()
    const headers = { 'Private-Token': 'root-token', 'Content-Type': 'application/json' }
    await fetch(`${url}/api/v4/groups`, { method: 'POST', headers, body: '{"name":"Kept","path":"kept"}' })
    await fetch(`${url}/_forgery/snapshots`, { method: 'POST' })
    await writeFile(file, await (await get('/_forgery/snapshots/1')).text())
    const again = await serving(`--world ${file}`)
    expect((await again.get('/api/v4/groups/kept', root)).status).toBe(200)
    expect((await (await again.get('/_forgery/health')).json()).clock.now).toBe('2024-01-01T00:00:02.000Z')
  })
})

test('links carry the address by which clients come', async () => {
  const { get } = await serving('--public-url https://gitlab.example.com/')
  expect((await (await get('/api/v4/user', root)).json()).web_url).toBe('https://gitlab.example.com/root')
})
