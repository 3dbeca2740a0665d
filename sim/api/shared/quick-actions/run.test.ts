import { describe, expect, test } from 'vitest'
import { perTest } from '../../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const issues = '/projects/1/issues'
const opened = (by = 'carol') => `${issues}/${as(by).post(issues, { title: 'Here' }).json.iid}`
const say = (path: string, body: string, by = 'alice') => as(by).post(`${path}/notes`, { body })
const said = (path: string) =>
  as('alice')
    .get(`${path}/notes`)
    .json.filter(({ system }: { system: boolean }) => !system)

describe('quick actions', () => {
  test('alone in a comment are run and create no note', () => {
    const issue = opened()
    expect(say(issue, '/close')).toMatchObject({
      status: 202,
      json: { commands_changes: { state_event: 'close' }, summary: ['Closed this issue.'] },
    })
    expect(as('alice').get(issue).json.state).toBe('closed')
    expect(said(issue)).toEqual([])
    expect(say(issue, '/reopen').json.summary).toEqual(['Reopened this issue.'])
  })

  test('are refused where a text has more of them than anybody writes', () => {
    const issue = opened()
    expect(say(issue, '/label ~bug\n'.repeat(1000)).status).toBe(202)
    const refused = { message: '400 Bad request - Too many quick actions (maximum is 1000)' }
    const tooMany = '/label ~bug\n'.repeat(1001)
    expect(say(issue, tooMany)).toMatchObject({ status: 400, json: refused })
    expect(as('alice').put(issue, { description: tooMany })).toMatchObject({ status: 400, json: refused })
  })

  test('change every supported property', () => {
    const issue = opened()
    const commands = [
      '/title Named',
      '/label ~bug',
      '/assign @carol me',
      '/due 2030-01-02',
      '/weight 5',
      '/health_status at_risk',
      '/confidential',
      '/lock',
      '/estimate 1h',
      '/spend 30m',
    ]
    expect(say(issue, commands.join('\n')).status).toBe(202)
    expect(as('alice').get(issue).json).toMatchObject({
      title: 'Named',
      labels: ['bug'],
      assignees: [{ username: 'carol' }, { username: 'alice' }],
      due_date: '2030-01-02',
      weight: 5,
      health_status: 'at_risk',
      confidential: true,
      discussion_locked: true,
      time_stats: { time_estimate: 3600, total_time_spent: 1800 },
    })
    const back = [
      '/unlabel',
      '/unassign @carol',
      '/remove_due_date',
      '/clear_weight',
      '/clear_health_status',
      '/unlock',
    ]
    expect(say(issue, back.join('\n')).status).toBe(202)
    expect(as('alice').get(issue).json).toMatchObject({
      labels: [],
      assignees: [{ username: 'alice' }],
      due_date: null,
      weight: null,
      health_status: null,
      discussion_locked: false,
    })
  })

  test('are removed from the text of the comment', () => {
    const issue = opened()
    expect(say(issue, 'Done.\n/close')).toMatchObject({ status: 201, json: { body: 'Done.' } })
    expect(as('alice').get(issue).json.state).toBe('closed')
    expect(say(issue, '/nothing known').json.body).toBe('/nothing known')
    expect(say(issue, '```\n/reopen\n```').status).toBe(201)
    expect(as('alice').get(issue).json.state).toBe('closed')
  })

  test('change nothing without permission or without an existing target', () => {
    const issue = opened('alice')
    const refused = { commands_changes: {}, summary: ['Could not apply lock command.'] }
    expect(say(issue, '/lock', 'erin')).toMatchObject({ status: 202, json: refused })
    expect(say(issue, '/LABEL ~nowhere\n/spend nothing')).toMatchObject({
      status: 400,
      json: {
        message:
          '400 Bad request - Note {:command_names=>["label", "spend"], :commands=>["Failed to apply commands."]}',
      },
    })
    expect(say(issue, '/draft').json.summary).toEqual(['Could not apply draft command.'])
    expect(say(issue, '/subscribe', 'erin').json.summary).toEqual(['Subscribed to notifications.'])
  })

  test('are decided by what was there before the first of them', () => {
    const issue = opened()
    expect(say(issue, '/close\n/reopen').json).toEqual({
      commands_changes: { state_event: 'close' },
      summary: ['Closed this issue. Could not apply reopen command.'],
    })
    expect(as('alice').get(issue).json.state).toBe('closed')
  })

  test('are carried out in threads, though words are needed there', () => {
    const issue = opened()
    const thread = as('alice').post(`${issue}/discussions`, { body: 'Done?\n/label ~bug' })
    expect(thread).toMatchObject({ status: 201, json: { notes: [{ body: 'Done?' }] } })
    const answer = `${issue}/discussions/${thread.json.id}/notes`
    expect(as('alice').post(answer, { body: 'Yes.\n/lock' })).toMatchObject({
      status: 201,
      json: { body: 'Yes.', commands_changes: { discussion_locked: true } },
    })
    expect(as('alice').post(answer, { body: '/close' })).toMatchObject({
      status: 400,
      json: {
        message: '400 Bad request - Note {:commands_only=>["Closed this issue."], :command_names=>["close"]}',
      },
    })
    expect(as('alice').get(issue).json).toMatchObject({
      labels: ['bug'],
      discussion_locked: true,
      state: 'closed',
    })
  })

  test('show what they changed beside the comment', () => {
    const issue = opened()
    expect(say(issue, 'Done.\n/close').json.commands_changes).toEqual({ state_event: 'close' })
    expect(said(issue)).toMatchObject([{ body: 'Done.', commands_changes: {} }])
  })

  test('work on merge requests', () => {
    const request = '/projects/1/merge_requests/40'
    const { title } = as('alice').get(request).json
    expect(say(request, '/draft\n/assign_reviewer @carol').json.summary).toEqual([
      'Marked this merge request as a draft. Assigned @carol as reviewer.',
    ])
    expect(as('alice').get(request).json).toMatchObject({
      title: `Draft: ${title}`,
      reviewers: expect.arrayContaining([expect.objectContaining({ username: 'carol' })]),
    })
  })

  test('promote an issue to an epic', () => {
    const issue = opened()
    say(issue, 'Large.')
    expect(say(issue, '/promote').json).toEqual({
      commands_changes: { promote_to_epic: true },
      summary: ['Promoted issue to an epic.'],
    })
    expect(as('alice').get(issue).json.state).toBe('closed')
    const [epic] = as('alice').get('/groups/acme/epics?search=Here').json
    expect(epic).toMatchObject({ title: 'Here', author: { username: 'alice' } })
    expect(as('alice').get(`/groups/acme/epics/${epic.iid}/notes`).json).toMatchObject([{ body: 'Large.' }])
  })

  const flag = (value: boolean) =>
    as('root').post('/features/closed_as_duplicate_of_issues_api', { value: String(value) })

  test('close an issue as a duplicate, with system notes and a link', () => {
    const [issue, original] = [opened(), opened()]
    const iid = original.split('/').at(-1)
    expect(say(issue, `/duplicate #${iid}`)).toMatchObject({
      status: 202,
      json: { summary: [`Marked this issue as a duplicate of #${iid}.`] },
    })
    expect(as('alice').get(issue).json).toMatchObject({
      state: 'closed',
      _links: { closed_as_duplicate_of: null },
    })
    flag(true)
    const shown = () => as('alice').get(issue).json._links.closed_as_duplicate_of
    expect(shown()).toMatch(new RegExp(`/api/v4${original}$`))
    expect(as('alice').get(`${issue}/links`).json).toMatchObject([{ iid: Number(iid) }])
    const notes = (path: string) =>
      as('alice')
        .get(`${path}/notes`)
        .json.map((it: { body: string }) => it.body)
    expect(notes(issue)).toContain(`marked this issue as a duplicate of #${iid}`)
    expect(notes(original)).toContain(`marked #${issue.split('/').at(-1)} as a duplicate of this issue`)
    say(issue, '/reopen')
    expect(shown()).toBeNull()
    flag(false)
  })

  test('name issues of other projects, if the caller sees them', () => {
    const issue = opened()
    expect(say(issue, '/duplicate nowhere#1').json.summary).toEqual([
      'Failed to mark this issue as a duplicate because referenced issue was not found.',
    ])
    expect(as('alice').get(issue).json.state).toBe('opened')
    const { id } = as('alice').post('/projects', { name: 'Elsewhere' }).json
    as('alice').post(`/projects/${id}/issues`, { title: 'Original' })
    expect(say(issue, '/duplicate alice/elsewhere#1', 'carol').json.summary[0]).toMatch(/^Failed/)
    expect(say(issue, '/duplicate alice/elsewhere#1').json.commands_changes).toHaveProperty(
      'canonical_issue_id',
    )
    expect(said(issue)).toEqual([])
    const notes = as('alice')
      .get(`${issue}/notes`)
      .json.map(({ body }: { body: string }) => body)
    expect(notes).toContain('marked this issue as a duplicate of alice/elsewhere#1')
  })

  test('link issues, and keep to-do items and times', () => {
    const [issue, other] = [opened(), opened()]
    expect(say(issue, `/relate #${other.split('/').at(-1)}`).status).toBe(202)
    expect(as('alice').get(`${issue}/links`).json).toHaveLength(1)
    expect(say(issue, '/done').json.summary).toEqual(['Could not apply done command.'])
    expect(say(issue, '/todo').json).toEqual({
      commands_changes: { todo_event: 'add' },
      summary: ['Added a to do.'],
    })
    expect(say(issue, '/todo').json.summary).toEqual(['Could not apply todo command.'])
    expect(say(issue, '/done').json.summary).toEqual(['Marked to do as done.'])
    say(issue, '/estimate 1h\n/spent 30m')
    expect(say(issue, '/remove_estimate\n/remove_time_spent').status).toBe(202)
    expect(as('alice').get(issue).json.time_stats).toMatchObject({ time_estimate: 0, total_time_spent: 0 })
  })
})
