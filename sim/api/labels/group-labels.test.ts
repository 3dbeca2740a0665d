import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('labels', () => {
  test('of groups are read and changed, by path or by name', () => {
    const alice = here.as('alice')
    const { id } = alice.post('/groups/1/labels', { name: 'Told', color: '#112233' }).json
    expect(alice.get('/groups/1/labels/Told').json.id).toBe(id)
    expect(alice.put('/groups/1/labels/Told', { description: 'One' }).json.description).toBe('One')
    expect(alice.put('/groups/1/labels', { name: 'Told', new_name: 'Other' }).json.name).toBe('Other')
    expect(alice.put('/groups/1/labels', { new_name: 'x' }).status).toBe(400)
    expect(alice.get('/groups/1/labels/Told').json).toEqual({ message: '404 Label Not Found' })
  })

  test('are followed once', () => {
    const carol = here.as('carol')
    carol.post('/projects/1/labels', { name: 'Told', color: '#112233' })
    const post = (verb: string) => carol.post(`/projects/1/labels/Told/${verb}`)
    expect([post('subscribe').json.subscribed, post('subscribe').status]).toEqual([true, 304])
    expect([post('unsubscribe').json.subscribed, post('unsubscribe').status]).toEqual([false, 304])
  })

  test('become those of the group, wherever they are carried', () => {
    const bob = here.as('alice')
    for (const id of [1, 3]) bob.post(`/projects/${id}/labels`, { name: 'Told', color: '#112233' })
    const { iid } = bob.post('/projects/3/issues', { title: 'One', labels: 'Told' }).json
    expect(bob.put('/projects/1/labels/Told/promote').json.name).toBe('Told')
    expect(bob.get('/projects/3/labels/Told').json.is_project_label).toBe(false)
    expect(bob.get(`/projects/3/issues/${iid}`).json.labels).toEqual(['Told'])
    expect(here.as('alice').post('/projects/4/labels', { name: 'Own', color: '#112233' }).status).toBe(201)
    expect(here.as('alice').put('/projects/4/labels/Own/promote').status).toBe(400)
  })

  test('of named requests are deleted', () => {
    const carol = here.as('carol')
    carol.post('/projects/1/labels', { name: 'Told', color: '#112233' })
    expect(carol.put('/projects/1/labels', { name: 'Told', color: '#445566' }).json.color).toBe('#445566')
    expect(carol.delete('/projects/1/labels?name=Told').status).toBe(204)
    expect(carol.delete('/projects/1/labels?name=Told').status).toBe(404)
  })
})

test('what is done to an issue or a merge request is kept', () => {
  const carol = here.as('carol')
  const { iid } = carol.post('/projects/1/issues', { title: 'One', labels: 'a,b', weight: 3 }).json
  const at = `/projects/1/issues/${iid}`
  carol.put(at, { remove_labels: 'a', weight: 5, state_event: 'close' })
  const events = (kind: string) => carol.get(`${at}/resource_${kind}_events`).json
  expect(events('label').map((it: { action: string }) => it.action)).toEqual(['add', 'add', 'remove'])
  expect(events('label')[2]).toMatchObject({ label: { name: 'a' }, user: { username: 'carol' } })
  expect(events('weight').map((it: { weight: number }) => it.weight)).toEqual([3, 5])
  expect(events('state')).toMatchObject([{ state: 'closed', resource_type: 'Issue' }])
  const [first] = events('label')
  expect(carol.get(`${at}/resource_label_events/${first.id}`).json).toEqual(first)
  expect(carol.get(`${at}/resource_state_events/${first.id}`).status).toBe(404)
})

describe.each([
  ['/projects/1/repository/commits/main', 'a commit'],
  ['/projects/3/snippets/SNIPPET', 'a snippet'],
])('discussions at %s', (place) => {
  const path = () => place.replace('SNIPPET', String(here.sim.world.snippets.by('byProject', 3).first()?.id))

  test('are begun, answered, rewritten and ended', () => {
    const alice = here.as('alice')
    const at = `${path()}/discussions`
    const begun = alice.post(at, { body: 'A thread' })
    expect(begun.status).toBe(201)
    const one = `${at}/${begun.json.id}`
    const note = alice.post(`${one}/notes`, { body: 'An answer' }).json
    expect(alice.get(`${one}/notes/${note.id}`).json).toEqual(note)
    expect(alice.put(`${one}/notes/${note.id}`, { body: 'Another' }).json.body).toBe('Another')
    expect(alice.get(one).json.notes.map((it: { body: string }) => it.body)).toEqual(['A thread', 'Another'])
    expect(here.as('carol').put(`${one}/notes/${note.id}`, { body: 'x' }).status).toBe(403)
    expect(alice.delete(`${one}/notes/${note.id}`).status).toBe(204)
    expect(alice.get(one).json.notes).toHaveLength(1)
    expect(alice.get(`${at}/none`).status).toBe(404)
  })
})

test('commits are commented on, also on a line of what they change', () => {
  const carol = here.as('carol')
  const { id } = carol.post('/projects/1/repository/commits', {
    branch: 'told',
    start_branch: 'main',
    commit_message: 'Told',
    actions: [{ action: 'create', file_path: 'told.txt', content: 'one\ntwo\n' }],
  }).json
  const at = `/projects/1/repository/commits/${id}/comments`
  expect(carol.post(at, { note: 'Whole' }).json).toMatchObject({ note: 'Whole', path: null, line: null })
  expect(carol.post(at, { note: 'Line', path: 'told.txt', line: 2 }).json).toMatchObject({
    path: 'told.txt',
    line: 2,
    line_type: 'new',
  })
  expect(carol.post(at, { note: 'x', path: 'told.txt' }).json).toEqual({ error: 'line is missing' })
  expect(carol.get(at).json.map((it: { note: string }) => it.note)).toEqual(['Whole', 'Line'])
})

test('environments are changed, stopped, and only then deleted', () => {
  const carol = here.as('carol')
  const made = carol.post('/projects/1/environments', {
    name: 'told',
    external_url: 'https://told.example',
  }).json
  const at = `/projects/1/environments/${made.id}`
  expect(made).toMatchObject({ external_url: 'https://told.example', state: 'available' })
  expect(carol.put(at, { external_url: 'https://other.example' }).json.external_url).toBe(
    'https://other.example',
  )
  expect(carol.put(at, { external_url: 'javascript:x' }).status).toBe(400)
  expect(carol.delete(at).status).toBe(403)
  expect(carol.post(`${at}/stop`).json.state).toBe('stopped')
  expect(carol.delete(at).status).toBe(204)
  expect(carol.get(at).status).toBe(404)
})

test('protections of branches are changed', () => {
  const alice = here.as('alice')
  alice.post('/projects/1/protected_branches', { name: 'told-*' })
  const body = JSON.stringify({ allow_force_push: true })
  const sent = { headers: { 'content-type': 'application/json' }, body }
  const at = '/projects/1/protected_branches/told-*'
  expect(alice.send('PATCH', at, sent).json.allow_force_push).toBe(true)
  expect(alice.get(at).json.allow_force_push).toBe(true)
})

test('deploy keys are let into a second project and changed there', () => {
  const alice = here.as('alice')
  const [key] = alice.get('/projects/1/deploy_keys').json
  const at = `/projects/4/deploy_keys/${key.id}`
  expect(alice.post(`${at}/enable`)).toMatchObject({ status: 201, json: { id: key.id } })
  expect(alice.put(at, { can_push: true }).json.can_push).toBe(true)
  expect(alice.put(at, {}).status).toBe(400)
  expect(
    here
      .as('root')
      .get('/deploy_keys')
      .json.map(({ id }: { id: number }) => id),
  ).toContain(key.id)
  expect(here.as('carol').post('/projects/5/deploy_keys/99/enable').json).toEqual({
    message: '404 Deploy Key Not Found',
  })
})
