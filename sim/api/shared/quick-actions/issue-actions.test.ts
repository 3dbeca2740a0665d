import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../../testing/calls.ts'
import { perTest } from '../../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const issues = '/projects/1/issues'
const open = (values: object = {}, by = 'carol') =>
  `${issues}/${as(by).post(issues, { title: 'Here', ...values }).json.iid}`
const say = (path: string, body: string, by = 'alice') => as(by).post(`${path}/notes`, { body })
const summary = (path: string, body: string, by?: string) => say(path, body, by).json.summary?.[0]
const shown = (path: string) => as('alice').get(path).json

describe('quick actions on issues', () => {
  test.each([
    ['2030-01-02', '2030-01-02', 'Jan 2, 2030'],
    ['in 2 days', '2024-01-03', 'Jan 3, 2024'],
    ['tomorrow', '2024-01-02', 'Jan 2, 2024'],
    ['this Friday', '2024-01-05', 'Jan 5, 2024'],
    ['Monday', '2024-01-08', 'Jan 8, 2024'],
    ['December 31st', '2024-12-31', 'Dec 31, 2024'],
    ['Feb 29', '2024-02-29', 'Feb 29, 2024'],
    ['in 1 month', '2024-02-01', 'Feb 1, 2024'],
  ])('set a due date by %j', (words, day, told) => {
    const issue = open()
    expect(summary(issue, `/due ${words}`)).toBe(`Set the due date to ${told}.`)
    expect(shown(issue).due_date).toBe(day)
  })

  test('move an issue on the only board of a project', () => {
    const issue = open({ labels: 'todo,doing,bug' })
    const label = (name: string): number => as('alice').get(`/projects/1/labels?search=${name}`).json[0].id
    expect(summary(issue, '/board_move ~doing')).toBe('Could not apply board_move command.')
    const board = as('alice').post('/projects/1/boards', { name: 'Work' }).json.id
    for (const name of ['todo', 'doing'])
      as('alice').post(`/projects/1/boards/${board}/lists`, { label_id: label(name) })
    expect(say(issue, '/board_move ~doing').json).toEqual({
      commands_changes: { remove_label_ids: [label('todo')], add_label_ids: [label('doing')] },
      summary: ['Moved issue to ~"doing" column in the board.'],
    })
    expect(shown(issue).labels).toEqual(['bug', 'doing'])
    expect(summary(issue, '/board_move ~bug')).toContain('because label was not found')
    expect(summary(issue, '/board_move ~todo ~doing')).toContain('only a single label')
    as('alice').post('/projects/1/boards', { name: 'More' })
    expect(summary(issue, '/board_move ~todo')).toBe('Could not apply board_move command.')
  })

  test('refuse words that are no date', () => {
    for (const words of ['never', 'Feb 31', 'in a while', '2024-13-01'])
      expect(summary(open(), `/due ${words}`)).toBe(
        'Failed to set due date because the date format is invalid.',
      )
  })

  test('track time', () => {
    const issue = open()
    expect(say(issue, '/spend 1h 30m 2023-12-01\n/estimate_time 79d').json).toMatchObject({
      commands_changes: {
        time_estimate: 79 * 8 * 3600,
        spend_time: { duration: 5400, user_id: 2, spent_at: '2023-12-01T00:00:00.000Z' },
      },
      summary: ['Added 1h 30m spent time. Set time estimate to 3mo 3w 4d.'],
    })
    expect(summary(issue, '/spent -30m')).toBe('Subtracted 30m spent time.')
    expect(say(issue, '/spend 1h 2024-01-09').status).toBe(400)
    expect(shown(issue).time_stats).toMatchObject({ total_time_spent: 3600 })
  })

  test('make an incident of an issue and set its severity', () => {
    const issue = open()
    expect(summary(issue, '/severity S1')).toBe('Could not apply severity command.')
    expect(summary(issue, '/promote_to_incident')).toBe('Issue has been promoted to incident')
    expect(summary(issue, '/severity S1')).toBe('Severity updated to Critical.')
    expect(shown(issue)).toMatchObject({ issue_type: 'incident', severity: 'CRITICAL' })
    expect(summary(issue, '/severity loud')).toBe('No severity matches the provided parameter')
    expect(summary(issue, '/promote_to_incident')).toBe('Could not apply promote_to_incident command.')
  })

  test('move an issue to a project where the caller may write', () => {
    const issue = open({ labels: 'bug' })
    expect(summary(issue, '/move no/where')).toBe(
      "Failed to move this issue because target project doesn't exist.",
    )
    expect(summary(issue, '/move root/secret')).toMatch(/^Failed to move/)
    expect(summary(issue, '/move acme/platform/api')).toBe('Moved this issue to acme/platform/api.')
    expect(shown(issue)).toMatchObject({ state: 'closed', moved_to_id: expect.any(Number) })
    expect(as('alice').get('/projects/2/issues?search=Here').json).toMatchObject([{ state: 'opened' }])
    expect(summary(issue, '/move acme/handbook')).toBe('Could not apply move command.')
  })

  test('clone an issue, with comments where asked for', () => {
    const issue = open()
    say(issue, 'Said.')
    expect(summary(issue, '/clone')).toBe('Cloned this issue to acme/webapp.')
    expect(summary(issue, '/clone --with_notes acme/platform/api')).toBe(
      'Cloned this issue to acme/platform/api.',
    )
    expect(summary(issue, '/clone a b')).toBe('Failed to clone this issue: wrong parameters.')
    expect(shown(issue).state).toBe('opened')
    expect(as('alice').get(`${issues}?search=Here`).json).toHaveLength(2)
    const [{ iid }] = as('alice').get('/projects/2/issues?search=Here').json
    const notes = as('alice').get(`/projects/2/issues/${iid}/notes`).json
    expect(notes.map((note: { body: string }) => note.body)).toContain('Said.')
  })

  test('create a branch and a draft that closes the issue', () => {
    const issue = open({ title: 'Größe & Farbe', labels: 'bug' })
    const iid = issue.split('/').at(-1)
    expect(summary(issue, '/create_merge_request', 'dave')).toBe(
      'Could not apply create_merge_request command.',
    )
    expect(summary(issue, '/create_merge_request')).toBe(
      'Created a branch and a merge request to resolve this issue.',
    )
    const [request] = as('alice').get(`/projects/1/merge_requests?source_branch=${iid}-gro-e-farbe`).json
    expect(request).toMatchObject({
      title: 'Draft: Resolve "Größe & Farbe"',
      description: `Closes #${iid}`,
      labels: ['bug'],
      assignee: { username: 'alice' },
      target_branch: 'main',
    })
    expect(summary(issue, '/create_merge_request named')).toMatch(/^Created branch 'named'/)
    expect(as('alice').get('/projects/1/repository/branches/named').status).toBe(200)
  })

  test('add an issue to an epic and remove it', () => {
    const issue = open()
    const { iid } = as('alice').post('/groups/acme/epics', { title: 'Large' }).json
    expect(summary(issue, '/epic &99')).toBe(
      "This epic does not exist or you don't have sufficient permission.",
    )
    expect(summary(issue, `/epic acme&${iid}`)).toBe('Added an issue to an epic.')
    expect(shown(issue).epic_iid).toBe(iid)
    expect(summary(issue, `/epic &${iid}`)).toMatch(/has already been added to epic &1\.$/)
    expect(summary(issue, '/remove_epic')).toBe('Removed an issue from an epic.')
    expect(shown(issue).epic_iid).toBeNull()
  })

  test('copy labels and milestone of another issue of the project', () => {
    const milestone_id = as('alice').post('/projects/1/milestones', { title: 'Soon' }).json.id
    const [issue, other] = [open(), open({ labels: 'bug', milestone_id }, 'alice')]
    const reference = `#${other.split('/').at(-1)}`
    expect(summary(issue, `/copy_metadata ${reference}`)).toBe(
      `Copied labels and milestone from ${reference}.`,
    )
    expect(shown(issue)).toMatchObject({ labels: ['bug'], milestone: { title: 'Soon' } })
    expect(say(issue, '/copy_metadata acme/platform/api#1').status).toBe(400)
  })

  test('toggle an award emoji', () => {
    const issue = open()
    const awards = () => as('alice').get(`${issue}/award_emoji`).json.length
    expect(summary(issue, '/award :tada:', 'erin')).toBe('Toggled :tada: emoji award.')
    expect(awards()).toBe(1)
    say(issue, '/award :tada:', 'erin')
    expect(awards()).toBe(0)
    expect(say(issue, '/award tada').status).toBe(400)
  })

  test('in a description are run and taken out, on creation and on update', () => {
    const issue = open({ description: 'Words\n/due 2030-01-01\n/label ~bug\n/close\n/shrug Well', weight: 1 })
    expect(shown(issue)).toMatchObject({
      description: 'Words\nWell ¯\\＿(ツ)＿/¯',
      due_date: '2030-01-01',
      labels: ['bug'],
      state: 'opened',
    })
    as('alice').put(issue, { description: '/close\nNew words\n/unlabel' })
    expect(shown(issue)).toMatchObject({ description: 'New words', labels: [], state: 'closed' })
  })

  test('keep to what the plan has', () => {
    const free = testSimulator({ tier: 'free' })
    const on = (body: string) => callsOf(free, 'alice').post(`${issues}/1/notes`, { body }).json.summary?.[0]
    for (const name of ['weight 1', 'health_status at_risk', 'epic &1', 'promote', 'reassign @bob'])
      expect(on(`/${name}`)).toBe(`Could not apply ${name.split(' ')[0]} command.`)
    expect(on('/assign @bob @carol')).toBe('Assigned @bob.')
  })
})
