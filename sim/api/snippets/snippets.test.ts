import { describe, expect, test } from 'vitest'
import { text } from '../../lib/bytes.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const one = {
  title: 'Aliases',
  file_name: 'aliases.sh',
  content: "alias ll='ls -l'\n",
  visibility: 'private',
}

const SNIPPETS = '/projects/1/snippets'

const ofProject = { title: 'Aliases', file_name: 'a.sh', content: 'alias', visibility: 'private' }

const two = {
  title: 'Two',
  visibility: 'internal',
  files: [
    { file_path: 'a.txt', content: 'A' },
    { file_path: 'b/c.txt', content: 'C' },
  ],
}

const people = ['alice', 'carol', 'dave', 'erin', 'mallory'] as const

describe('snippets of people', () => {
  test('are created, listed, read and deleted', () => {
    const { status, json } = as('alice').post('/snippets', { ...one, description: 'For shells' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      title: 'Aliases',
      description: 'For shells',
      visibility: 'private',
      author: { username: 'alice' },
      project_id: null,
      file_name: 'aliases.sh',
      web_url: `http://127.0.0.1:8080/-/snippets/${json.id}`,
    })
    expect(as('alice').get('/snippets').json[0]).toEqual(json)
    expect(as('alice').get(`/snippets/${json.id}`).json).toEqual(json)
    const raw = as('alice').get(`/snippets/${json.id}/raw`)
    expect(raw.headers['Content-Type']).toBe('text/plain; charset=utf-8')
    expect(Buffer.from(raw.body as Uint8Array).toString()).toBe(one.content)
    expect(as('alice').delete(`/snippets/${json.id}`).status).toBe(204)
    expect(as('alice').get(`/snippets/${json.id}`).json).toEqual({ message: '404 Snippet Not Found' })
  })

  test('may have several files, each by its path', () => {
    const files = [
      { file_path: 'a.txt', content: 'A' },
      { file_path: 'b/c.txt', content: 'C' },
    ]
    const { json } = as('alice').post('/snippets', { title: 'Two', files })
    expect(json.files.map(({ path }: { path: string }) => path)).toEqual(['a.txt', 'b/c.txt'])
    const raw = (path: string) => as('alice').get(`/snippets/${json.id}/files/main/${path}/raw`)
    expect(Buffer.from(raw('b%2Fc.txt').body as Uint8Array).toString()).toBe('C')
    expect(raw('d.txt').json).toEqual({ message: '404 File Not Found' })
  })

  test.each<[string | undefined, string, number]>([
    ['alice', 'private', 200],
    ['root', 'private', 200],
    ['mallory', 'private', 404],
    ['mallory', 'internal', 200],
    [undefined, 'internal', 404],
    [undefined, 'public', 200],
  ])('are seen by %s who are %s: %i', (user, visibility, status) => {
    const { id } = as('alice').post('/snippets', { ...one, visibility }).json
    expect(as(user).get(`/snippets/${id}`).status).toBe(status)
    expect(as(user).get(`/snippets/${id}/raw`).status).toBe(status)
  })

  test('are those of the caller in the list, which asks for a credential', () => {
    as('alice').post('/snippets', { ...one, visibility: 'public' })
    expect(
      as('mallory')
        .get('/snippets')
        .json.map(({ title }: { title: string }) => title),
    ).not.toContain('Aliases')
    expect(as().get('/snippets').status).toBe(401)
  })

  test('are changed and deleted by their authors, and nobody else finds them there', () => {
    const { id } = as('alice').post('/snippets', { ...one, visibility: 'public' }).json
    for (const user of ['mallory', 'root'])
      for (const reply of [
        as(user).delete(`/snippets/${id}`),
        as(user).put(`/snippets/${id}`, { title: 'x' }),
      ])
        expect([reply.status, reply.json]).toEqual([404, { message: '404 Snippet Not Found' }])
    expect(as('alice').delete(`/snippets/${id}`).status).toBe(204)
  })

  test('of projects are not read here', () => {
    const ofProject = here.sim.world.snippets
      .all()
      .list()
      .find(({ projectId }) => projectId !== null)
    expect(as('root').get(`/snippets/${ofProject?.id}`).status).toBe(404)
  })

  test.each<[object, string]>([
    [
      {},
      'title is missing, title is empty, files, content are missing, exactly one parameter must be provided',
    ],
    [{ ...one, files: [{ file_path: 'a', content: 'b' }] }, 'files, content are mutually exclusive'],
    [{ ...one, visibility: 'x' }, 'visibility does not have a valid value'],
    [{ title: 'x', files: [{ file_path: 'a' }] }, 'files[0][content] is missing, files[0][content] is empty'],
  ])('%j is refused', (given, error) => {
    const reply = as('alice').post('/snippets', given)
    expect([reply.status, reply.json]).toEqual([400, { error }])
  })
})

describe('snippets of a project', () => {
  test('are created, listed, read and deleted', () => {
    const { status, json } = as('dave').post(SNIPPETS, ofProject)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      title: 'Aliases',
      project_id: 1,
      author: { username: 'dave' },
      web_url: `http://127.0.0.1:8080/acme/webapp/-/snippets/${json.id}`,
    })
    expect(as('erin').get(SNIPPETS).json[0]).toEqual(json)
    expect(as('erin').get(`${SNIPPETS}/${json.id}`).json).toEqual(json)
    expect(text(as('erin').get(`${SNIPPETS}/${json.id}/raw`).body as Uint8Array)).toBe('alias')
    expect(as('erin').get(`/snippets/${json.id}`).status).toBe(404)
    expect(as('erin').delete(`${SNIPPETS}/${json.id}`).status).toBe(403)
    expect(as('dave').delete(`${SNIPPETS}/${json.id}`).status).toBe(204)
    expect(as('dave').get(`${SNIPPETS}/${json.id}`).json).toEqual({ message: '404 Not found' })
    expect(as('dave').get(`${SNIPPETS}/${json.id}/raw`).json).toEqual({ message: '404 Snippet Not Found' })
  })

  test('have files that are created, updated, moved and deleted', () => {
    const at = `${SNIPPETS}/${as('carol').post(SNIPPETS, two).json.id}`
    const files = [
      { action: 'create', file_path: 'd.txt', content: 'D' },
      { action: 'update', file_path: 'a.txt', content: 'AA' },
      { action: 'move', file_path: 'e.txt', previous_path: 'b/c.txt' },
    ]
    const changed = as('carol').put(at, { files }).json
    expect(changed.files.map(({ path }: { path: string }) => path)).toEqual(['a.txt', 'd.txt', 'e.txt'])
    const raw = (path: string) => as('carol').get(`${at}/files/main/${path}/raw`)
    expect(['a.txt', 'd.txt', 'e.txt'].map((path) => text(raw(path).body as Uint8Array))).toEqual([
      'AA',
      'D',
      'C',
    ])
    as('carol').put(at, { files: [{ action: 'delete', file_path: 'a.txt' }] })
    expect(raw('a.txt').json).toEqual({ message: '404 File Not Found' })
  })

  test('of one file are changed by its content and name', () => {
    const at = `${SNIPPETS}/${as('carol').post(SNIPPETS, ofProject).json.id}`
    const changed = as('carol').put(at, { content: 'new', file_name: 'b.sh', title: 'New', description: 'x' })
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { title: 'New', description: 'x', file_name: 'b.sh' },
    ])
    expect(text(as('carol').get(`${at}/raw`).body as Uint8Array)).toBe('new')
  })

  test.each([
    [{}, 400, { error: expect.stringContaining('are missing, at least one parameter must be provided') }],
    [{ title: '' }, 400, { error: 'title is empty' }],
    [
      { title: 'x'.repeat(256) },
      400,
      { message: { error: 'Title is too long (maximum is 255 characters)' } },
    ],
    [
      { content: 'x' },
      400,
      { message: { error: 'To update Snippets with multiple files, you must use the `files` parameter' } },
    ],
    [{ files: [{ action: 'destroy' }] }, 400, { error: 'files[0][action] does not have a valid value' }],
    [
      { files: [{ action: 'move', file_path: 'x' }] },
      422,
      { message: { error: 'Snippet actions have invalid data' } },
    ],
    [
      { files: [{ action: 'create', file_path: 'a.txt', content: 'x' }] },
      400,
      { message: { error: 'Repository Error updating the snippet' } },
    ],
    [
      { files: [{ action: 'update', file_path: 'z.txt', content: 'x' }] },
      400,
      { message: { error: 'Repository Error updating the snippet' } },
    ],
  ])('are not changed by %j', (body, status, json) => {
    const { id } = as('carol').post(SNIPPETS, two).json
    const before = as('carol').get(`${SNIPPETS}/${id}`).body
    const reply = as('carol').put(`${SNIPPETS}/${id}`, body)
    expect([reply.status, reply.json]).toEqual([status, json])
    expect(as('carol').get(`${SNIPPETS}/${id}`).body).toBe(before)
  })

  test('are changed by their authors and by maintainers, and created by reporters', () => {
    expect(people.map((user) => as(user).post(SNIPPETS, ofProject).status)).toEqual([201, 201, 201, 403, 404])
    const { id } = as('dave').post(SNIPPETS, ofProject).json
    const change = (user: string) => as(user).put(`${SNIPPETS}/${id}`, { title: user }).status
    expect(people.map(change)).toEqual([200, 403, 200, 403, 404])
    expect([as().get(SNIPPETS).status, as().get(`${SNIPPETS}/${id}`).status]).toEqual([401, 404])
  })

  test('are nobody’s while they are switched off', () => {
    const { features } = here.sim.world.projects.require(1)
    here.sim.world.projects.update(1, { features: { ...features, snippets: 'disabled' } })
    expect([as('alice').get(SNIPPETS).status, as('alice').post(SNIPPETS, ofProject).status]).toEqual([
      403, 403,
    ])
  })
})

test('public snippets of people are listed for everybody', () => {
  const visible = ['public', 'internal', 'private'] as const
  const [shown] = visible.map(
    (visibility) => as('alice').post('/snippets', { ...ofProject, visibility }).json,
  )
  as('alice').post(SNIPPETS, { ...ofProject, visibility: 'public' })
  expect(as('mallory').get('/snippets/public').json[0]).toEqual(shown)
  expect(
    as('alice')
      .get('/snippets')
      .json.every((it: { project_id: number | null }) => it.project_id === null),
  ).toBe(true)
})

test('a snippet is kept within the size that the installation allows', () => {
  here.sim.world.settings.update(1, { inForce: { snippet_size_limit: 10 } })
  expect(as('alice').post('/snippets', { ...ofProject, content: 'x'.repeat(11) })).toMatchObject({
    status: 400,
    json: { message: { error: 'Content is too long (11 Bytes). The maximum size is 10 Bytes.' } },
  })
})
