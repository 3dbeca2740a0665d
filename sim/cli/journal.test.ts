import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Server } from '../index.ts'
import { run } from './run.ts'
import { captured } from './testing/captured.ts'

const sim = createSimulator({ world: 'empty', controlToken: 'key' })
let server: Server
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-'))
  server = await sim.listen()
  sim.handle({ method: 'GET', url: '/api/v4/user', headers: { 'private-token': 'root-token' } })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})

async function printed(...words: string[]) {
  const io = captured()
  const status = await run(['journal', '--url', server.url, ...words], io)
  return { status, out: io.printed(), err: io.complained() }
}

describe('the journal of a server', () => {
  test('is printed as a script, for vitest unless told', async () => {
    expect(await printed('--control-token', 'key')).toEqual({ status: 0, out: sim.script('vitest'), err: '' })
    expect((await printed('--control-token', 'key', '--as', 'pytest')).out).toBe(sim.script('pytest'))
  })

  test('is written to a file', async () => {
    const file = join(folder, 'session.sh')
    expect(await printed('--control-token', 'key', '--as', 'curl', '--output', file)).toMatchObject({
      out: '',
    })
    expect(readFileSync(file, 'utf8')).toBe(sim.script('curl'))
  })

  test.each([
    [['--as', 'ruby'], 2, "--as: 'ruby' is unknown: use vitest, pytest, curl or hurl"],
    [[], 1, 'has no journal: the control API needs its token'],
    [['--url', 'http://127.0.0.1:9'], 1, '--url: cannot reach http://127.0.0.1:9: '],
  ])('%j is refused with %i', async (words, status, text) => {
    const refused = await printed(...words)
    expect(refused).toMatchObject({ status, out: '' })
    expect(refused.err).toContain(text)
  })
})
