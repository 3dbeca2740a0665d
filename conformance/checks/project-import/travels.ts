import { commit, forkOf } from '../../arrange/records.ts'
import {
  exportedArchive,
  finishedImport,
  importFile,
  startExport,
  travelling,
  upload,
} from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { equals, has, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { leastArchive, packArchive, relationLines } from '../../oracle/archive.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const at = '2016-06-14T15:02:47.000Z'

/** The project that an archive of issues makes. */
async function withIssues(stage: Stage, rows: readonly unknown[]): Promise<number> {
  const files = leastArchive({ 'tree/project/issues.ndjson': relationLines(rows) })
  return made(stage, await packArchive(files))
}

async function made(stage: Stage, archive: Uint8Array): Promise<number> {
  const status = await finishedImport(stage, await upload(stage, archive))
  has(status.row(), { import_status: 'finished', failed_relations: [], import_error: null }, status)
  return numberIn(status.row(), 'id')
}

export const activity = check({
  id: 'project-import/activity',
  says: 'Activity on imported issues is what the archive tells of it, with its times, and nothing else',
  source: 'project-import#events',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const event = (action: string) => ({
      author_id: 1,
      action,
      target_type: 'Issue',
      created_at: at,
      updated_at: at,
    })
    const id = await withIssues(stage, [
      { iid: 1, title: 'Told', state: 'closed', events: [event('created'), event('closed')] },
      { iid: 2, title: 'Silent', state: 'closed' },
    ])
    const reply = await stage.call('GET /projects/:id/events', { id, target_type: 'issue' })
    const told = reply.rows().map((row) => `${row.action_name} ${row.target_title} ${row.created_at}`)
    equals('the activity', told.sort(), [`closed Told ${at}`, `opened Told ${at}`], reply)
  },
})

export const issueColumns = check({
  id: 'project-import/issue-columns',
  says: 'An imported issue has the type, state, due date, confidentiality, lock, estimate, time spent and times of the archive',
  source: 'project-import#round-trip',
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const told = { iid: 5, title: 'Outage', state: 'closed', confidential: true, discussion_locked: true }
    const times = { due_date: '2017-01-02', created_at: at, closed_at: at }
    const timelogs = [600, 1200].map((time_spent) => ({ time_spent, user_id: 1, spent_at: at }))
    const id = await withIssues(stage, [
      { ...told, ...times, issue_type: 'incident', time_estimate: 7200, timelogs },
      { iid: 6, title: 'Plain' },
    ])
    const reply = await stage.call('GET /projects/:id/issues/:issue_iid', { id, issue_iid: 5 })
    has(reply.row(), { ...told, ...times, issue_type: 'incident' }, reply)
    const spent = reply.row().time_stats
    equals('the times', spent, { ...(spent as object), time_estimate: 7200, total_time_spent: 1800 }, reply)
    const plain = await stage.call('GET /projects/:id/issues/:issue_iid', { id, issue_iid: 6 })
    has(plain.row(), { state: 'opened', issue_type: 'issue', confidential: false, due_date: null }, plain)
  },
})

export const branchesOfForks = check({
  id: 'project-import/branches-of-forks',
  says: 'An imported merge request from a fork has its branch in the new project, at the head of its diff, and can be merged',
  source: 'project-import#merge-requests',
  level: 'should',
  covers: [importFile, 'GET /projects/:id/merge_requests'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const fork = numberIn(await forkOf(stage), 'id')
    const file = { branch: 'offer', from: project.branch, path: 'offer.txt', as: 'owner' } as const
    const sha = await commit(stage, { project: fork, ...file })
    const wish = { source_branch: 'offer', target_branch: project.branch, target_project_id: project.id }
    expectArranged(await call('POST /projects/:id/merge_requests', { id: fork, title: 'Offer', ...wish }))
    const id = await made(stage, await exportedArchive(stage))
    const requests = await call('GET /projects/:id/merge_requests', { id })
    const [row = {}] = requests.rows()
    has(row, { title: 'Offer', state: 'opened', source_project_id: id, sha }, requests)
    const at = { id, branch: textIn(row, 'source_branch') }
    const branch = await call('GET /projects/:id/repository/branches/:branch', at)
    equals('its head', rowIn(branch.row(), 'commit').id, sha, branch)
    const place = { id, merge_request_iid: numberIn(row, 'iid') }
    const merged = await call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', place)
    has(merged.row(), { state: 'merged' }, merged)
  },
})

export const issuePositions = check({
  id: 'project-import/issue-positions',
  says: 'Imported issues stand in the order of their lines in the archive, whatever their numbers',
  source: 'project-import#issue-positions',
  level: 'should',
  covers: [importFile],
  holds: async (stage) => {
    const rows = [3, 1, 2].map((iid) => ({ iid, title: `Issue ${iid}` }))
    const id = await withIssues(stage, rows)
    const params = { id, order_by: 'relative_position', sort: 'asc' }
    const reply = await stage.call('GET /projects/:id/issues', params)
    equals(
      'the order',
      reply.rows().map((row) => row.iid ?? null),
      [3, 1, 2],
      reply,
    )
  },
})

export const mergeRequestVersions = check({
  id: 'project-import/merge-request-versions',
  says: 'An imported merge request has the latest version of its diff, with the commits that it is about',
  source: 'project-import#round-trip, project-export#archive-omissions',
  level: 'must',
  covers: [startExport, importFile],
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    const versions = async (id: number) => {
      const path = 'GET /projects/:id/merge_requests/:merge_request_iid/versions'
      const reply = await stage.call(path, { id, merge_request_iid: 1 })
      return reply
        .rows()
        .map((row) =>
          [row.head_commit_sha, row.base_commit_sha, row.start_commit_sha].map((sha) => sha ?? null),
        )
    }
    const [latest] = await versions(stage.project.id)
    const copy = await made(stage, await exportedArchive(stage))
    equals('its versions', await versions(copy), [latest ?? null])
  },
})

export const commitNotes = check({
  id: 'project-import/commit-notes',
  says: 'Comments on a commit that has a pipeline come back, once',
  source: 'project-import#commit-notes',
  level: 'should',
  covers: [startExport, importFile],
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    const { id, branch } = stage.project
    const sha = textIn(
      (await stage.call('GET /projects/:id/repository/commits/:sha', { id, sha: branch })).row(),
      'id',
    )
    for (const name of ['one', 'two'])
      expectArranged(
        await stage.call('POST /projects/:id/statuses/:sha', { id, sha, state: 'success', name }),
      )
    const path = '/projects/:id/repository/commits/:sha/comments'
    expectArranged(await stage.call(`POST ${path}`, { id, sha, note: 'Neat' }))
    const copy = await made(stage, await exportedArchive(stage))
    const reply = await stage.call(`GET ${path}`, { id: copy, sha })
    // Behind its text stands who said it.
    const said = reply.rows().filter((row) => textIn(row, 'note').startsWith('Neat'))
    equals('how often it is said', said.length, 1, reply)
  },
})

export const invitations = check({
  id: 'project-import/invitations',
  says: 'A member of the archive who is only invited is invited again where an administrator imports',
  source: 'project-import#invitations',
  level: 'should',
  covers: [importFile],
  holds: async (stage) => {
    const invite_email = `${stage.prefix}@example.com`
    const member = {
      access_level: 30,
      source_type: 'Project',
      user_id: null,
      invite_email,
      notification_level: 3,
    }
    const files = leastArchive({ 'tree/project/project_members.ndjson': relationLines([member]) })
    const as = 'admin'
    const status = await finishedImport(stage, await upload(stage, await packArchive(files), {}, { as }), as)
    const id = numberIn(status.row(), 'id')
    const reply = await stage.call('GET /projects/:id/invitations', { id }, { as })
    equals('how many', reply.rows().length, 1, reply)
    has(reply.rows()[0] ?? {}, { invite_email, access_level: 30 }, reply)
  },
})

export const pipelines = check({
  id: 'project-import/pipelines',
  says: 'Imported pipelines have the jobs, the bridges and the duration that the archive tells',
  source: 'project-import#pipelines-and-jobs',
  level: 'should',
  covers: [importFile],
  holds: async (stage) => {
    const job = (type: string, name: string) => ({
      type,
      name,
      status: 'success',
      created_at: at,
      ref: 'main',
    })
    const broken = { ...job('Ci::Build', 'lint'), status: 'failed', failure_reason: 'script_failure' }
    const statuses = [job('Ci::Build', 'unit'), job('Ci::Bridge', 'downstream'), broken]
    const times = { created_at: at, started_at: at, finished_at: '2016-06-14T16:02:47.000Z', duration: 61 }
    const told = { iid: 1, sha: 'a'.repeat(40), ref: 'main', status: 'success', source: 'push' }
    const row = { ...told, ...times, stages: [{ name: 'test', statuses }] }
    const files = leastArchive({ 'tree/project/ci_pipelines.ndjson': relationLines([row]) })
    const id = await made(stage, await packArchive(files))
    const [run = {}] = (await stage.call('GET /projects/:id/pipelines', { id })).rows()
    const on = { id, pipeline_id: numberIn(run, 'id') }
    const shown = await stage.call('GET /projects/:id/pipelines/:pipeline_id', on)
    has(shown.row(), { ref: 'main', status: 'success', source: 'push', duration: 61 }, shown)
    for (const [kind, ...names] of [
      ['jobs', 'lint', 'unit'],
      ['bridges', 'downstream'],
    ] as const) {
      const reply = await stage.call(`GET /projects/:id/pipelines/:pipeline_id/${kind}`, on)
      const found = reply.rows().map((it) => textIn(it, 'name'))
      equals(`its ${kind}`, found.sort(), names, reply)
      const failed = reply.rows().find((it) => it.name === 'lint')
      if (failed !== undefined) has(failed, { status: 'failed', failure_reason: 'script_failure' }, reply)
    }
  },
})

export const epics = check({
  id: 'project-import/epics',
  says: 'An imported issue is part of the epic that the archive tells, which is made in the group',
  source: 'project-import#epics',
  level: 'should',
  covers: [importFile],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const epic = { iid: 71, title: 'Move', state: 'opened', author_id: 1, created_at: at, updated_at: at }
    const id = await withIssues(stage, [
      { iid: 1, title: 'Pack', epic_issue: { relative_position: 1, epic } },
    ])
    const path = 'GET /groups/:id/epics/:epic_iid/issues'
    const reply = await stage.call(path, { id: stage.group.id, epic_iid: 71 })
    equals('how many', reply.rows().length, 1, reply)
    has(reply.rows()[0] ?? {}, { project_id: id, title: 'Pack' }, reply)
  },
})
