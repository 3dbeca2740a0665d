import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { installed } from '../testing/installed.ts'
import { type Outcome, run } from '../testing/run.ts'
import { type Calls, callsOf, clientsSimulator } from '../testing/served.ts'

const { folder, found } = await installed('@semantic-release/gitlab@13.3.3', 'semantic-release@24.2.9')

/** What a job of the project has in its environment, as far as releases look at it. */
const job = { CI: 'true', GITLAB_CI: 'true', CI_COMMIT_REF_NAME: 'main', GITLAB_TOKEN: 'alice-token' }

const configuration = {
  branches: ['main'],
  plugins: [
    '@semantic-release/commit-analyzer',
    '@semantic-release/release-notes-generator',
    [
      '@semantic-release/gitlab',
      {
        assets: [
          { path: 'till.txt', label: 'The till' },
          { path: 'till.bin', label: 'till.bin', target: 'generic_package' },
        ],
      },
    ],
  ],
}

describe.skipIf(folder === undefined)(`@semantic-release/gitlab (${found})`, () => {
  let sim: Simulator
  let server: Server
  let place: string
  let alice: Calls
  let project: string
  beforeAll(async () => {
    sim = clientsSimulator()
    server = await sim.listen()
    place = mkdtempSync(join(tmpdir(), 'forgery-release-'))
    alice = callsOf(sim, 'alice')
    const { id } = alice.post('/projects', { name: 'Till', initialize_with_readme: true }).json
    project = `/projects/${id}`
    await git('.', 'clone', '-q', server.url.replace('://', '://any:alice-token@').concat('/alice/till.git'))
    writeFileSync(join(place, 'till/.git/info/exclude'), 'till.*\n.releaserc.json\n')
    writeFileSync(join(place, 'till/.releaserc.json'), JSON.stringify(configuration))
    writeFileSync(join(place, 'till/till.txt'), 'It pays.\n')
    writeFileSync(join(place, 'till/till.bin'), Buffer.from([0, 1, 254, 255]))
  })
  afterAll(async () => {
    await server.close()
    rmSync(place, { recursive: true, force: true })
  })

  const home = () => ({
    HOME: place,
    GITLAB_URL: server.url,
    CI_PROJECT_PATH: 'alice/till',
    GIT_CONFIG_GLOBAL: '/dev/null',
  })

  async function git(inside: string, ...words: readonly string[]): Promise<string> {
    const { status, out, err } = await run('git', words, { cwd: join(place, inside), env: home() })
    if (status !== 0) throw new Error(err)
    return out.trim()
  }

  /** A merge request of one commit that closes an issue, merged and pulled. */
  async function merged(branch: string, message: string): Promise<number> {
    const issue = alice.post(`${project}/issues`, { title: message }).json.iid
    const file = { branch, start_branch: 'main', content: message, commit_message: message }
    alice.post(`${project}/repository/files/${branch}.txt`, file)
    const wish = {
      source_branch: branch,
      target_branch: 'main',
      title: message,
      description: `Closes #${issue}`,
    }
    const { iid } = alice.post(`${project}/merge_requests`, wish).json
    expect(alice.put(`${project}/merge_requests/${iid}/merge`).status).toBe(200)
    await git('till', 'pull', '-q')
    return issue
  }

  function release(environment: { readonly [name: string]: string } = {}): Promise<Outcome> {
    const program = join(folder ?? '', 'node_modules/semantic-release/bin/semantic-release.js')
    return run(process.execPath, [program], {
      cwd: join(place, 'till'),
      env: { ...home(), ...job, ...environment },
    })
  }

  test('publishes the first release from a clone, with its tag, its notes and its files', async () => {
    const issue = await merged('pay', 'feat: pay in coins')
    const { status, out, err } = await release()
    expect([status, err], out).toEqual([0, ''])
    expect(out).toContain('Published GitLab release: v1.0.0')
    const published = alice.get(`${project}/releases/v1.0.0`).json
    expect(published).toMatchObject({
      tag_name: 'v1.0.0',
      description: expect.stringContaining('pay in coins'),
    })
    const sha = await git('till', 'rev-parse', 'HEAD')
    expect(alice.get(`${project}/repository/tags/v1.0.0`).json.commit.id).toBe(sha)
    const links = published.assets.links.map(({ name }: { name: string }) => name).sort()
    expect(links).toEqual(['The till', 'till.bin'])
    const file = `${project}/packages/generic/release/1.0.0/till.bin`
    expect(alice.get(file).body).toEqual(Buffer.from([0, 1, 254, 255]))
    const notes = alice.get(`${project}/issues/${issue}/notes`).json
    expect(notes[0].body).toContain('This issue has been resolved in version 1.0.0')
  })

  test('finds out what the next one is', async () => {
    await merged('round', 'fix: round up')
    const { status, out } = await release()
    expect([status, out.includes('Published GitLab release: v1.0.1')], out).toEqual([0, true])
    const tags = alice.get(`${project}/releases`).json.map(({ tag_name }: { tag_name: string }) => tag_name)
    expect(tags).toEqual(['v1.0.1', 'v1.0.0'])
  })

  test('is told when its token is wrong, or may not push', async () => {
    await merged('wrap', 'fix: wrap it')
    const wrong = await release({ GITLAB_TOKEN: 'wrong' })
    expect([wrong.status, `${wrong.out}${wrong.err}`.includes('EINVALIDGLTOKEN')], wrong.out).toEqual([
      1,
      true,
    ])
  })
})
