import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { installed } from '../testing/installed.ts'
import { type Outcome, run } from '../testing/run.ts'
import { callsOf, clientsSimulator } from '../testing/served.ts'

const { folder, found } = await installed('danger@14.0.7')

const rules = `
const { danger, fail, message, schedule } = require('danger')
const { mr, commits, approvals } = danger.gitlab
schedule(async () => {
  message('!' + mr.iid + ' of ' + mr.author.username + ' has ' + commits.length + ' commit')
  message('created: ' + danger.git.created_files.join(' ') + ', approvals left: ' + approvals.approvals_left)
  const { diff } = await danger.git.diffForFile('till.md')
  if (diff.includes('WIP')) fail('It is not finished', 'till.md', 1)
})
`

describe.skipIf(folder === undefined)(`danger (${found})`, () => {
  let sim: Simulator
  let server: Server
  let place: string
  let iid: number
  beforeAll(async () => {
    sim = clientsSimulator()
    server = await sim.listen()
    place = mkdtempSync(join(tmpdir(), 'forgery-danger-'))
    writeFileSync(join(place, 'dangerfile.js'), rules)
    iid = proposed('# Till WIP\n')
  })
  afterAll(async () => {
    await server.close()
    rmSync(place, { recursive: true, force: true })
  })

  function proposed(content: string): number {
    const carol = callsOf(sim, 'carol')
    const file = { branch: 'till', start_branch: 'main', content, commit_message: 'Add a till' }
    carol.post('/projects/1/repository/files/till.md', file)
    const wish = { source_branch: 'till', target_branch: 'main', title: 'Add a till' }
    return carol.post('/projects/1/merge_requests', wish).json.iid
  }

  /** As a job of the merge request's pipeline runs it. */
  function danger(token = 'bob-token'): Promise<Outcome> {
    const program = join(folder ?? '', 'node_modules/danger/distribution/commands/danger-ci.js')
    return run(process.execPath, [program, '--dangerfile', 'dangerfile.js', '--failOnErrors'], {
      cwd: place,
      env: {
        // It leaves its results there.
        TMPDIR: place,
        NODE_PATH: join(folder ?? '', 'node_modules'),
        GITLAB_CI: 'true',
        CI_PROJECT_PATH: 'acme/webapp',
        CI_MERGE_REQUEST_IID: String(iid),
        DANGER_GITLAB_HOST: server.url,
        DANGER_GITLAB_API_TOKEN: token,
      },
    })
  }

  const bodies = () =>
    callsOf(sim, 'carol')
      .get(`/projects/1/merge_requests/${iid}/notes?sort=asc`)
      .json.filter(({ author }: { author: { username: string } }) => author.username === 'bob')
      .map(({ body }: { body: string }) => body)

  test('says what it found in the merge request, in a comment and at the line', async () => {
    const { status, out, err } = await danger()
    expect(status, `${out}${err}`).toBe(1)
    const [inline, general] = bodies()
    expect(general).toContain(`!${iid} of carol has 1 commit`)
    expect(general).toContain('created: till.md, approvals left:')
    expect(inline).toContain('It is not finished')
  })

  test('changes its comment when it runs again, and takes back what is mended', async () => {
    const content = { branch: 'till', content: '# Till\n', commit_message: 'Finish it' }
    callsOf(sim, 'carol').put('/projects/1/repository/files/till.md', content)
    const { status, out, err } = await danger()
    expect(status, `${out}${err}`).toBe(0)
    expect(bodies()).toEqual([expect.stringContaining(`!${iid} of carol has 2 commit`)])
  })

  test('fails where its token opens nothing', async () => {
    const { status, out, err } = await danger('wrong')
    expect([status === 0, `${out}${err}`.includes('401')], `${out}${err}`).toEqual([false, true])
  })
})
