import { commit, issue, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, textIn } from '../../kit/expect.ts'
import { isRow, isRows } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const source = 'dossier 2, section 13'
const cancel = 'POST /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds'

export const takenBack = check({
  id: 'beyond/auto-merge-taken-back',
  says: 'A merge that waits is taken back: 201, and it waits no longer; what does not wait answers 406, what is closed 405',
  source: 'dossier 1, 9.8',
  level: 'should',
  covers: [cancel],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const row = await mergeRequest(stage, { branch: 'topic' })
    const place = named(stage, row)
    answers(await call(cancel, place), 406, { message: "Can't cancel the automatic merge" })
    const running = {
      id: project.id,
      sha: String(row.sha),
      state: 'running',
      ref: 'topic',
      name: 'elsewhere',
    }
    expectArranged(await call('POST /projects/:id/statuses/:sha', running))
    const merge = 'PUT /projects/:id/merge_requests/:merge_request_iid/merge'
    answers(await call(merge, { ...place, merge_when_pipeline_succeeds: true }), 200)
    const taken = await call(cancel, place)
    answers(taken, 201)
    has(taken.row(), { status: 'success' }, taken)
    const now = await call('GET /projects/:id/merge_requests/:merge_request_iid', place)
    has(now.row(), { state: 'opened', merge_when_pipeline_succeeds: false }, now)
    const close = 'PUT /projects/:id/merge_requests/:merge_request_iid'
    answers(await call(close, { ...place, state_event: 'close' }), 200)
    answers(await call(cancel, place), 405, { message: '405 Method Not Allowed' })
  },
})

export const manualJob = check({
  id: 'beyond/manual-job',
  says: 'A manual job waits until somebody lets it begin, and only such a job can be begun',
  source: 'dossier 2, section 4',
  level: 'should',
  covers: ['POST /projects/:id/jobs/:job_id/play'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const content = 'ask:\n  when: manual\n  script: ["true"]\n'
    const path = '.gitlab-ci.yml'
    const message = 'Configure a job [skip ci]'
    await commit(stage, { branch: 'ci', from: project.branch, path, content, message })
    const pipeline = arranged(await call('POST /projects/:id/pipeline', { id: project.id, ref: 'ci' }))
    const place = { id: project.id, pipeline_id: numberIn(pipeline, 'id') }
    const [job] = (await call('GET /projects/:id/pipelines/:pipeline_id/jobs', place)).rows()
    if (job === undefined) return stage.skip('the target starts no jobs')
    equals('the status of the job', job.status, 'manual')
    const at = { id: project.id, job_id: numberIn(job, 'id') }
    const begun = await call('POST /projects/:id/jobs/:job_id/play', at)
    answers(begun, 200)
    equals('it waits no longer', begun.row().status === 'manual', false, begun)
    const again = await call('POST /projects/:id/jobs/:job_id/play', at)
    answers(again, 400, { message: '400 Bad request - Unplayable Job' })
  },
})

export const files = check({
  id: 'beyond/files',
  says: 'A file is created with 201, changed with 200 and deleted with 204; each is a commit on the branch',
  source,
  level: 'should',
  covers: ['POST', 'PUT', 'DELETE', 'GET'].map((verb) => `${verb} /projects/:id/repository/files/:file_path`),
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const at = { id: project.id, file_path: 'docs/a file.md' }
    const write = (commit_message: string) => ({ ...at, branch: project.branch, commit_message })
    const one = (verb: string) => `${verb} /projects/:id/repository/files/:file_path`
    const written = { author_email: 'carol@example.com', author_name: 'Carol', execute_filemode: true }
    const created = await call(one('POST'), { ...write('Add it'), ...written, content: 'first\n' })
    answers(created, 201, { file_path: at.file_path, branch: project.branch })
    const twice = await call(one('POST'), { ...write('Add it'), content: 'first\n' })
    answers(twice, 400, { message: 'A file with this name already exists' })
    const shown = async (ref = project.branch) => call(one('GET'), { ...at, ref })
    const first = (await shown()).row()
    has(first, { content: btoa('first\n'), encoding: 'base64', size: 6, execute_filemode: true })
    const change = { ...write('Change it'), content: btoa('second\n'), encoding: 'base64' }
    const since = await call(one('PUT'), { ...change, last_commit_id: textIn(first, 'last_commit_id') })
    answers(since, 200)
    has((await shown()).row(), { content: btoa('second\n') })
    const late = await call(one('PUT'), { ...change, last_commit_id: textIn(first, 'last_commit_id') })
    answers(late, 400)
    const elsewhere = { ...write('Delete it'), branch: 'without', start_branch: project.branch }
    answers(await call(one('DELETE'), elsewhere), 204)
    answers(await shown('without'), 404, { message: '404 File Not Found' })
    answers(await shown(), 200)
    answers(await call(one('DELETE'), write('Delete it')), 204)
    answers(await shown(), 404, { message: '404 File Not Found' })
    const again = {
      ...write('Again'),
      branch: 'again',
      start_branch: 'without',
      encoding: 'text',
      last_commit_id: '',
    }
    answers(await call(one('POST'), { ...again, content: 'third\n' }), 201)
    has((await shown('again')).row(), { content: btoa('third\n'), execute_filemode: false })
  },
})

export const fromCommit = check({
  id: 'beyond/commit-from',
  says: 'A branch begins at the commit that is named, and the default branch can become another one',
  source,
  level: 'should',
  covers: ['POST /projects/:id/repository/commits', 'PUT /projects/:id'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const start_sha = await commit(stage, { branch: project.branch, path: 'first.txt' })
    await commit(stage, { branch: project.branch, path: 'second.txt' })
    const actions = [{ action: 'create', file_path: 'third.txt', content: 'third\n' }]
    const wish = { id: project.id, branch: 'beside', start_sha, commit_message: 'Beside', actions }
    const made = await call('POST /projects/:id/repository/commits', wish)
    answers(made, 201)
    equals('its parents', made.row().parent_ids, [start_sha], made)
    const turned = await call('PUT /projects/:id', { id: project.id, default_branch: 'beside' })
    answers(turned, 200)
    equals('the default branch', turned.row().default_branch, 'beside', turned)
  },
})

export const issuesBySomebody = check({
  id: 'beyond/issues-by-names',
  says: 'Issues are found by the names of who wrote them and of whom they are assigned to, and left out by them',
  source,
  level: 'should',
  covers: ['GET /issues', 'GET /projects/:id/issues'],
  needs: { project: 'private' },
  each: () => ['GET /issues', 'GET /projects/:id/issues'],
  holds: async (stage, list) => {
    const { call, project } = stage
    const { id, username } = stage.user('owner')
    await issue(stage, { title: 'Assigned', assignee_ids: [id] })
    await issue(stage, { title: 'Alone' })
    const titles = async (params: Params) => {
      const reply = await call(list, { id: project.id, scope: 'all', per_page: 100, ...params })
      const rows = reply.rows().filter((row) => row.project_id === project.id)
      return rows.map(({ title }) => title ?? null).sort()
    }
    equals('by the author', await titles({ author_username: username }), ['Alone', 'Assigned'])
    equals('by the assignee', await titles({ assignee_username: username }), ['Assigned'])
    equals('of others', await titles({ not: { author_username: username } }), [])
    equals('of nobody', await titles({ not: { assignee_username: [username] } }), ['Alone'])
  },
})

export const answeredThread = check({
  id: 'beyond/notes-of-a-thread',
  says: 'A note in a thread of an issue is changed and deleted by its number; without notes there is no thread',
  source,
  level: 'should',
  covers: ['PUT', 'DELETE'].map(
    (verb) => `${verb} /projects/:id/issues/:issue_iid/discussions/:discussion_id/notes/:note_id`,
  ),
  holds: async (stage) => {
    const { call, project } = stage
    const { iid } = await issue(stage, { title: 'Discussed' })
    const at = { id: project.id, issue_iid: Number(iid) }
    const path = '/projects/:id/issues/:issue_iid/discussions'
    const thread = arranged(await call(`POST ${path}`, { ...at, body: 'First' }))
    const [note] = isRows(thread.notes) ? thread.notes : []
    const one = {
      ...at,
      discussion_id: textIn(thread, 'id'),
      note_id: isRow(note) ? numberIn(note, 'id') : 0,
    }
    const changed = await call(`PUT ${path}/:discussion_id/notes/:note_id`, { ...one, body: 'Changed' })
    answers(changed, 200)
    has(changed.row(), { id: one.note_id, body: 'Changed' }, changed)
    answers(await call(`DELETE ${path}/:discussion_id/notes/:note_id`, one), 204)
    answers(await call(`GET ${path}/:discussion_id`, one), 404)
  },
})

export const groupMilestone = check({
  id: 'beyond/group-milestones',
  says: 'A milestone of a group is read, changed and deleted by its id',
  source: 'dossier 1, 11.7; dossier 2, section 13',
  level: 'should',
  covers: ['GET', 'PUT', 'DELETE'].map((verb) => `${verb} /groups/:id/milestones/:milestone_id`),
  needs: { in: 'group' },
  holds: async ({ call, group }) => {
    const made = arranged(await call('POST /groups/:id/milestones', { id: group.id, title: 'Both' }))
    const one = { id: group.id, milestone_id: numberIn(made, 'id') }
    const path = '/groups/:id/milestones/:milestone_id'
    has((await call(`GET ${path}`, one)).row(), { title: 'Both', group_id: group.id, state: 'active' })
    const days = { start_date: '2030-01-01', due_date: '2030-02-01', description: 'All of it' }
    const closed = await call(`PUT ${path}`, { ...one, title: 'Done', ...days, state_event: 'close' })
    answers(closed, 200)
    has(closed.row(), { title: 'Done', ...days, state: 'closed' }, closed)
    answers(await call(`DELETE ${path}`, one), 204)
    answers(await call(`GET ${path}`, one), 404)
  },
})
