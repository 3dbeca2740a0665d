import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../version.ts'

// The built command as a process: what only a process can show.

const main = fileURLToPath(new URL('../../dist/sim/cli/main.js', import.meta.url))

interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

function started(words: readonly string[], flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (status, signal) => resolve({ status, signal, out, err })),
  )
  return { child, ended }
}

function line(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const found = pattern.exec(text)
      if (found !== null) resolve(found[0])
    })
    child.on('close', () => reject(new Error(`ended without a line like ${pattern}`)))
  })
}

describe('the built command', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('serves until %s, then ends with status 0', async (signal) => {
    const { child, ended } = started(['--port', '0', '--world', 'empty', '--log', 'silent'])
    const url = await line(child, /http:\/\/127\.0\.0\.1:\d+/)
    const reply = await fetch(`${url}/api/v4/version`, { headers: { 'Private-Token': 'root-token' } })
    expect(reply.status).toBe(200)
    child.kill(signal)
    expect(await ended).toEqual({ status: 0, signal: null, out: `${url}\n`, err: '' })
  })

  test('ends at a signal though work goes on that nobody waits for', async () => {
    const { child, ended } = started(['--port', '0', '--log', 'silent'])
    const url = await line(child, /http:\/\/127\.0\.0\.1:\d+/)
    const post = (path: string, body: object, signal?: AbortSignal) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'Private-Token': 'alice-token', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })
    const schedule = { description: 'Often', ref: 'main', cron: '* * * * *' }
    expect((await post('/api/v4/projects/1/pipeline_schedules', schedule)).status).toBe(201)
    const gone = new AbortController()
    const years = post('/_forgery/clock', { advance: '3650d' }, gone.signal)
    expect((await fetch(`${url}/_forgery/health`)).status).toBe(200)
    gone.abort()
    await expect(years).rejects.toThrow()
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ status: 0, err: '' })
  })

  test('ends with status 2 after one line for a wrong use', async () => {
    expect(await started(['--prot', '1']).ended).toMatchObject({
      status: 2,
      out: '',
      err: "forgery: unknown option '--prot' (Did you mean --port?)\n",
    })
  })

  test.each(['--help', '--version', '--prot'])('%s loads neither the world nor its words', async (flag) => {
    const hook =
      "export async function resolve(s, c, next) { const r = await next(s, c); process._rawDebug('loaded ' + r.url); return r }"
    const register = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}))`
    const { err } = await started(
      [flag],
      ['--import', `data:text/javascript,${encodeURIComponent(register)}`],
    ).ended
    expect(err).toContain('loaded file://')
    expect(err).not.toMatch(/faker|fixtures|simulator|yaml|undici|fast-check/)
  })

  test('tells its version', async () => {
    expect((await started(['--version']).ended).out).toBe(`${VERSION}\n`)
  })
})
