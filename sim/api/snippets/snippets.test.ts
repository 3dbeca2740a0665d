import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const one = {
  title: 'Aliases',
  file_name: 'aliases.sh',
  content: "alias ll='ls -l'\n",
  visibility: 'private',
}

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

  test('are deleted by their authors and by administrators', () => {
    const { id } = as('alice').post('/snippets', { ...one, visibility: 'public' }).json
    expect(as('mallory').delete(`/snippets/${id}`).status).toBe(403)
    expect(as('root').delete(`/snippets/${id}`).status).toBe(204)
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
