import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

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
