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
    expect(remove('alice').json).toEqual({ message: '404 Issue Not Found' })
  })
})

test('an issue is of a type, by which issues are found', () => {
  const made = carol().post('/projects/1/issues', { title: 'Down', issue_type: 'incident' }).json
  expect(made).toMatchObject({ issue_type: 'incident', type: 'INCIDENT' })
  expect(carol().get('/projects/1/issues?issue_type=incident').json).toMatchObject([{ iid: made.iid }])
  expect(carol().put(`/projects/1/issues/${made.iid}`, { issue_type: 'issue' }).json.issue_type).toBe('issue')
  expect(carol().post('/projects/1/issues', { title: 'x', issue_type: 'odd' }).status).toBe(400)
})

describe('the manual order', () => {
  const list = '/projects/6/issues'
  const order = (query = '') =>
    (here.as('alice').get(`${list}?order_by=relative_position&sort=asc${query}`).json as { title: string }[])
      .map(({ title }) => title)
      .join('')
  const open = (...titles: string[]) => titles.map((title) => here.as('alice').post(list, { title }).json)
  const move = (iid: number, wish: object) => here.as('alice').put(`${list}/${iid}/reorder`, wish)

  test('begins as that of creation, and an issue is put between two, behind one or before one', () => {
    const [a, b, c, d] = open('a', 'b', 'c', 'd')
    expect(order()).toBe('abcd')
    expect(move(a.iid, { move_after_id: c.id, move_before_id: d.id })).toMatchObject({
      status: 200,
      json: { id: a.id, updated_at: a.updated_at },
    })
    expect(order()).toBe('bcad')
    move(d.iid, { move_after_id: b.id })
    expect(order()).toBe('bdca')
    move(a.iid, { move_before_id: b.id })
    expect(order()).toBe('abdc')
    expect(order('&sort=desc')).toBe('dcba')
    open('e')
    expect(order()).toBe('abdce')
  })

  test('has room, however often somebody puts an issue into the same gap', () => {
    const [a, b, ...others] = open('a', 'b', 'c', 'd')
    for (let round = 0; round < 120; round++)
      for (const { iid } of others) move(iid, { move_after_id: a.id, move_before_id: b.id })
    expect(order()).toMatch(/^a(cd|dc)b$/)
  })

  test('takes issues that are ordered together, which the caller may update', () => {
    const [a, b] = open('a', 'b')
    const elsewhere = here.as('alice').post('/projects/4/issues', { title: 'Apart' }).json
    const sibling = here.as('alice').post('/projects/1/issues', { title: 'Beside' }).json
    const refused = { status: 422, json: { message: { error: 'Unprocessable Entity' } } }
    expect(move(a.iid, { move_after_id: elsewhere.id })).toMatchObject(refused)
    expect(move(a.iid, { move_after_id: b.id, move_before_id: 999999 })).toMatchObject(refused)
    expect(move(a.iid, {}).status).toBe(400)
    expect(move(a.iid, { move_after_id: sibling.id }).status).toBe(200)
    expect(order()).toBe('ba')
  })
})

test('issues are sorted by the due date of their milestone and the priority of their labels', () => {
  const alice = here.as('alice')
  const at = '/projects/6'
  const due = (title: string, due_date: string) =>
    alice.post(`${at}/milestones`, { title, due_date }).json.id as number
  const [soon, late] = [due('Soon', '2024-02-01'), due('Late', '2024-03-01')]
  for (const [name, priority] of [
    ['high', 0],
    ['low', 9],
    ['any', null],
  ] as const)
    alice.post(`${at}/labels`, { name, color: '#112233', ...(priority !== null && { priority }) })
  const open = (title: string, wish: object) => alice.post(`${at}/issues`, { title, ...wish })
  open('a', { milestone_id: late, labels: 'low' })
  open('b', { labels: 'any,high' })
  open('c', { milestone_id: soon })
  open('d', { milestone_id: late, labels: 'high' })
  open('e', {})
  const order = (by: string, sort: string) =>
    (alice.get(`${at}/issues?order_by=${by}&sort=${sort}`).json as { title: string }[])
      .map(({ title }) => title)
      .join('')
  expect([order('milestone_due', 'asc'), order('milestone_due', 'desc')]).toEqual(['cdaeb', 'daceb'])
  expect([order('label_priority', 'asc'), order('label_priority', 'desc')]).toEqual(['dbaec', 'adbec'])
  expect([order('priority', 'asc'), order('priority', 'desc')]).toEqual(['cdabe', 'adcbe'])
})
