import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { installed } from '../testing/installed.ts'
import { type Outcome, run } from '../testing/run.ts'
import { callsOf, clientsSimulator } from '../testing/served.ts'

const { folder, found } = await installed('giget@3.3.1')

describe.skipIf(folder === undefined)(`giget (${found})`, () => {
  let sim: Simulator
  let server: Server
  let place: string
  beforeAll(async () => {
    sim = clientsSimulator()
    server = await sim.listen()
    place = mkdtempSync(join(tmpdir(), 'forgery-giget-'))
  })
  afterAll(async () => {
    await server.close()
    rmSync(place, { recursive: true, force: true })
  })

  function giget(...words: readonly string[]): Promise<Outcome> {
    const command = join(folder ?? '', 'node_modules', 'giget', 'dist', 'cli.mjs')
    const env = { GIGET_GITLAB_URL: server.url, XDG_CACHE_HOME: join(place, 'cache'), HOME: place }
    return run(process.execPath, [command, ...words], { cwd: place, env })
  }

  test('fetches a template from a private project with a token', async () => {
    const { status, err, out } = await giget('gitlab:acme/webapp#v1.0.0', 'webapp', '--auth', 'dave-token')
    expect([status, out + err]).toEqual([0, expect.stringContaining('webapp')])
    const readme = callsOf(sim, 'dave').get('/projects/1/repository/files/README.md/raw?ref=v1.0.0').body
    expect(readFileSync(join(place, 'webapp', 'README.md'))).toEqual(Buffer.from(readme as Uint8Array))
  })

  test('fetches one folder of a public project without a token', async () => {
    const { status } = await giget('gitlab:acme/handbook#main', 'handbook')
    expect(status).toBe(0)
    expect(readFileSync(join(place, 'handbook', 'README.md'), 'utf8')).not.toBe('')
  })

  test('is refused a private project without a token', async () => {
    const { status, out, err } = await giget('gitlab:acme/webapp#main', 'nothing')
    expect([status, out + err]).toEqual([1, expect.stringMatching(/failed to download|download|tar/i)])
  })
})
