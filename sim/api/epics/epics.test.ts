import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('a label that is named twice, and that the group lacks, is created once', () => {
  const { status, json } = here
    .as('alice')
    .post('/groups/acme/epics', { title: 'Plan', labels: ['new', ' new', 'other'] })
  expect([status, json.labels]).toEqual([201, ['new', 'other']])
})

test('labels that are named twice are created once, and what cannot be a title names none', () => {
  const root = here.as('root')
  const long = 'x'.repeat(300)
  const labels = ['new', 'new', ' new ', long]
  for (const [path, more] of [
    ['/groups/1/epics', { title: 'a' }],
    ['/projects/1/issues', { title: 'a' }],
    ['/groups/1/boards', { name: 'a' }],
  ] as const) {
    const { status, json } = root.post(path, { ...more, labels })
    const names = json.labels.filter((it: unknown) => typeof it === 'string')
    expect([path, status, names]).toEqual([path, 201, path.endsWith('boards') ? [] : ['new']])
  }
  const titles = root.get('/groups/1/labels?per_page=100').json.map(({ name }: { name: string }) => name)
  expect(titles.filter((name: string) => name === 'new')).toHaveLength(1)
  expect(titles).not.toContain(long)
})

test('epics and notes on them have reactions, which go with them', () => {
  const alice = here.as('alice')
  const { iid, id } = alice.post('/groups/1/epics', { title: 'Liked' }).json
  const at = `/groups/1/epics/${iid}`
  const note = alice.post(`${at}/notes`, { body: 'Yes' }).json.id
  const given = alice.post(`${at}/award_emoji`, { name: '+1' })
  expect([given.status, given.json]).toMatchObject([
    201,
    { name: 'thumbsup', awardable_type: 'Epic', awardable_id: id },
  ])
  expect(alice.post(`${at}/notes/${note}/award_emoji`, { name: 'star' }).status).toBe(201)
  expect(alice.get(at).json).toMatchObject({ upvotes: 1, downvotes: 0 })
  expect(here.as('root').delete(`${at}/award_emoji/${given.json.id}`).status).toBe(204)
  expect(alice.post(`${at}/award_emoji`, { name: 'thumbsdown' }).status).toBe(201)
  expect(alice.get('/groups/1/epics?my_reaction_emoji=Any').json).toMatchObject([{ iid, downvotes: 1 }])
  const named = `${at}/notes/999/award_emoji`
  expect([alice.get(named).status, here.as('mallory').get(`${at}/award_emoji`).status]).toEqual([404, 404])
  expect(alice.delete(at).status).toBe(204)
  const left = here.sim.world.awards
    .all()
    .list()
    .filter(({ awardable }) => awardable === 'Epic')
  expect([left, here.sim.world.awards.by('byAwardable', 'Note', note).list()]).toEqual([[], []])
})

test('epics are linked by guests of both groups, and lose their links with one of them', () => {
  const [root, mallory] = [here.as('root'), here.as('mallory')]
  const epicIn = (group: string, more: object = {}) => {
    expect(root.post('/groups', { name: group, path: group, visibility: 'public' }).status).toBe(201)
    return root.post(`/groups/${group}/epics`, { title: 'Linked', ...more }).json
  }
  const [one, two] = [epicIn('one'), epicIn('two')]
  const link = { target_group_id: 'two', target_epic_iid: two.iid }
  const at = `/groups/one/epics/${one.iid}/related_epics`
  const guest = (group: string) =>
    root.post(`/groups/${group}/members`, { user_id: mallory.get('/user').json.id, access_level: 10 })
  expect(here.as().post(at, link).status).toBe(401)
  expect(mallory.post(at, link).status).toBe(403)
  guest('one')
  expect(mallory.post(at, link).status).toBe(403)
  guest('two')
  const made = mallory.post(at, { ...link, link_type: 'blocks' })
  expect([made.status, made.json]).toMatchObject([
    201,
    { link_type: 'blocks', source_epic: { id: one.id }, target_epic: { id: two.id } },
  ])
  expect(mallory.post(at, link).json).toEqual({ message: 'Epic(s) already assigned' })
  expect(here.as().get(at).json).toMatchObject([{ id: two.id, link_type: 'blocks' }])
  root.put(`/groups/two/epics/${two.iid}`, { confidential: true })
  expect(mallory.get(at).json).toEqual([])
  expect(mallory.delete(`${at}/${made.json.id}`).json).toEqual({ message: 'No Related Epic Link found' })
  expect(root.delete(`/groups/two/epics/${two.iid}`).status).toBe(204)
  expect(here.sim.world.epicLinks.all().list()).toEqual([])
})

test('epics are reached below the dash, and their fixed dates are shown to those who may change them', () => {
  const dates = { start_date_fixed: '2030-01-01', start_date_is_fixed: true }
  const group = here.as('root').post('/groups', { name: 'Seen', path: 'seen', visibility: 'public' })
  expect(group.status).toBe(201)
  const { json } = here.as('root').post('/groups/seen/-/epics', { title: 'Dated', ...dates })
  expect(json).toMatchObject({ start_date: '2030-01-01', ...dates })
  const at = `/groups/seen/-/epics/${json.iid}`
  expect(here.as('root').get(at).json).toHaveProperty('web_edit_url')
  const seen = here.as().get(at)
  expect([seen.status, seen.json.start_date]).toEqual([200, '2030-01-01'])
  for (const name of ['start_date_fixed', 'start_date_is_fixed', 'due_date_fixed', 'web_edit_url'])
    expect(seen.json).not.toHaveProperty(name)
  for (const below of ['epics', 'issues']) {
    expect(here.as().get(`${at}/${below}`).status).toBe(401)
    expect(here.as('mallory').get(`${at}/${below}`).status).toBe(200)
  }
})

test('the former names of the fixed dates count', () => {
  const dave = here.as('dave')
  const former = { start_date: '2030-02-01', end_date: '2030-02-03' }
  const { json } = dave.post('/groups/acme/epics', { title: 'Dated before', ...former })
  expect(json).toMatchObject({ start_date_fixed: '2030-02-01', due_date_fixed: '2030-02-03' })
  expect(dave.put(`/groups/acme/epics/${json.iid}`, { start_date: '2030-01-01' }).json).toMatchObject({
    start_date_fixed: '2030-01-01',
    due_date_fixed: '2030-02-03',
  })
})

test('owners say when an epic was changed', () => {
  const { iid } = here.as('dave').post('/groups/acme/epics', { title: 'Changed long ago' }).json
  const put = (user: string, title: string) =>
    here.as(user).put(`/groups/acme/epics/${iid}`, { title, updated_at: '2018-01-01T00:00:00Z' }).json
  expect(put('dave', 'one').updated_at).not.toMatch(/^2018/)
  expect(put('alice', 'two').updated_at).toMatch(/^2018/)
})

test('lists of epics leave out what `not` names', () => {
  const root = here.as('root')
  for (const title of ['kept', 'left'])
    expect(root.post('/groups/acme/epics', { title, labels: [title] }).status).toBe(201)
  const titles = (query: string) =>
    root.get(`/groups/acme/epics?${query}`).json.map(({ title }: { title: string }) => title)
  expect(titles('labels=kept')).toEqual(['kept'])
  expect(titles('not[labels]=left')).toContain('kept')
  expect(titles('not[labels]=left')).not.toContain('left')
  expect(titles('author_username=root')).toContain('kept')
  expect(titles('not[author_username]=root')).not.toContain('kept')
  expect(root.get('/groups/acme/epics?not[author_username]=root&not[author_id]=1').status).toBe(400)
})

test('owners say when an epic was written; a parent that is out of reach is not taken', () => {
  const root = here.as('root')
  const created_at = '2020-01-02T03:04:05.000Z'
  expect(root.post('/groups/acme/epics', { title: 'Old', created_at }).json).toMatchObject({ created_at })
  const elsewhere = root.post('/groups', { name: 'Far', path: 'far', visibility: 'private' }).json
  const { id: parent_id } = root.post(`/groups/${elsewhere.id}/epics`, { title: 'Out of reach' }).json
  const made = here.as('alice').post('/groups/acme/epics', { title: 'Alone', parent_id })
  expect([made.status, made.json.parent_id]).toEqual([201, null])
  const changed = here.as('alice').put(`/groups/acme/epics/${made.json.iid}`, { parent_id })
  expect([changed.status, changed.json.parent_id]).toEqual([200, null])
})
