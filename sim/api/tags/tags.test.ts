import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

const repository = '/projects/1/repository'

describe('tags', () => {
  test('are listed, the latest first', () => {
    const dave = callsOf(base.fork(), 'dave')
    const tags = dave.get(`${repository}/tags`).json
    const dates = tags.map((tag: { commit: { committed_date: string } }) =>
      new Date(tag.commit.committed_date).getTime(),
    )
    expect(dates).toEqual([...dates].sort((a: number, b: number) => b - a))
    expect(Object.keys(tags[0])).toEqual([
      'name',
      'message',
      'target',
      'commit',
      'release',
      'protected',
      'created_at',
    ])
  })

  test('are created, annotated where they have a message, and deleted', () => {
    const carol = callsOf(base.fork(), 'carol')
    const create = (tag_name: string, more: object = {}) =>
      carol.post(`${repository}/tags`, { tag_name, ref: 'main', ...more })
    expect(create('snapshot').json).toMatchObject({ name: 'snapshot', message: null, protected: false })
    const annotated = create('snapshot.2', { message: 'Second' })
    expect(annotated).toMatchObject({ status: 201, json: { message: 'Second' } })
    expect(annotated.json.target).not.toBe(annotated.json.commit.id)
    expect(annotated.json.created_at).toMatch(/^2024-01-01T00:00/)
    expect(create('light').json.created_at).toBeNull()
    expect(create('snapshot').json).toEqual({ message: 'Tag snapshot already exists' })
    expect(create('other', { ref: 'nope' }).json).toEqual({ message: 'Target nope is invalid' })
    expect(carol.delete(`${repository}/tags/snapshot.2`).status).toBe(204)
    expect(carol.get(`${repository}/tags/snapshot.2`).json).toEqual({ message: '404 Tag Not Found' })
  })

  test('tell of their release', () => {
    const carol = callsOf(base.fork(), 'carol')
    const release = { tag_name: 'snapshot', ref: 'main', description: 'What there is' }
    expect(carol.post('/projects/1/releases', release).status).toBe(201)
    expect(carol.get(`${repository}/tags/snapshot`).json.release).toEqual({
      tag_name: 'snapshot',
      description: 'What there is',
    })
  })

  test('tell nothing of releases to whoever may not read them', () => {
    const simulator = base.fork()
    const [alice, anyone] = [callsOf(simulator, 'alice'), callsOf(simulator, undefined)]
    const { id } = alice.post('/projects', {
      name: 'Open',
      visibility: 'public',
      initialize_with_readme: true,
    }).json
    alice.post(`/projects/${id}/releases`, { tag_name: 'v1', ref: 'main' })
    const at = `/projects/${id}/repository/tags`
    expect(anyone.get(`${at}/v1`).json.release).toMatchObject({ tag_name: 'v1' })
    alice.put(`/projects/${id}`, { releases_access_level: 'private' })
    expect(anyone.get(`${at}/v1`).json).not.toHaveProperty('release')
    expect(anyone.get(at).json[0]).not.toHaveProperty('release')
    expect(alice.get(`${at}/v1`).json.release).toMatchObject({ tag_name: 'v1' })
  })

  test('that are protected are left to maintainers', () => {
    const carol = callsOf(base.fork(), 'carol')
    expect(carol.get(`${repository}/tags/v1.0.0`).json.protected).toBe(true)
    expect(carol.delete(`${repository}/tags/v1.0.0`).json.message).toMatch(
      /^You are not allowed to delete protected tags/,
    )
    expect(carol.post(`${repository}/tags`, { tag_name: 'v9.0.0', ref: 'main' })).toMatchObject({
      status: 400,
      json: { message: 'You are not allowed to create this tag as it is protected.' },
    })
  })
})
