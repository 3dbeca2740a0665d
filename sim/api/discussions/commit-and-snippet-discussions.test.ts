import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

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

test('a discussion on a line of a commit is one of its diff', () => {
  const carol = here.as('carol')
  const { id, parent_ids } = carol.post('/projects/1/repository/commits', {
    branch: 'told',
    start_branch: 'main',
    commit_message: 'Told',
    actions: [{ action: 'create', file_path: 'told.txt', content: 'one\ntwo\n' }],
  }).json
  const at = `/projects/1/repository/commits/${id}/discussions`
  const [parent] = parent_ids
  const position = {
    base_sha: parent,
    start_sha: parent,
    head_sha: id,
    position_type: 'text',
    new_path: 'told.txt',
    new_line: 1,
  }
  const begun = carol.post(at, { body: 'One?', position })
  expect(begun.json.notes[0]).toMatchObject({ type: 'DiffNote', position: { new_line: 1, head_sha: id } })
  expect(carol.post(`${at}/${begun.json.id}/notes`, { body: 'Yes' }).json.type).toBe('DiffNote')
  expect(carol.post(at, { body: 'Three?', position: { ...position, new_line: 3 } }).status).toBe(400)
})

test('single comments on snippets and commits are not replied to', () => {
  const alice = here.as('alice')
  const snippet = here.sim.world.snippets.by('byProject', 3).first()?.id
  alice.post(`/projects/3/snippets/${snippet}/notes`, { body: 'Alone' })
  alice.post('/projects/1/repository/commits/main/comments', { note: 'Alone' })
  for (const at of [`/projects/3/snippets/${snippet}`, '/projects/1/repository/commits/main']) {
    const alone = alice
      .get(`${at}/discussions`)
      .json.find(({ individual_note }: { individual_note: boolean }) => individual_note)
    expect(alice.post(`${at}/discussions/${alone.id}/notes`, { body: 'No' }).json).toEqual({
      message: '400 Bad request - Discussion can not be replied to.',
    })
  }
})

test('what is discussed is hidden with the repository and the snippets', () => {
  const snippet = here.sim.world.snippets.by('byProject', 3).first()?.id
  const hidden = { repository_access_level: 'private', snippets_access_level: 'private' }
  const less = { merge_requests_access_level: 'private', builds_access_level: 'private' }
  here.as('alice').put('/projects/3', { ...hidden, ...less })
  const mallory = here.as('mallory')
  for (const [at, noun] of [
    [`/projects/3/snippets/${snippet}`, 'Snippet'],
    ['/projects/3/repository/commits/main', 'Commit'],
  ]) {
    const gone = { message: `404 ${noun} Not Found` }
    expect(mallory.get(`${at}/discussions`).json).toEqual(gone)
    expect(mallory.post(`${at}/discussions`, { body: 'x' }).json).toEqual(gone)
  }
})

test('what is said of a commit is said in one project alone', () => {
  const alice = here.as('alice')
  const sha = alice.get('/projects/1/repository/commits/main').json.id
  const fork = alice.post('/projects/1/fork', { path: 'forked', name: 'forked' }).json.id
  here.sim.clock.advance('1m')
  const at = (id: number) => `/projects/${id}/repository/commits/${sha}/discussions`
  const said = alice.post(at(1), { body: 'Here' }).json
  expect(alice.get(at(fork)).json).toEqual([])
  expect(alice.get(`${at(fork)}/${said.id}`).status).toBe(404)
  expect(alice.delete(`${at(fork)}/${said.id}/notes/${said.notes[0].id}`).status).toBe(404)
})
