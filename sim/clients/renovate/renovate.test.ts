import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { installedOnDemand } from '../testing/installed.ts'
import { type Outcome, run } from '../testing/run.ts'
import { type Calls, callsOf, clientsSimulator } from '../testing/served.ts'

const { folder, found } = await installedOnDemand('renovate@39.264.1')

describe.skipIf(folder === undefined)(`renovate (${found})`, () => {
  let sim: Simulator
  let server: Server
  let place: string
  let alice: Calls
  let project: string
  beforeAll(async () => {
    sim = clientsSimulator()
    server = await sim.listen()
    place = mkdtempSync(join(tmpdir(), 'forgery-renovate-'))
    alice = callsOf(sim, 'alice')
    project = `/projects/${alice.post('/projects', { name: 'shop', initialize_with_readme: true }).json.id}`
    alice.post(`${project}/members`, { user_id: 4, access_level: 30 })
    written('versions.txt', 'webapp=v1.0.0\n')
  })
  afterAll(async () => {
    await server.close()
    rmSync(place, { recursive: true, force: true })
  })

  function written(path: string, content: string): void {
    const reply = alice.post(`${project}/repository/files/${path}`, {
      branch: 'main',
      content,
      commit_message: `Add ${path}`,
    })
    expect(reply.status).toBe(201)
  }

  /** Looks after the repositories that are named, else after those that it finds. */
  function renovate(...named: readonly string[]): Promise<Outcome> {
    const program = join(folder ?? '', 'node_modules/renovate/dist/renovate.js')
    return run(process.execPath, [program, '--git-author', 'Renovate <renovate@example.com>', ...named], {
      cwd: place,
      env: {
        HOME: place,
        GIT_CONFIG_GLOBAL: '/dev/null',
        RENOVATE_PLATFORM: 'gitlab',
        RENOVATE_ENDPOINT: `${server.url}/api/v4`,
        RENOVATE_TOKEN: 'alice-token',
        RENOVATE_BASE_DIR: place,
        RENOVATE_AUTODISCOVER: String(named.length === 0),
        RENOVATE_AUTODISCOVER_FILTER: 'alice/shop',
        RENOVATE_X_IGNORE_RE2: 'true',
      },
    })
  }

  const titles = (path: string): string[] =>
    alice.get(`${project}${path}`).json.map(({ title }: { title: string }) => title)

  test('asks to be configured where it is not', async () => {
    const { status, out, err } = await renovate('alice/shop')
    expect(status, `${out}${err}`).toBe(0)
    expect(titles('/merge_requests')).toEqual(['Configure Renovate'])
    alice.put(`${project}/merge_requests/1`, { state_event: 'close' })
  })

  test('opens a merge request for the latest tag of another project, once, and a list of what it watches', async () => {
    const watched = {
      customType: 'regex',
      fileMatch: ['^versions.txt$'],
      matchStrings: ['webapp=(?<currentValue>\\S+)'],
      depNameTemplate: 'acme/webapp',
      datasourceTemplate: 'gitlab-tags',
      registryUrlTemplate: server.url,
    }
    const wishes = { assignees: ['alice'], reviewers: ['carol'], labels: ['deps'], dependencyDashboard: true }
    const config = { enabledManagers: ['custom.regex'], customManagers: [watched], ...wishes }
    written('renovate.json', JSON.stringify(config))
    for (const _ of ['first', 'second']) {
      const { status, out, err } = await renovate()
      expect(status, `${out}${err}`).toBe(0)
    }
    expect(titles('/merge_requests?state=opened')).toEqual(['Update dependency acme/webapp to v1.4.0'])
    const [request] = alice.get(`${project}/merge_requests?state=opened`).json
    expect(request).toMatchObject({
      labels: ['deps'],
      assignees: [{ username: 'alice' }],
      reviewers: [{ username: 'carol' }],
    })
    const file = `${project}/repository/files/versions.txt/raw?ref=${encodeURIComponent(request.source_branch)}`
    expect(String(Buffer.from(alice.get(file).body as Uint8Array))).toBe('webapp=v1.4.0\n')
    expect(titles('/issues')).toEqual(['Dependency Dashboard'])
  })
})
