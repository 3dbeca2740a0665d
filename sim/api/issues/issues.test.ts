import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

describe('labels', () => {
  test('are listed by name, those of the groups above too', () => {
    const dave = callsOf(base.fork(), 'dave')
    const labels = dave.get('/projects/1/labels?per_page=100').json
    const names = labels.map((label: { name: string }) => label.name)
    expect(names).toEqual([...names].sort())
    const own = dave.get('/projects/1/labels?per_page=100&include_ancestor_groups=false').json
    expect(own.every((label: { is_project_label: boolean }) => label.is_project_label)).toBe(true)
    expect(own[0]).not.toHaveProperty('open_issues_count')
    expect(dave.get('/projects/1/labels?with_counts=true').json[0]).toHaveProperty('open_issues_count')
  })

  test('are the business of reporters', () => {
    const simulator = base.fork()
    const create = (user: string) =>
      callsOf(simulator, user).post('/projects/1/labels', { name: `by ${user}`, color: '#abc' })
    expect(statuses(create)).toEqual([201, 201, 201, 201, 201, 403, 404])
    expect(callsOf(simulator, 'dave').get('/projects/1/labels/by%20dave').json).toMatchObject({
      color: '#aabbcc',
      priority: null,
    })
  })

  test('are refused in the words of the service', () => {
    const dave = callsOf(base.fork(), 'dave')
    const create = (body: object) => dave.post('/projects/1/labels', body)
    expect(create({}).json).toEqual({ error: 'name is missing, color is missing' })
    expect(create({ name: 'x', color: 'no colour' }).json).toEqual({
      message: { color: ['must be a valid color code'] },
    })
    expect(create({ name: '', color: 'red' }).json).toEqual({ message: { title: ["can't be blank"] } })
    expect(create({ name: 'x', color: 'red' }).json).toMatchObject({
      name: 'x',
      color: '#FF0000',
      text_color: '#FFFFFF',
    })
    expect(create({ name: 'x', color: 'red' })).toMatchObject({
      status: 409,
      json: { message: 'Label already exists' },
    })
  })

  test('are changed and deleted by id or name', () => {
    const dave = callsOf(base.fork(), 'dave')
    const { id } = dave.post('/projects/1/labels', { name: 'x', color: 'red' }).json
    const issue = dave.post('/projects/1/issues', { title: 'y', labels: 'x' }).json
    expect(issue.labels).toEqual(['x'])
    expect(dave.put(`/projects/1/labels/${id}`, { new_name: 'z', priority: 2 }).json).toMatchObject({
      name: 'z',
      priority: 2,
    })
    expect(dave.put('/projects/1/labels/z', {}).json).toEqual({
      error: 'new_name, color, description, priority are missing, at least one parameter must be provided',
    })
    expect(dave.delete('/projects/1/labels/z').status).toBe(204)
    expect(dave.delete('/projects/1/labels/z').json).toEqual({ message: '404 Label Not Found' })
    expect(dave.get(`/projects/1/issues/${issue.iid}`).json.labels).toEqual([])
  })
})

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

describe('notes', () => {
  test('are written, rewritten and deleted by their authors', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const { status, json } = carol.post('/projects/1/issues/1/notes', { body: 'Hello' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      type: null,
      body: 'Hello',
      system: false,
      noteable_type: 'Issue',
      noteable_iid: 1,
      internal: false,
    })
    expect(carol.put(`/projects/1/issues/1/notes/${json.id}`, { body: 'Hi' }).json.body).toBe('Hi')
    expect(
      callsOf(simulator, 'dave').put(`/projects/1/issues/1/notes/${json.id}`, { body: 'x' }).status,
    ).toBe(403)
    expect(callsOf(simulator, 'bob').delete(`/projects/1/issues/1/notes/${json.id}`).status).toBe(204)
    expect(carol.get(`/projects/1/issues/1/notes/${json.id}`).json).toEqual({ message: '404 Not found' })
  })

  test('refuse to be blank', () => {
    const carol = callsOf(base.fork(), 'carol')
    expect(carol.post('/projects/1/issues/1/notes', { body: '' }).json).toEqual({
      message: '400 Bad request - Note {:note=>["can\'t be blank"]}',
    })
    expect(carol.post('/projects/1/issues/1/notes', {}).json).toEqual({ error: 'body is missing' })
  })

  test('that are internal are for reporters', () => {
    const simulator = base.fork()
    const { id } = callsOf(simulator, 'dave').post('/projects/1/issues/1/notes', {
      body: 'x',
      internal: true,
    }).json
    const erin = callsOf(simulator, 'erin')
    expect(erin.get(`/projects/1/issues/1/notes/${id}`).json).toEqual({ message: '404 Note Not Found' })
    const seen = erin
      .get('/projects/1/issues/1/notes?per_page=100')
      .json.map((note: { id: number }) => note.id)
    expect(seen).not.toContain(id)
    expect(erin.post('/projects/1/issues/1/notes', { body: 'x', internal: true }).status).toBe(403)
  })

  test('on merge requests are listed in both directions', () => {
    const carol = callsOf(base.fork(), 'carol')
    const notes = '/projects/1/merge_requests/1/notes'
    const { id } = carol.post(notes, { body: 'Last word' }).json
    expect(carol.get(notes).json[0].id).toBe(id)
    expect(carol.get(`${notes}?sort=asc&per_page=100`).json.at(-1).id).toBe(id)
    expect(callsOf(base.fork(), 'erin').get(notes).json).toEqual({ message: '404 Not found' })
  })
})

describe('reactions', () => {
  test('are given once, and taken back by whoever gave them', () => {
    const simulator = base.fork()
    const carol = callsOf(simulator, 'carol')
    const { id: issue } = carol.post('/projects/1/issues', { title: 'x' }).json
    const iid = simulator.world.issues.require(issue).iid
    const awards = `/projects/1/issues/${iid}/award_emoji`
    const { status, json } = carol.post(awards, { name: '+1' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'thumbsup',
      user: { username: 'carol' },
      awardable_id: issue,
      awardable_type: 'Issue',
    })
    expect(carol.get(`/projects/1/issues/${iid}`).json.upvotes).toBe(1)
    expect(carol.post(awards, { name: 'thumbsup' }).json).toEqual({
      message: '404 Award Emoji Name has already been taken Not Found',
    })
    expect(callsOf(simulator, 'dave').delete(`${awards}/${json.id}`)).toMatchObject({ status: 401 })
    expect(carol.delete(`${awards}/${json.id}`).status).toBe(204)
    expect(carol.get(awards).json).toEqual([])
  })
})

describe('members', () => {
  test('are direct ones, or all', () => {
    const erin = callsOf(base.fork(), 'erin')
    const ids = (path: string) =>
      erin.get(`${path}?per_page=100`).json.map((member: { id: number }) => member.id)
    expect(ids('/groups/1/members')).toEqual(expect.arrayContaining([2, 3, 4, 5, 6]))
    expect(ids('/projects/1/members')).not.toContain(2)
    expect(ids('/projects/1/members/all')).toEqual(expect.arrayContaining([2, 3, 4, 5, 6]))
    expect(erin.get('/projects/1/members/all/3').json).toMatchObject({
      username: 'bob',
      access_level: 40,
      membership_state: 'active',
    })
    expect(erin.get('/projects/1/members/3').json).toEqual({ message: '404 Not found' })
  })

  test('are added by maintainers', () => {
    const simulator = base.fork()
    const add = (user: string, body: object = { user_id: 7, access_level: 30 }) =>
      callsOf(simulator, user).post('/projects/1/members', body)
    expect(add('carol').status).toBe(403)
    expect(add('bob')).toMatchObject({
      status: 201,
      json: { id: 7, access_level: 30, created_by: { username: 'bob' } },
    })
    expect(add('bob')).toMatchObject({ status: 409, json: { message: 'Member already exists' } })
    expect(callsOf(simulator, 'mallory').get('/projects/1').status).toBe(200)
    expect(add('bob', { user_id: 4711, access_level: 30 }).json).toEqual({ message: '404 User Not Found' })
    expect(add('bob', { user_id: 9, access_level: 31 }).json).toEqual({
      message: { access_level: ['is not included in the list'] },
    })
    expect(add('bob', { user_id: 9, access_level: 50 }).status).toBe(403)
    expect(add('bob', { user_id: 4, access_level: 10 }).json).toEqual({
      message: {
        access_level: ['should be greater than or equal to Developer inherited membership from group Acme'],
      },
    })
  })

  test('are changed and removed, and may leave', () => {
    const simulator = base.fork()
    const bob = callsOf(simulator, 'bob')
    bob.post('/projects/1/members', { user_id: 7, access_level: 20, expires_at: '2024-06-01' })
    expect(bob.put('/projects/1/members/7', { access_level: 30 }).json).toMatchObject({
      access_level: 30,
      expires_at: '2024-06-01',
    })
    expect(callsOf(simulator, 'carol').delete('/projects/1/members/7').status).toBe(403)
    expect(callsOf(simulator, 'mallory').delete('/projects/1/members/7').status).toBe(204)
    expect(bob.delete('/projects/1/members/7').json).toEqual({ message: '404 Not found' })
  })

  test('leave a group its last owner', () => {
    const simulator = base.fork()
    const alice = callsOf(simulator, 'alice')
    expect(alice.put('/groups/1/members/2', { access_level: 30 }).status).toBe(403)
    expect(alice.delete('/groups/1/members/2').status).toBe(403)
    expect(callsOf(simulator, 'bob').post('/groups/1/members', { user_id: 7, access_level: 10 }).status).toBe(
      403,
    )
    expect(alice.post('/groups/1/members', { user_id: 7, access_level: 50 }).status).toBe(201)
    expect(alice.delete('/groups/1/members/2').status).toBe(204)
  })

  test('are told to auditors', () => {
    const simulator = base.fork()
    callsOf(simulator, 'bob').post('/projects/1/members', { user_id: 7, access_level: 30 })
    const event = simulator.world.auditEvents.by('byEntity', 'Project', 1).last()
    expect(event).toMatchObject({
      authorId: 3,
      targetId: 7,
      targetType: 'User',
      change: { add: 'user_access', as: 'Developer' },
    })
  })
})
