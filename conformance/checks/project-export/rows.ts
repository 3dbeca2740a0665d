import { jobsRun } from '../../arrange/pipelines.ts'
import { issue, label, mergeRequest, milestone } from '../../arrange/records.ts'
import { downloadExport, exportedArchive, startExport } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { equals, has, holds, numberIn, rowIn } from '../../kit/expect.ts'
import { isRow, isRows, type Json, parseJson, type Row } from '../../kit/json.ts'
import { openArchive, textOfBytes } from '../../oracle/archive.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

/** The rows of a relation in the archive of the throw-away project. */
async function exported(stage: Stage, as: Who = 'owner'): Promise<(relation: string) => readonly Row[]> {
  const files = await openArchive(await exportedArchive(stage, {}, as))
  holds(files !== undefined, 'the archive is a gzipped tar', null)
  return (relation) =>
    textOfBytes(files.get(`tree/project/${relation}.ndjson`))
      .split('\n')
      .flatMap((line) => {
        const row = parseJson(line)
        return isRow(row) ? [row] : []
      })
}

export const issueOrder = check({
  id: 'project-export/issue-order',
  says: 'The issues of an archive stand in the order into which they were put by hand',
  source: 'project-export#archive-line-order',
  level: 'should',
  covers: [startExport, downloadExport],
  holds: async (stage) => {
    const { call, project } = stage
    const numbers: number[] = []
    const ids: number[] = []
    for (const title of ['One', 'Two', 'Three']) {
      const made = await issue(stage, { title })
      numbers.push(numberIn(made, 'iid'))
      ids.push(numberIn(made, 'id'))
    }
    const [first = 0, second = 0, third = 0] = numbers
    const params = { id: project.id, issue_iid: first, move_after_id: ids[2] }
    expectArranged(await call('PUT /projects/:id/issues/:issue_iid/reorder', params))
    const rowsOf = await exported(stage)
    const told = rowsOf('issues').map(({ iid }) => iid ?? null)
    equals('the order', told, [second, third, first])
  },
})

export const issueRows = check({
  id: 'project-export/issue-rows',
  says: 'The archive tells of an issue what the API shows: its columns, people, labels, milestone, times spent and comments',
  source: 'project-export#archive-line-format, project-export#archive-relations',
  level: 'must',
  covers: [startExport, downloadExport],
  holds: async (stage) => {
    const { call, project, user } = stage
    const { id } = project
    await label(stage, 'told')
    const goal = await milestone(stage, { title: 'Goal' })
    const assignee_ids = [user('owner').id]
    const wish = { title: 'One', description: 'Of all', due_date: '2030-01-02', confidential: true }
    const made = await issue(stage, {
      ...wish,
      labels: 'told',
      milestone_id: numberIn(goal, 'id'),
      assignee_ids,
    })
    const at = { id, issue_iid: numberIn(made, 'iid') }
    for (const [path, params] of [
      ['time_estimate', { duration: '2h' }],
      ['add_spent_time', { duration: '30m' }],
      ['notes', { body: 'A word' }],
    ] as const)
      expectArranged(await call(`POST /projects/:id/issues/:issue_iid/${path}`, { ...at, ...params }))
    const change = { state_event: 'close', discussion_locked: true }
    expectArranged(await call('PUT /projects/:id/issues/:issue_iid', { ...at, ...change }))
    const rowsOf = await exported(stage)
    const shown = (await call('GET /projects/:id/issues/:issue_iid', at)).row()
    const [told = {}, ...others] = rowsOf('issues')
    equals('further issues', others.length, 0)
    has(told, { ...picked(shown, issueColumns), author_id: user('owner').id, closed_by_id: user('owner').id })
    const assignees = listed(told.issue_assignees).map((it) => it.user_id ?? null)
    equals('the assignees', assignees, assignee_ids)
    equals('the labels', labelsTold(told), ['told'])
    equals('the milestone', rowIn(told, 'milestone').title ?? null, 'Goal')
    has(told, { time_estimate: 7200 })
    const spent = listed(told.timelogs)
    equals(
      'the time spent',
      spent.map((it) => [it.time_spent ?? null, it.user_id ?? null]),
      [[1800, user('owner').id]],
    )
    for (const log of spent)
      holds(typeof log.spent_at === 'string', 'an entry of time spent has its time', log)
    const words = listed(told.notes).filter(({ system }) => system !== true)
    equals(
      'the comments',
      words.map((it) => [it.note ?? null, it.author_id ?? null]),
      [['A word', user('owner').id]],
    )
  },
})

export const hiddenEpics = check({
  id: 'project-export/hidden-epics',
  says: 'The archive tells the epic of an issue only if whoever exports may read it',
  source: 'project-import#epics',
  level: 'should',
  covers: [startExport, downloadExport],
  needs: { in: 'group', tier: 'ultimate' },
  each: () => [
    { as: 'owner', told: true } as const,
    // A maintainer of the project who is no member of its group.
    { as: 'stranger', told: false } as const,
  ],
  holds: async (stage, { as, told }) => {
    const { call, project, group } = stage
    const one = await issue(stage, { title: 'Part', confidential: true })
    const epic = arranged(
      await call('POST /groups/:id/epics', { id: group.id, title: 'All', confidential: true }),
    )
    const part = { id: group.id, epic_iid: numberIn(epic, 'iid'), epic_issue_id: numberIn(one, 'id') }
    expectArranged(await call('POST /groups/:id/epics/:epic_iid/issues/:epic_issue_id', part))
    const member = { id: project.id, user_id: stage.user('stranger').id, access_level: 40 }
    expectArranged(await call('POST /projects/:id/members', member))
    const [row = {}] = (await exported(stage, as))('issues')
    has(row, { title: 'Part' })
    const seen = isRow(row.epic_issue)
    // The releases before this was asked are not told apart.
    if (stage.dialect === undefined && seen !== told) return stage.observe('an epic in the archive', seen)
    equals(`whether an archive of the ${as} tells the epic`, seen, told)
  },
})

export const mergeRequestRows = check({
  id: 'project-export/merge-request-rows',
  says: 'The archive tells of a merge request what the API shows: its columns, people, commits, approvals and how it was merged',
  source: 'project-export#archive-line-format, project-export#archive-relations',
  level: 'must',
  covers: [startExport, downloadExport],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, user } = stage
    const { id } = project
    const people = { assignee_ids: [user('owner').id], reviewer_ids: [user('owner').id] }
    const wish = { description: 'Of all', squash: true, remove_source_branch: true, ...people }
    const open = await mergeRequest(stage, { branch: 'open', title: 'Open', ...wish })
    const taken = await mergeRequest(stage, { branch: 'taken', title: 'Taken' })
    const one = 'GET /projects/:id/merge_requests/:merge_request_iid'
    const named = (row: Row) => ({ id, merge_request_iid: numberIn(row, 'iid') })
    expectArranged(await call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', named(taken)))
    const rowsOf = await exported(stage)
    const rows = rowsOf('merge_requests')
    equals('how many', rows.length, 2)
    for (const made of [open, taken]) {
      const shown = (await call(one, named(made))).row()
      const told = rows.find((it) => it.iid === shown.iid) ?? {}
      has(told, { ...picked(shown, requestColumns), author_id: rowIn(shown, 'author').id ?? null })
      for (const [field, relation] of [
        ['assignees', 'merge_request_assignees'],
        ['reviewers', 'merge_request_reviewers'],
      ] as const) {
        const ids = listed(told[relation]).map((it) => it.user_id ?? null)
        equals(
          `the ${field}`,
          ids,
          listed(shown[field]).map((it) => it.id ?? null),
        )
      }
      const refs = rowIn(shown, 'diff_refs')
      has(rowIn(told, 'merge_request_diff'), {
        base_commit_sha: refs.base_sha ?? null,
        head_commit_sha: refs.head_sha ?? null,
        start_commit_sha: refs.start_sha ?? null,
      })
      const merger = isRow(shown.merge_user) ? shown.merge_user.id : null
      has(rowIn(told, 'metrics'), { merged_at: shown.merged_at ?? null, merged_by_id: merger ?? null })
    }
  },
})

export const pipelineRows = check<string | null>({
  id: 'project-export/pipeline-rows',
  says: 'The archive tells of a pipeline what the API shows: its columns, its name, and its jobs by stages',
  source: 'project-export#archive-line-format, project-export#archive-relations',
  level: 'must',
  covers: [startExport, downloadExport],
  needs: { repository: true },
  each: () => ['Nightly', null],
  holds: async (stage, name) => {
    const { call, project, user } = stage
    const { id } = project
    const job = (at: string) => `${at}-job:\n  stage: ${at}\n  script: ['true']\n`
    await jobsRun(stage, `${job('build')}${job('test')}`)
    const [run = {}] = (await call('GET /projects/:id/pipelines', { id })).rows()
    const at = { id, pipeline_id: numberIn(run, 'id') }
    if (name !== null)
      arranged(await call('PUT /projects/:id/pipelines/:pipeline_id/metadata', { ...at, name }))
    const rowsOf = await exported(stage)
    const shown = (await call('GET /projects/:id/pipelines/:pipeline_id', at)).row()
    const [told = {}, ...others] = rowsOf('ci_pipelines')
    equals('further pipelines', others.length, 0)
    has(told, { ...picked(shown, pipelineColumns), user_id: user('owner').id })
    const { pipeline_metadata: more = null } = told
    equals('its name', isRow(more) ? (more.name ?? null) : more, name)
    const jobs = (await call('GET /projects/:id/pipelines/:pipeline_id/jobs', at)).rows()
    const expected = jobs.map((it) => [
      it.stage,
      it.name,
      it.status,
      it.ref,
      it.tag,
      it.created_at,
      it.finished_at,
    ])
    const found = listed(told.stages).flatMap((of) => [
      ...[...listed(of.statuses), ...listed(of.builds)].map((it) => [
        ...[of.name, it.name, it.status, it.ref, it.tag, it.created_at, it.finished_at],
      ]),
    ])
    equals('its jobs', sorted(found as Json[]), sorted(expected as Json[]))
  },
})

const issueColumns =
  'title description state iid confidential due_date discussion_locked created_at closed_at'.split(' ')

const requestColumns =
  'title description state iid source_branch target_branch source_project_id target_project_id created_at merge_commit_sha squash_commit_sha squash discussion_locked'.split(
    ' ',
  )

const pipelineColumns =
  'ref sha tag status source iid created_at started_at finished_at duration yaml_errors'.split(' ')

function picked(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))
}

function listed(rows: Json | undefined): readonly Row[] {
  return isRows(rows) ? rows : []
}

function labelsTold(row: Row): Json[] {
  return listed(row.label_links).map((link) => rowIn(link, 'label').title ?? null)
}

function sorted(values: readonly Json[]): Json[] {
  return [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

export const labelRows = check({
  id: 'project-export/label-rows',
  says: 'The archive tells of each label its title, description, colour and priority',
  source: 'project-export#archive-line-format, project-export#archive-relations',
  level: 'must',
  covers: [startExport, downloadExport],
  holds: async (stage) => {
    const color = '#aabbcc'
    await label(stage, 'urgent', { color, description: 'Now', priority: 3 })
    await label(stage, 'plain', { color })
    const told = (await exported(stage))('labels').map((row) => [
      row.title ?? null,
      row.description ?? null,
      String(row.color).toLowerCase(),
      listed(row.priorities).map(({ priority }) => priority ?? null),
    ])
    const sorted = told.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
    equals('the labels', sorted, [
      ['plain', null, color, []],
      ['urgent', 'Now', color, [3]],
    ])
  },
})
