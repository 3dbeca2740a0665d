import { jobsRun } from '../../arrange/pipelines.ts'
import { mergeRequest } from '../../arrange/records.ts'
import { commitTold, instantOf, projectTold, toldHook, userTold } from '../../arrange/webhooks.ts'
import { check } from '../../kit/check.ts'
import { equals, has, rowIn } from '../../kit/expect.ts'
import { isRows, type Json, type Row } from '../../kit/json.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const HOOK = 'POST /projects/:id/hooks'

const jobs = `one:
  stage: build
  script: ['true']
two:
  stage: test
  script: ['false']
  allow_failure: true
three:
  stage: test
  when: manual
  script: ['true']
`

export const pipelinePayload = check({
  id: 'hooks/pipeline-payload',
  says: 'A webhook is told each status of a pipeline, the last time with the pipeline, its jobs, its commit and the project as they show themselves',
  source: 'hooks#pipeline-payload, hooks#payload-project',
  level: 'should',
  covers: [HOOK, 'GET /projects/:id/pipelines/:pipeline_id', 'GET /projects/:id/pipelines/:pipeline_id/jobs'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const hook = await toldHook(stage, ['pipeline_events'])
    await jobsRun(stage, jobs)
    const told = await hook.events('pipeline', (rows) =>
      isOver(rowIn(rows.at(-1) ?? {}, 'object_attributes')),
    )
    const statuses = told.map((it) => rowIn(it, 'object_attributes').status ?? null)
    equals('the statuses in turn', statuses, [...new Set(statuses)])
    const last = told.at(-1) as Row
    const about = rowIn(last, 'object_attributes')
    const named = { id, pipeline_id: Number(about.id) }
    const shown = (await call('GET /projects/:id/pipelines/:pipeline_id', named)).row()
    const same = ['id', 'ref', 'tag', 'sha', 'source', 'status', 'duration']
    has(about, Object.fromEntries(same.map((field) => [field, shown[field] ?? null])))
    equals('the stages', about.stages ?? null, ['build', 'test'])
    for (const field of ['created_at', 'finished_at'])
      equals(`its \`${field}\` in seconds`, seconds(about[field]), seconds(shown[field]))
    const rows = (await call('GET /projects/:id/pipelines/:pipeline_id/jobs', named)).rows()
    equals('the jobs told', buildsTold(last.builds), buildsTold(rows))
    const manual = (isRows(last.builds) ? last.builds : []).map(({ name, when, manual }) => [
      name,
      when,
      manual,
    ])
    equals('when each runs', sorted(manual as Json[]), [
      ['one', 'on_success', false],
      ['three', 'manual', true],
      ['two', 'on_success', false],
    ])
    await sameSurroundings(stage, last, String(shown.sha))
    has(rowIn(last, 'user'), userTold(shown.user))
  },
})

export const jobPayload = check({
  id: 'hooks/job-payload',
  says: 'A webhook is told each status of a job, the last time with the job as it shows itself',
  source: 'hooks#job-payload',
  level: 'should',
  covers: [HOOK, 'GET /projects/:id/jobs/:job_id'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const hook = await toldHook(stage, ['job_events'])
    const made = await jobsRun(stage, jobs)
    equals('the jobs', made.map(({ name }) => name ?? null).sort(), ['one', 'three', 'two'])
    for (const { id: job_id, name } of made) {
      const shown = (
        await call('GET /projects/:id/jobs/:job_id', { id: project.id, job_id: Number(job_id) })
      ).row()
      const isLast = (it: Row) => it.build_id === job_id && it.build_status === shown.status
      const told = (await hook.events('build', (rows) => rows.some(isLast))).filter(
        (it) => it.build_id === job_id,
      )
      const last = told.at(-1) as Row
      const pipeline = rowIn(shown, 'pipeline')
      has(last, {
        ref: shown.ref ?? null,
        tag: shown.tag ?? null,
        sha: pipeline.sha ?? null,
        build_name: name ?? null,
        build_stage: shown.stage ?? null,
        build_status: shown.status ?? null,
        build_allow_failure: shown.allow_failure ?? null,
        ...(shown.failure_reason != null && { build_failure_reason: shown.failure_reason }),
        pipeline_id: pipeline.id ?? null,
        project_id: project.id,
      })
      for (const field of ['created_at', 'started_at', 'finished_at'])
        equals(`the \`${field}\` of ${name}`, seconds(last[`build_${field}`]), seconds(shown[field]))
      has(rowIn(last, 'user'), userTold(shown.user))
    }
  },
})

export const releasePayload = check({
  id: 'hooks/release-payload',
  says: 'A webhook is told of a release when it is created, changed and deleted, with its links, its sources and its commit',
  source: 'hooks#release-payload, hooks#payload-project',
  level: 'should',
  covers: [HOOK, 'POST /projects/:id/releases', 'PUT /projects/:id/releases/:tag_name'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const hook = await toldHook(stage, ['releases_events'])
    const link = { name: 'Notes', url: 'https://example.com/notes', link_type: 'runbook' }
    const wish = { id, tag_name: 'v1.0', ref: project.branch, name: 'One', description: 'The first' }
    const made = arranged(await call('POST /projects/:id/releases', { ...wish, assets: { links: [link] } }))
    const changed = arranged(
      await call('PUT /projects/:id/releases/:tag_name', { id, tag_name: 'v1.0', name: 'Uno' }),
    )
    expectArranged(await call('DELETE /projects/:id/releases/:tag_name', { id, tag_name: 'v1.0' }))
    const told = await hook.events('release', (rows) => rows.length > 2)
    equals(
      'what happened',
      told.map(({ action }) => action ?? null),
      ['create', 'update', 'delete'],
    )
    for (const [i, shown] of [made, changed].entries()) {
      const event = told[i] as Row
      const { name = null, description = null } = shown
      has(event, { tag: 'v1.0', name, description, url: rowIn(shown, '_links').self ?? null })
      for (const field of ['created_at', 'released_at'])
        equals(`its \`${field}\``, instantOf(event[field]), instantOf(shown[field]))
      const [assets, own] = [rowIn(event, 'assets'), rowIn(shown, 'assets')]
      equals('how many assets', assets.count ?? null, own.count ?? null)
      equals('the sources', sorted(assets.sources as Json[]), sorted(own.sources as Json[]))
      const links = isRows(own.links) ? own.links : []
      equals(
        'the links',
        assets.links ?? null,
        links.map((it) => ({ id: it.id ?? null, ...link })),
      )
      await sameSurroundings(stage, event, String(rowIn(shown, 'commit').id))
    }
  },
})

export const pushPayloads = check({
  id: 'hooks/push-payloads',
  says: 'A webhook is told what a branch and a tag moved from and to, who moved it, and the commits that a branch gained',
  source: 'hooks#push-payload, hooks#payload-project',
  level: 'should',
  covers: [HOOK, 'POST /projects/:id/repository/commits', 'POST /projects/:id/repository/tags'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, user } = stage
    const { id, branch } = project
    const hook = await toldHook(stage, ['push_events', 'tag_push_events'])
    const before = rowIn(
      (await call('GET /projects/:id/repository/branches/:branch', { id, branch })).row(),
      'commit',
    )
    const write = (actions: readonly Row[]) =>
      call('POST /projects/:id/repository/commits', {
        id,
        branch,
        commit_message: 'Write\n\nAll of it',
        actions,
      })
    const first = arranged(
      await write([
        { action: 'create', file_path: 'a', content: 'a\n' },
        { action: 'create', file_path: 'b', content: 'b\n' },
      ]),
    )
    const second = arranged(
      await write([
        { action: 'update', file_path: 'a', content: 'A\n' },
        { action: 'delete', file_path: 'b' },
        { action: 'create', file_path: 'c', content: 'c\n' },
      ]),
    )
    arranged(await call('POST /projects/:id/repository/tags', { id, tag_name: 'v7', ref: String(first.id) }))
    const files = [
      { added: ['a', 'b'], modified: [], removed: [] },
      { added: ['c'], modified: ['a'], removed: ['b'] },
    ]
    const pushes = await hook.events('push', (rows) => rows.length > 1)
    equals('the pushes', pushes.length, 2)
    const { id: user_id, username } = user('owner')
    for (const [i, shown] of [first, second].entries()) {
      const event = pushes[i] as Row
      has(event, {
        event_name: 'push',
        before: (i === 0 ? before : first).id ?? null,
        after: shown.id ?? null,
        checkout_sha: shown.id ?? null,
        ref: `refs/heads/${branch}`,
        user_id,
        user_username: username,
        project_id: id,
        total_commits_count: 1,
      })
      const [commit = {}, ...others] = isRows(event.commits) ? event.commits : []
      equals('further commits', others.length, 0)
      has(commit, { ...commitTold(shown), ...files[i] })
      equals('its time', instantOf(commit.timestamp), instantOf(shown.committed_date))
      await sameProject(stage, event)
    }
    const [tag = {}] = await hook.events('tag_push')
    has(tag, {
      event_name: 'tag_push',
      before: '0'.repeat(40),
      after: first.id ?? null,
      checkout_sha: first.id ?? null,
      ref: 'refs/tags/v7',
      user_id,
      total_commits_count: 0,
    })
  },
})

export const planningPayloads = check({
  id: 'hooks/planning-payloads',
  says: 'A webhook is told of issues, merge requests and comments as they show themselves, with what has changed of them',
  source: 'hooks#planning-payload, hooks#payload-project',
  level: 'should',
  covers: [
    HOOK,
    'PUT /projects/:id/issues/:issue_iid',
    'PUT /projects/:id/merge_requests/:merge_request_iid',
  ],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, user } = stage
    const { id } = project
    const hook = await toldHook(stage, ['issues_events', 'merge_requests_events', 'note_events'])
    const assignee_ids = [user('owner').id]
    const wish = { title: 'One', description: 'Of them', assignee_ids, due_date: '2030-01-02' }
    const issue = arranged(await call('POST /projects/:id/issues', { id, ...wish }))
    const issue_iid = Number(issue.iid)
    const renamed = arranged(
      await call('PUT /projects/:id/issues/:issue_iid', { id, issue_iid, title: 'Uno' }),
    )
    const noted = { id, issue_iid, body: 'A word' }
    const note = arranged(await call('POST /projects/:id/issues/:issue_iid/notes', noted))
    const shut = { id, issue_iid, state_event: 'close' }
    const closed = arranged(await call('PUT /projects/:id/issues/:issue_iid', shut))
    const issues = await hook.events('issue', (rows) => rows.length > 2)
    equals('what happened to the issue', issues.map(actionOf), ['open', 'update', 'close'])
    for (const [i, shown] of [issue, renamed, closed].entries()) {
      const event = issues[i] as Row
      const about = rowIn(event, 'object_attributes')
      has(about, {
        ...told(shown, issueFields),
        assignee_ids,
        author_id: user('owner').id,
        url: shown.web_url ?? null,
      })
      for (const field of ['created_at', 'updated_at', 'closed_at'])
        equals(`its \`${field}\` in seconds`, seconds(about[field]), seconds(shown[field]))
      await sameProject(stage, event)
    }
    const changes = rowIn(issues[1] as Row, 'changes')
    equals('the change of the title', changes.title ?? null, { previous: 'One', current: 'Uno' })
    equals('whether another change is told', 'description' in changes, false)
    const [comment = {}] = await hook.events('note')
    has(rowIn(comment, 'object_attributes'), {
      id: note.id ?? null,
      note: 'A word',
      noteable_type: 'Issue',
      noteable_id: issue.id ?? null,
      author_id: user('owner').id,
      project_id: id,
      system: false,
      url: `${issue.web_url}#note_${note.id}`,
    })
    has(rowIn(comment, 'issue'), told(renamed, ['id', 'iid', 'title', 'description']))
    const request = await mergeRequest(stage, { branch: 'told', title: 'Ask', as: 'owner' })
    const merge_request_iid = Number(request.iid)
    const params = { id, merge_request_iid, title: 'Draft: Ask' }
    const drafted = arranged(await call('PUT /projects/:id/merge_requests/:merge_request_iid', params))
    const asked = await hook.events('merge_request', (rows) => rows.length > 1)
    equals('what happened to the merge request', asked.slice(0, 2).map(actionOf), ['open', 'update'])
    for (const [i, shown] of [request, drafted].entries()) {
      const event = asked[i] as Row
      const about = rowIn(event, 'object_attributes')
      has(about, { ...told(shown, requestFields), author_id: user('owner').id, url: shown.web_url ?? null })
      equals('its `created_at` in seconds', seconds(about.created_at), seconds(shown.created_at))
      equals('its commit', rowIn(about, 'last_commit').id ?? null, shown.sha ?? null)
      await sameProject(stage, event)
    }
    const change = rowIn(asked[1] as Row, 'changes').title ?? null
    equals('the change of its title', change, { previous: 'Ask', current: 'Draft: Ask' })
  },
})

const issueFields = ['id', 'iid', 'title', 'description', 'project_id', 'state', 'due_date', 'confidential']
const requestFields = [
  'id',
  'iid',
  'title',
  'description',
  'source_branch',
  'target_branch',
  'source_project_id',
  'target_project_id',
  'state',
  'work_in_progress',
]

const actionOf = (event: Row) => rowIn(event, 'object_attributes').action ?? null

function told(shown: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, shown[field] ?? null]))
}

/** What an event says of its project and its commit. */
async function sameSurroundings(stage: Stage, event: Row, sha: string): Promise<void> {
  const { id } = stage.project
  const shown = await stage.call('GET /projects/:id/repository/commits/:sha', { id, sha })
  has(rowIn(event, 'commit'), commitTold(shown.row()))
  await sameProject(stage, event)
}

async function sameProject(stage: Stage, event: Row): Promise<void> {
  const shown = await stage.call('GET /projects/:id', { id: stage.project.id }, { as: 'owner' })
  has(rowIn(event, 'project'), projectTold(shown.row()))
}

function isOver({ status }: Row): boolean {
  return ['success', 'failed', 'canceled', 'skipped', 'manual'].includes(String(status))
}

function seconds(time: Json | undefined): number | null {
  const instant = instantOf(time)
  return instant === null ? null : Math.floor(instant / 1000)
}

function buildsTold(builds: Json | undefined): Json[] {
  const rows = isRows(builds) ? builds : []
  return sorted(
    rows.map(({ id, stage, name, status, allow_failure, ...times }) => [
      ...[id, stage, name, status, allow_failure].map((it) => it ?? null),
      ...['created_at', 'started_at', 'finished_at'].map((field) => seconds(times[field])),
    ]),
  )
}

function sorted(values: readonly Json[]): Json[] {
  return [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
