import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const base = testSimulator()

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

const here = perTest()

const carol = () => here.as('carol')

describe('issues', () => {
  const issues = '/projects/1/issues'

  test('are seen by members, confidential ones by reporters and authors', () => {
    const simulator = base.fork()
    const { iid } = callsOf(simulator, 'carol').post(issues, { title: 'Leak', confidential: true }).json
    expect(statuses((user) => callsOf(simulator, user).get(`${issues}/${iid}`))).toEqual([
      200, 200, 200, 200, 200, 404, 404,
    ])
    expect(callsOf(simulator, 'erin').get(`${issues}/${iid}`).json).toEqual({ message: '404 Not found' })
    const own = callsOf(simulator, 'erin').post(issues, { title: 'Mine', confidential: true }).json
    expect(callsOf(simulator, 'erin').get(`${issues}/${own.iid}`).status).toBe(200)
  })

  test('are listed, the newest first, by state, label and text', () => {
    const erin = callsOf(base.fork(), 'erin')
    const list = (query: string) =>
      erin.get(`${issues}?per_page=100&${query}`).json as { id: number; state: string; labels: string[] }[]
    const all = list('')
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a))
    expect(list('state=opened').length + list('state=closed').length).toBe(all.length)
    for (const { state } of list('state=closed')) expect(state).toBe('closed')
    const [label = ''] = all.find(({ labels }) => labels.length > 0)?.labels ?? []
    for (const issue of list(`labels=${encodeURIComponent(label)}`)) expect(issue.labels).toContain(label)
    for (const issue of list(`not[labels]=${encodeURIComponent(label)}`))
      expect(issue.labels).not.toContain(label)
    expect(list('search=no-such-word-anywhere')).toEqual([])
    expect(erin.get(`${issues}?state=open`).json).toEqual({ error: 'state does not have a valid value' })
  })

  test('of all projects are those of the caller unless said', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const { id } = carol.post(issues, { title: 'Mine' }).json
    const [first] = carol.get('/issues').json
    expect(first).toMatchObject({ id, references: { relative: expect.stringMatching(/^acme\/webapp#/) } })
    expect(callsOf(simulator).get('/issues').status).toBe(401)
    for (const { project_id } of callsOf(simulator).get('/issues?scope=all').json)
      expect(simulator.world.projects.require(project_id).visibility).toBe('public')
  })

  test('take people, labels, milestone and dates', () => {
    const carol = callsOf(base.fork(), 'carol')
    const body = {
      title: 'All of it',
      description: '- [x] one\n- [ ] two',
      assignee_ids: [5, 4, 7],
      labels: 'brand new, other',
      due_date: '2024-02-01',
      weight: 3,
    }
    const { status, json } = carol.post(issues, body)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      state: 'opened',
      labels: ['brand new', 'other'],
      due_date: '2024-02-01',
      weight: 3,
      task_status: '1 of 2 checklist items completed',
      subscribed: true,
      _links: { self: `http://127.0.0.1:8080/api/v4/projects/1/issues/${json.iid}` },
    })
    // A stranger cannot be assigned.
    expect(json.assignees.map((user: { id: number }) => user.id)).toEqual([5, 4])
  })

  test('are refused in the words of the service', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    expect(carol.post(issues, {}).json).toEqual({ error: 'title is missing' })
    expect(carol.post(issues, { title: ' ' }).json).toEqual({ message: { title: ["can't be blank"] } })
    expect(carol.put(`${issues}/1`, {}).json.error).toMatch(
      /^assignee_id, .* at least one parameter must be provided$/,
    )
    expect(carol.get(`${issues}/4711`).json).toEqual({ message: '404 Not found' })
    expect(callsOf(simulator, 'mallory').post('/projects/7/issues', { title: 'x' }).status).toBe(403)
  })

  test('are closed and reopened, which is kept', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const { id, iid } = carol.post(issues, { title: 'x' }).json
    expect(carol.put(`${issues}/${iid}`, { state_event: 'close' }).json).toMatchObject({
      state: 'closed',
      closed_by: { username: 'carol' },
    })
    expect(carol.put(`${issues}/${iid}`, { state_event: 'reopen' }).json).toMatchObject({
      state: 'opened',
      closed_at: null,
    })
    const events = simulator.world.stateEvents.by('byIssue', id).list()
    expect(events.map(({ action }) => action)).toEqual(['created', 'closed', 'reopened'])
  })

  test('belong to reporters and their authors, whose labels do not count', () => {
    const simulator = base.fork()
    const erin = callsOf(simulator, 'erin')
    const { iid } = erin.post(issues, { title: 'Mine' }).json
    const change = (user: string) =>
      callsOf(simulator, user).put(`${issues}/${iid}`, { labels: `of ${user}` })
    expect(change('erin').json.labels).toEqual([])
    expect(change('dave').json.labels).toEqual(['of dave'])
    const other = callsOf(simulator, 'carol').post(issues, { title: 'Hers' }).json
    expect(erin.put(`${issues}/${other.iid}`, { title: 'x' }).status).toBe(403)
  })

  test('are deleted by owners', () => {
    const simulator = base.fork()
    const remove = (user: string) => callsOf(simulator, user).delete(`${issues}/1`)
    expect(remove('bob').status).toBe(403)
    expect(remove('alice').status).toBe(204)
    expect(remove('alice').json).toEqual({ message: '404 Not found' })
  })
})

test('an issue is of a type, by which issues are found', () => {
  const made = carol().post('/projects/1/issues', { title: 'Down', issue_type: 'incident' }).json
  expect(made).toMatchObject({ issue_type: 'incident', type: 'INCIDENT' })
  expect(carol().get('/projects/1/issues?issue_type=incident').json).toMatchObject([{ iid: made.iid }])
  expect(carol().put(`/projects/1/issues/${made.iid}`, { issue_type: 'issue' }).json.issue_type).toBe('issue')
  expect(carol().post('/projects/1/issues', { title: 'x', issue_type: 'odd' }).status).toBe(400)
})
