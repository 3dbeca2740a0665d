import { commit } from '../../arrange/records.ts'
import { handed, runner, tagged, tell } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 2, 4.3 and 4.5'

export const oldNames = check({
  id: 'beyond/runner-old-names',
  says: 'A runner may be registered with the names of old: `active` is the opposite of `paused`, and a note has two names',
  source,
  level: 'should',
  covers: ['POST /runners'],
  holds: async (stage) => {
    const { id } = await runner(stage, { active: false, maintainer_note: 'Handle with care' })
    const reply = await stage.call('GET /runners/:id', { id })
    has(reply.row(), { active: false, paused: true, maintenance_note: 'Handle with care' }, reply)
  },
})

export const createdRunner = check<'project_type' | 'group_type'>({
  id: 'beyond/runner-created',
  says: 'Who looks after a project or a group creates a runner for it and is told the token with which it signs in',
  source: 'dossier 2, 4.3; documentation of users',
  level: 'should',
  covers: ['POST /user/runners'],
  needs: { in: 'group' },
  each: () => ['project_type', 'group_type'],
  holds: async (stage, runner_type) => {
    const place = { project_id: stage.project.id, group_id: stage.group.id }
    const wish = { runner_type, ...place, description: 'Made', tag_list: ['made'], run_untagged: false }
    const made = await stage.call('POST /user/runners', wish)
    answers(made, 201)
    const id = numberIn(made.row(), 'id')
    const shown = await stage.call('GET /runners/:id', { id })
    has(shown.row(), { runner_type, description: 'Made', tag_list: ['made'], run_untagged: false }, shown)
    const token = textIn(made.row(), 'token')
    answers(await stage.call('POST /runners/verify', { token }, { as: 'anonymous' }), 200)
    const { project_id, group_id } = place
    const foreign = await stage.call(
      'POST /user/runners',
      { runner_type, project_id, group_id },
      { as: 'stranger' },
    )
    says(foreign, 403, '403 Forbidden - Insufficient permissions')
  },
})

export const ownJob = check({
  id: 'beyond/job-of-its-token',
  says: 'The token of a running job tells which job it is, and no other credential does',
  source: 'dossier 2, 4.3; documentation of jobs',
  level: 'should',
  covers: ['GET /job'],
  needs: { repository: true },
  holds: async (stage) => {
    const it = await runner(stage, { tag_list: ['own'] })
    const job = await handed(stage, it, 'own')
    const own = await stage.call('GET /job', {}, { as: 'anonymous', headers: { 'job-token': job.token } })
    answers(own, 200)
    has(own.row(), { id: job.id, status: 'running' }, own)
    says(await stage.call('GET /job'), 404, '404 Job Not Found')
  },
})

export const rawDiffs = check({
  id: 'beyond/raw-diffs',
  says: 'The patch of a merge request has every file that its list of diffs has, with the same lines',
  source: 'dossier 2, section 7; documentation of merge requests',
  level: 'should',
  covers: ['GET /projects/:id/merge_requests/:merge_request_iid/raw_diffs'],
  needs: { repository: true },
  holds: async (stage) => {
    const { id, branch: main } = stage.project
    await commit(stage, { branch: 'raw', from: main, path: 'a.txt' })
    await commit(stage, { branch: 'raw', path: 'b.txt' })
    const wish = { id, source_branch: 'raw', target_branch: main, title: 'Raw' }
    const made = arranged(await stage.call('POST /projects/:id/merge_requests', wish))
    const at = { id, merge_request_iid: numberIn(made, 'iid') }
    const request = '/projects/:id/merge_requests/:merge_request_iid'
    const { text } = await stage.call(`GET ${request}/raw_diffs`, at)
    const listed = await stage.call(`GET ${request}/diffs`, at)
    equals('the number of files', text.match(/^diff --git /gm)?.length, listed.rows().length)
    for (const row of listed.rows())
      equals(`the lines of ${row.new_path}`, text.includes(String(row.diff)), true)
  },
})

export const agedJob = check({
  id: 'beyond/job-age',
  says: 'A runner that asks for jobs of some age is handed none that is younger, and tells how it ended and what it printed',
  source,
  level: 'should',
  covers: ['POST /jobs/request', 'PUT /jobs/:id', 'PATCH /jobs/:id/trace'],
  needs: { repository: true },
  holds: async (stage) => {
    if (!stage.movesClock) return stage.skip("the target's clock cannot be moved")
    const { token } = await runner(stage, { tag_list: ['aged'] })
    const ask = (job_age: number) =>
      stage.call('POST /jobs/request', { token, info: { version: '15.8.0' }, job_age }, { as: 'anonymous' })
    answers(await ask(0), 204)
    await tagged(stage, 'aged')
    answers(await ask(60), 204)
    await stage.wait(120)
    const handed = await ask(60)
    answers(handed, 201)
    const job = { id: numberIn(handed.row(), 'id'), token: textIn(handed.row(), 'token'), pipeline: 0 }
    const trace = {
      as: 'anonymous',
      headers: { 'content-range': '0-4' },
      query: { token: job.token },
      body: 'hello',
      contentType: 'text/plain',
    } as const
    answers(await stage.call('PATCH /jobs/:id/trace', { id: job.id }, trace), 202)
    answers(await tell(stage, job, { state: 'failed', exit_code: 3 }), 200)
    const at = { id: stage.project.id, job_id: job.id }
    equals('its state', (await stage.call('GET /projects/:id/jobs/:job_id', at)).row().status, 'failed')
    equals('what it printed', (await stage.call('GET /projects/:id/jobs/:job_id/trace', at)).text, 'hello')
  },
})
