import { issue, label, milestone } from '../../arrange/records.ts'
import { secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const NOTES = 'POST /projects/:id/issues/:issue_iid/notes'
const ISSUE = 'GET /projects/:id/issues/:issue_iid'

/** An issue, to which quick actions are said. */
async function sayingTo(stage: Stage, params: Params & { readonly title: string }) {
  const { call, project } = stage
  const here = { id: project.id, issue_iid: numberIn(await issue(stage, params), 'iid') }
  return {
    iid: here.issue_iid,
    shown: async (): Promise<Row> => (await call(ISSUE, here)).row(),
    /** Says actions alone, and expects what is told of them. */
    says: async (body: string, summary: string, changes: Row = {}): Promise<void> => {
      const reply = await call(NOTES, { ...here, body })
      answers(reply, 202)
      has(reply.row(), { summary: [summary] }, reply)
      has(rowIn(reply.row(), 'commands_changes'), changes, reply)
    },
  }
}

export const timeActions = check({
  id: 'discussions/time-actions',
  says: '`/due` takes dates and words, `/spend` a time with the day on which it was spent',
  source: 'discussions#quick-action-times',
  level: 'should',
  covers: [NOTES, ISSUE],
  holds: async (stage) => {
    const it = await sayingTo(stage, { title: 'Late' })
    await it.says('/due 2030-01-02', 'Set the due date to Jan 2, 2030.')
    has(await it.shown(), { due_date: '2030-01-02' })
    answers(
      await stage.call(NOTES, { id: stage.project.id, issue_iid: it.iid, body: '/due december 31st' }),
      202,
    )
    const { due_date: day } = await it.shown()
    holds(/-12-31$/.test(String(day)), 'the issue is due at the end of a year', day ?? null)
    await it.says('/spend 1h 30m 2023-01-02', 'Added 1h 30m spent time.')
    has(rowIn(await it.shown(), 'time_stats'), { total_time_spent: 5400 })
  },
})

export const incidentActions = check({
  id: 'discussions/incident-actions',
  says: '`/promote_to_incident` makes an incident of an issue, and `/severity` sets the severity of an incident alone',
  source: 'discussions#quick-action-incident, discussions#quick-actions-refused',
  level: 'should',
  covers: [NOTES, ISSUE],
  holds: async (stage) => {
    const it = await sayingTo(stage, { title: 'Down' })
    await it.says('/severity S1', 'Could not apply severity command.')
    await it.says('/promote_to_incident', 'Issue has been promoted to incident')
    await it.says('/severity S2', 'Severity updated to High.')
    has(await it.shown(), { issue_type: 'incident', severity: 'HIGH' })
  },
})

export const copyingActions = check({
  id: 'discussions/copying-actions',
  says: '`/copy_metadata` copies labels and milestone of another issue, and `/award` gives an award emoji and takes it back',
  source: 'discussions#quick-action-copies',
  level: 'should',
  covers: [NOTES, ISSUE],
  holds: async (stage) => {
    await label(stage, 'copied')
    await label(stage, 'kept')
    const { id: milestone_id = null } = await milestone(stage, { title: 'Copied' })
    const source = await sayingTo(stage, { title: 'Source', labels: 'copied', milestone_id })
    const it = await sayingTo(stage, { title: 'Copy', labels: 'kept' })
    await it.says(`/copy_metadata #${source.iid}`, `Copied labels and milestone from #${source.iid}.`)
    const shown = await it.shown()
    equals('the labels', [...(shown.labels as string[])].sort(), ['copied', 'kept'])
    has(rowIn(shown, 'milestone'), { id: milestone_id })
    const awards = async () => {
      const place = { id: stage.project.id, issue_iid: it.iid }
      return (await stage.call('GET /projects/:id/issues/:issue_iid/award_emoji', place)).rows().length
    }
    const { iid } = it
    for (const expected of [1, 0]) {
      answers(await stage.call(NOTES, { id: stage.project.id, issue_iid: iid, body: '/award :tada:' }), 202)
      equals('the award emojis', await awards(), expected)
    }
  },
})

export const movingActions = check({
  id: 'discussions/moving-actions',
  says: '`/move` closes an issue and opens it in another project, `/clone` keeps it open; a project that is not there moves nothing',
  source: 'discussions#quick-action-moves',
  level: 'should',
  covers: [NOTES, ISSUE, 'GET /projects/:id/issues'],
  holds: async (stage) => {
    const { call } = stage
    const id = await secondProject(stage)
    const path = String(arranged(await call('GET /projects/:id', { id })).path_with_namespace)
    const it = await sayingTo(stage, { title: 'Here' })
    await it.says('/move no/such-project', "Failed to move this issue because target project doesn't exist.")
    has(await it.shown(), { state: 'opened' })
    await it.says(`/clone ${path}`, `Cloned this issue to ${path}.`)
    has(await it.shown(), { state: 'opened', moved_to_id: null })
    await it.says(`/move ${path}`, `Moved this issue to ${path}.`)
    has(await it.shown(), { state: 'closed' })
    const there = await call('GET /projects/:id/issues', { id })
    equals(
      'the issues of the other project',
      there.rows().map(({ title, state }) => [title ?? null, state ?? null]),
      [
        ['Here', 'opened'],
        ['Here', 'opened'],
      ],
      there,
    )
    const { moved_to_id: moved } = await it.shown()
    holds(
      there.rows().some((row) => row.id === moved),
      'the issue names the one that it was moved to',
      moved ?? null,
    )
  },
})

export const createMergeRequestAction = check({
  id: 'discussions/create-merge-request-action',
  says: '`/create_merge_request` makes a branch and a draft that closes the issue',
  source: 'discussions#quick-action-create-merge-request',
  level: 'should',
  covers: [NOTES, 'GET /projects/:id/merge_requests'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await label(stage, 'wanted')
    const it = await sayingTo(stage, { title: 'Wanted', labels: 'wanted' })
    const told = "Created branch 'for-the-issue' and a merge request to resolve this issue."
    await it.says('/create_merge_request for-the-issue', told)
    const requests = await call('GET /projects/:id/merge_requests', {
      id: project.id,
      source_branch: 'for-the-issue',
    })
    equals('the merge requests', requests.rows().length, 1, requests)
    const [request = {}] = requests.rows()
    const title = 'Draft: Resolve "Wanted"'
    has(request, { title, draft: true, labels: ['wanted'], target_branch: project.branch }, requests)
    holds(
      new RegExp(`closes #${it.iid}\\b`, 'i').test(String(request.description)),
      'the description closes the issue',
      request.description ?? null,
    )
  },
})

export const epicActions = check({
  id: 'discussions/epic-actions',
  says: '`/epic` makes an issue part of an epic, and `/remove_epic` part of none',
  source: 'discussions#quick-action-epic',
  level: 'should',
  covers: [NOTES, ISSUE],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const epic = arranged(await call('POST /groups/:id/epics', { id: group.id, title: 'Large' }))
    const it = await sayingTo(stage, { title: 'Small' })
    const none = "This epic does not exist or you don't have sufficient permission."
    await it.says(`/epic &${numberIn(epic, 'iid') + 1000}`, none)
    await it.says(`/epic &${numberIn(epic, 'iid')}`, 'Added an issue to an epic.')
    has(await it.shown(), { epic_iid: numberIn(epic, 'iid') })
    await it.says('/remove_epic', 'Removed an issue from an epic.')
    has(await it.shown(), { epic_iid: null })
  },
})

export const actionsInDescriptions = check({
  id: 'discussions/actions-in-descriptions',
  says: 'Quick actions in the description of an issue are carried out and taken out, when it is created and when it is changed; `/close` closes no issue that is being created, and `/shrug` is text',
  source:
    'discussions#quick-actions-described, discussions#quick-action-substitutions, discussions#quick-actions',
  level: 'should',
  covers: ['POST /projects/:id/issues', 'PUT /projects/:id/issues/:issue_iid'],
  holds: async (stage) => {
    await label(stage, 'said')
    const code = '```\n/due 2031-01-01\n```'
    const description = `Words\n/LABEL ~said\n/due 2030-01-02\n/close\n/shrug Well\n${code}`
    const it = await sayingTo(stage, { title: 'Described', description })
    has(await it.shown(), {
      description: `Words\nWell ¯\\＿(ツ)＿/¯\n${code}`,
      labels: ['said'],
      due_date: '2030-01-02',
      state: 'opened',
    })
    const changed = await stage.call('PUT /projects/:id/issues/:issue_iid', {
      id: stage.project.id,
      issue_iid: it.iid,
      description: 'Other words\n/unlabel ~said\n/close',
    })
    answers(changed, 200)
    has(await it.shown(), { description: 'Other words', labels: [], state: 'closed' })
  },
})

export const boardAction = check({
  id: 'discussions/board-action',
  says: '`/board_move` gives an issue the label of a list of the only board of a project, in place of those of its other lists',
  source: 'discussions#quick-action-board-move',
  level: 'should',
  covers: [NOTES, ISSUE],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const [first, second] = [await label(stage, 'first column'), await label(stage, 'second column')]
    const it = await sayingTo(stage, { title: 'Moving', labels: 'first column' })
    const board = arranged(await call('POST /projects/:id/boards', { id, name: 'Work' }))
    const lists = { id, board_id: numberIn(board, 'id') }
    for (const { id: label_id } of [first, second])
      arranged(
        await call('POST /projects/:id/boards/:board_id/lists', { ...lists, label_id: Number(label_id) }),
      )
    await it.says('/board_move ~"second column"', 'Moved issue to ~"second column" column in the board.')
    has(await it.shown(), { labels: ['second column'] })
  },
})
