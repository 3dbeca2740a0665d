import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const path = '/projects/1/milestones'
const open = (title: string, more: object = {}) => as('dave').post(path, { title, ...more }).json

describe('creation', () => {
  test('answers the milestone with every field, dates as days', () => {
    const reply = as('dave').post(path, {
      title: ' 9.0 ',
      description: 'Nine',
      start_date: '20240110',
      due_date: '2024-02-01',
    })
    expect(reply.status).toBe(201)
    expect(reply.json).toEqual({
      id: reply.json.id,
      iid: reply.json.iid,
      project_id: 1,
      title: '9.0',
      description: 'Nine',
      state: 'active',
      created_at: '2024-01-01T00:00:01.000Z',
      updated_at: '2024-01-01T00:00:01.000Z',
      due_date: '2024-02-01',
      start_date: '2024-01-10',
      expired: false,
      web_url: `http://127.0.0.1:8080/acme/webapp/-/milestones/${reply.json.iid}`,
    })
  })

  test('leaves an unset description null', () => {
    expect(open('9.0').description).toBeNull()
  })

  test.each([
    [{}, '{"error":"title is missing"}'],
    [{ title: ' ' }, `Failed to create milestone {:title=>["can't be blank"]}`],
    [{ title: null }, `Failed to create milestone {:title=>["can't be blank"]}`],
    [
      { title: 'x', start_date: '2024-02-01', due_date: '2024-02-01' },
      'Failed to create milestone {:due_date=>["must be greater than start date"]}',
    ],
    [
      { title: 'x', due_date: '10000-01-01' },
      'Failed to create milestone {:due_date=>["date must not be after 9999-12-31"]}',
    ],
    [
      { title: 'x', start_date: '10000-01-01' },
      'Failed to create milestone {:start_date=>["date must not be after 9999-12-31"]}',
    ],
    [
      { title: '', start_date: '2024-02-02', due_date: '2024-02-01' },
      `Failed to create milestone {:due_date=>["must be greater than start date"], :title=>["can't be blank"]}`,
    ],
  ])('refuses %j', (body, text) => {
    const reply = as('dave').post(path, body)
    expect(reply.status).toBe(400)
    expect(reply.json.message ?? reply.body).toBe(text)
  })

  test('refuses a title that the project or a group above it uses', () => {
    const taken =
      'Failed to create milestone {:title=>["already being used for another group or project milestone."]}'
    open('taken')
    const inherited = sim.world.milestones.by('byGroup', 1).first()?.title
    expect(as('dave').post(path, { title: 'taken' }).json.message).toBe(taken)
    expect(as('dave').post(path, { title: inherited }).json.message).toBe(taken)
  })

  test('takes an unreadable date for none', () => {
    expect(open('9.0', { due_date: 'soon' }).due_date).toBeNull()
  })

  test('never gives an internal number out twice', () => {
    const first = open('9.0')
    as('dave').delete(`${path}/${first.id}`)
    expect(open('9.0').iid).toBe(first.iid + 1)
  })
})

describe('update', () => {
  test.each([
    ['title', 'new', 'new'],
    ['description', 'text', 'text'],
    ['description', '', ''],
    ['due_date', '20240301', '2024-03-01'],
    ['due_date', '', null],
    ['due_date', null, null],
    ['start_date', '2024-01-05', '2024-01-05'],
  ])('sets %s to %j', (name, value, shown) => {
    const { id } = open('9.0', { due_date: '2024-02-01' })
    const reply = as('dave').put(`${path}/${id}`, { [name]: value })
    expect([reply.status, reply.json[name]]).toEqual([200, shown])
    expect(as('dave').get(`${path}/${id}`).json[name]).toBe(shown)
  })

  test('closes and activates; the event for the present state changes nothing', () => {
    const before = open('9.0')
    const url = `${path}/${before.id}`
    expect(as('dave').put(url, { state_event: 'activate' }).json).toEqual(before)
    expect(as('dave').put(url, { state_event: 'close' }).json.state).toBe('closed')
    expect(as('dave').put(url, { state_event: 'activate' }).json.state).toBe('active')
  })

  test('needs one of five parameters', () => {
    const { id } = open('9.0')
    expect(as('dave').put(`${path}/${id}`, { unknown: 1 }).json).toEqual({
      error:
        'title, description, start_date, due_date, state_event are missing, at least one parameter must be provided',
    })
  })

  test('refuses an unknown event and a title in use, and leaves everything as it was', () => {
    open('taken')
    const before = open('9.0')
    const url = `${path}/${before.id}`
    expect(as('dave').put(url, { state_event: 'reopen' }).json).toEqual({
      error: 'state_event does not have a valid value',
    })
    expect(as('dave').put(url, { title: 'taken', description: 'x' }).json.message).toMatch(
      /^Failed to update milestone \{:title=>/,
    )
    expect(as('dave').get(url).json).toEqual(before)
  })
})

describe('the list', () => {
  const titles = (query: string) =>
    as('dave')
      .get(`${path}?${query}`)
      .json.map((it: { title: string }) => it.title)

  test('goes by id, the newest first', () => {
    sim = testSimulator({ world: 'empty' })
    const root = as('root')
    const id = root.post('/projects', { name: 'p' }).json.id
    const days = fc.array(fc.constantFrom('2024-02-01', '2024-03-01', '2024-04-01', undefined), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(days, (dues) => {
        const fork = sim.fork()
        const calls = callsOf(fork, 'root')
        for (const [i, due] of dues.entries())
          calls.post(`/projects/${id}/milestones`, { title: `m${i}`, due_date: due })
        const listed = calls.get(`/projects/${id}/milestones`).json
        const expected = [...listed].sort((a, b) => b.id - a.id)
        expect(listed.map((it: { id: number }) => it.id)).toEqual(expected.map((it) => it.id))
      }),
      { seed: 1, numRuns: 20 },
    )
  })

  test('is filtered by state, internal numbers, title and search', () => {
    const a = open('Alpha release', { description: 'the first one' })
    const b = open('Beta release', { description: 'the next one' })
    as('dave').put(`${path}/${b.id}`, { state_event: 'close' })
    expect(titles(`iids[]=${a.iid}&iids[]=${b.iid}&state=active`)).toEqual(['Alpha release'])
    expect(titles(`iids=${a.iid},${b.iid}&state=closed`)).toEqual(['Beta release'])
    expect(titles(`iids=${a.iid},${b.iid}&state=all`)).toEqual(['Beta release', 'Alpha release'])
    expect(titles('title=Alpha+release')).toEqual(['Alpha release'])
    expect(titles('title=alpha+release')).toEqual([])
    expect(titles('search=RELEASE+alp')).toEqual(['Alpha release'])
    expect(titles('search=first+one')).toEqual(['Alpha release'])
    expect(titles('search=alpha+first')).toEqual([])
    expect(titles('iids[]=None')).toEqual([])
  })

  test('takes milestones of all groups above with include_parent_milestones, and then no internal numbers', () => {
    const own = as('alice').get('/projects/2/milestones').json
    const all = as('alice').get(
      '/projects/2/milestones?include_parent_milestones=true&iids[]=999&per_page=100',
    ).json
    const groups = new Set(all.map((it: { group_id?: number }) => it.group_id).filter(Boolean))
    expect(all.length).toBeGreaterThan(own.length)
    expect([...groups].sort()).toEqual([1, 2])
    expect(all.every((it: object) => 'group_id' in it !== 'project_id' in it)).toBe(true)
  })

  test('in a personal namespace has no groups above', () => {
    expect(as('alice').get('/projects/4/milestones?include_parent_milestones=true').json).toEqual(
      as('alice').get('/projects/4/milestones').json,
    )
  })

  test('refuses an unknown state', () => {
    expect(as('dave').get(`${path}?state=opened`).json).toEqual({
      error: 'state does not have a valid value',
    })
  })
})

describe('one milestone', () => {
  test('expires when the virtual clock passes its due date, also when it is closed', () => {
    const { id } = open('9.0', { due_date: '2024-01-02' })
    as('dave').put(`${path}/${id}`, { state_event: 'close' })
    sim.clock.set('2024-01-02T23:59:00Z')
    expect(as('dave').get(`${path}/${id}`).json.expired).toBe(false)
    sim.clock.advance('2m')
    expect(as('dave').get(`${path}/${id}`).json.expired).toBe(true)
  })

  test('is missing when it is a group milestone, of another project, or not there', () => {
    const group = sim.world.milestones.by('byGroup', 1).first()?.id
    const other = as('alice').post('/projects/2/milestones', { title: 'other' }).json.id
    for (const id of [group, other, 99_999])
      expect([as('dave').get(`${path}/${id}`).status, as('dave').get(`${path}/${id}`).json]).toEqual([
        404,
        { message: '404 Not found' },
      ])
  })

  test.each(['', '/issues', '/merge_requests'])('%s refuses a number that is none', (tail) => {
    expect(as('dave').get(`${path}/abc${tail}`).json).toEqual({ error: 'milestone_id is invalid' })
  })

  test('refuses such a number where it is changed, and does not find it where it is deleted, promoted or charted', () => {
    expect(as('dave').put(`${path}/abc`, { title: 'x' }).json).toEqual({ error: 'milestone_id is invalid' })
    for (const reply of [
      as('dave').delete(`${path}/abc`),
      as('alice').post(`${path}/abc/promote`),
      as('dave').get(`${path}/abc/burndown_events`),
    ])
      expect([reply.status, reply.json]).toEqual([404, { message: '404 Not found' }])
  })
})

describe('deletion', () => {
  test('takes the milestone off issues and merge requests', () => {
    const { id } = open('9.0')
    as('bob').put('/projects/1/merge_requests/40', { milestone_id: id })
    const issue = sim.world.issues.find('byIid', 1, 1)
    sim.world.issues.update(issue?.id ?? 0, { milestoneId: id })
    expect(as('dave').delete(`${path}/${id}`).status).toBe(204)
    const after = as('dave').get('/projects/1/merge_requests/40').json
    expect(after.milestone).toBeNull()
    expect(after.updated_at > '2024-01-01').toBe(true)
    expect(sim.world.issues.find('byIid', 1, 1)?.milestoneId).toBeNull()
  })

  test('looks at If-Unmodified-Since in the dialect of the documentation', () => {
    const { id } = open('9.0')
    const headers = { 'private-token': 'dave-token', 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }
    expect(sim.handle({ method: 'DELETE', url: `/api/v4${path}/${id}`, headers }).status).toBe(412)
  })
})

describe('related lists', () => {
  test('show merge requests and issues of the milestone, the most urgent label first, then the newest', () => {
    const { id } = open('9.0')
    for (const iid of [40, 41, 44])
      as('bob').put(`/projects/1/merge_requests/${iid}`, {
        milestone_id: id,
        labels: iid === 41 ? ['priority::1'] : [],
      })
    const label = sim.world.labels.find('byProject', 1, 'priority::1')
    sim.world.labels.update(label?.id ?? 0, { priority: 1 })
    const listed = as('dave').get(`${path}/${id}/merge_requests`).json
    expect(listed.map((it: { iid: number }) => it.iid)).toEqual([41, 44, 40])
  })

  test('hide confidential issues from guests and merge requests from those who may not read them', () => {
    const { id } = open('9.0')
    const issues = sim.world.issues.by('byProject', 1).list()
    for (const issue of issues.slice(0, 2))
      sim.world.issues.update(issue.id, {
        milestoneId: id,
        confidential: issue === issues[0],
        authorId: 2,
        assigneeIds: [],
      })
    as('bob').put('/projects/1/merge_requests/40', { milestone_id: id })
    const count = (user: string, kind: string) => as(user).get(`${path}/${id}/${kind}`).json.length
    expect([count('dave', 'issues'), count('erin', 'issues')]).toEqual([2, 1])
    expect([count('dave', 'merge_requests'), count('erin', 'merge_requests')]).toEqual([1, 0])
  })
})

describe('promotion', () => {
  test('makes a group milestone of all of that title in the group, and points what carried them to it', () => {
    const { id } = open('9.0', { due_date: '2024-05-01' })
    const twin = as('alice').post('/projects/3/milestones', { title: '9.0' }).json.id
    as('bob').put('/projects/1/merge_requests/40', { milestone_id: id })
    const reply = as('dave').post(`${path}/${id}/promote`)
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({ group_id: 1, title: '9.0', due_date: '2024-05-01', state: 'active' })
    expect(as('dave').get('/projects/1/merge_requests/40').json.milestone.id).toBe(reply.json.id)
    expect(as('dave').get(`${path}/${id}`).status).toBe(404)
    expect(as('alice').get(`/projects/3/milestones/${twin}`).status).toBe(404)
  })

  test('answers the number 200 in the dialect of the real service', () => {
    const real = testSimulator({ dialect: 'real' })
    const id = callsOf(real, 'dave').post(path, { title: '9.0' }).json.id
    const reply = callsOf(real, 'dave').post(`${path}/${id}/promote`)
    expect([reply.status, reply.body]).toEqual([200, '200'])
  })

  test('needs a group, and Reporter there and in the project', () => {
    const own = as('alice').post('/projects/4/milestones', { title: '9.0' }).json.id
    const { id } = open('9.0')
    expect(as('alice').post(`/projects/4/milestones/${own}/promote`).status).toBe(403)
    expect(as('erin').post(`${path}/${id}/promote`).status).toBe(403)
    const member = sim.world.members.find('bySource', 'group', 1, 5)
    sim.world.members.put({ ...(member as NonNullable<typeof member>), source: 'project', sourceId: 1 })
    expect(as('dave').post(`${path}/${id}/promote`).status).toBe(403)
  })

  test('tells why the group milestone cannot be', () => {
    const row = sim.world.milestones.get(open('9.0').id)
    const inherited = sim.world.milestones.by('byGroup', 1).first()
    sim.world.milestones.put({ ...(row as NonNullable<typeof row>), title: inherited?.title ?? '' })
    expect(as('dave').post(`${path}/${row?.id}/promote`).json).toEqual({
      message: 'Promotion failed - Title already being used for another group or project milestone.',
    })
  })
})

describe('burndown events', () => {
  const arranged = () => {
    const { id } = open('9.0', { start_date: '2023-12-01', due_date: '2024-06-01' })
    const [issue] = sim.world.issues.by('byProject', 1).list()
    sim.world.issues.update(issue?.id ?? 0, { milestoneId: id, weight: 3, confidential: false })
    return { id, issue }
  }

  test('tell how each visible issue of the milestone came and went', () => {
    const { id, issue } = arranged()
    const events = sim.world.stateEvents.by('byIssue', issue?.id ?? 0).list()
    const reply = as('dave').get(`${path}/${id}/burndown_events`)
    expect(reply.json.map((it: { action: string }) => it.action)).toEqual(events.map(({ action }) => action))
    expect(reply.json[0]).toEqual({
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      weight: 3,
      action: 'created',
    })
  })

  test('are none without both days', () => {
    const { id } = open('9.0', { due_date: '2024-06-01' })
    expect(as('dave').get(`${path}/${id}/burndown_events`).json).toEqual([])
  })

  test('end with the due date', () => {
    const { id, issue } = arranged()
    sim.world.milestones.update(id, { dueOn: '2019-01-01', startOn: '2018-01-01' })
    expect(issue).toBeDefined()
    expect(as('dave').get(`${path}/${id}/burndown_events`).json).toEqual([])
  })

  test('are not for the free plan', () => {
    const free = testSimulator({ tier: 'free' })
    const id = callsOf(free, 'dave').post(path, { title: '9.0' }).json.id
    const reply = callsOf(free, 'dave').get(`${path}/${id}/burndown_events`)
    expect([reply.status, reply.json]).toEqual([
      405,
      { message: 'Milestone does not support burndown chart' },
    ])
  })
})

describe('rights', () => {
  const calls: readonly (readonly [string, (user?: string) => number])[] = [
    ['list', (user) => as(user).get(path).status],
    ['create', (user) => as(user).post(path, { title: `by ${user}` }).status],
    ['delete', (user) => as(user).delete(`${path}/${open('gone').id}`).status],
    ['update', (user) => as(user).put(`${path}/${open('changed').id}`, { description: 'x' }).status],
  ]
  const expected = {
    list: { anonymous: 401, mallory: 404, erin: 200, dave: 200, bob: 200, root: 200 },
    create: { anonymous: 401, mallory: 404, erin: 403, dave: 201, bob: 201, root: 201 },
    delete: { anonymous: 401, mallory: 404, erin: 403, dave: 204, bob: 204, root: 204 },
    update: { anonymous: 401, mallory: 404, erin: 403, dave: 200, bob: 200, root: 200 },
  }
  test.each(calls)('of %s in a private project', (name, call) => {
    const statuses = Object.fromEntries(
      Object.keys(expected.list).map((user) => {
        sim = seeded.fork()
        return [user, call(user === 'anonymous' ? undefined : user)]
      }),
    )
    expect(statuses).toEqual(expected[name as keyof typeof expected])
  })

  test('let every signed-in user read those of a public project, and nobody else', () => {
    expect([
      as('mallory').get('/projects/3/milestones').status,
      as().get('/projects/3/milestones').status,
    ]).toEqual([200, 401])
  })

  test('are reading only in an archived project', () => {
    expect([
      as('alice').get('/projects/7/milestones').status,
      as('alice').post('/projects/7/milestones', { title: 'x' }).status,
    ]).toEqual([200, 403])
  })

  test('end where issues and merge requests are both switched off', () => {
    const { features } = sim.world.projects.require(1)
    sim.world.projects.update(1, {
      features: { ...features, issues: 'disabled', merge_requests: 'disabled' },
    })
    expect(as('alice').get(path).status).toBe(403)
  })
})
