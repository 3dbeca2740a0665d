import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

describe('topics', () => {
  const topic = (name: string) => as('root').post('/topics', { name, title: name.toUpperCase() })
  const topicsOf = (id: number) => as('alice').get(`/projects/${id}`).json.topics

  test('are created, updated and deleted, in their projects as well', () => {
    const made = topic('birds')
    expect([made.status, made.json]).toMatchObject([
      201,
      { name: 'birds', title: 'BIRDS', description: null, total_projects_count: 0 },
    ])
    as('alice').put('/projects/6', { topics: ['birds', 'apes'] })
    const path = `/topics/${made.json.id}`
    expect(as('root').put(path, { name: 'zebras', description: 'Striped' }).json).toMatchObject({
      name: 'zebras',
      title: 'BIRDS',
      description: 'Striped',
      total_projects_count: 1,
    })
    expect(topicsOf(6)).toEqual(['apes', 'zebras'])
    expect(as('root').delete(path).status).toBe(204)
    expect([topicsOf(6), as().get(path).status]).toEqual([['apes'], 404])
  })

  test('are merged', () => {
    const [one, two] = [topic('one').json, topic('two').json]
    as('alice').put('/projects/6', { topics: ['one'] })
    as('alice').put('/projects/2', { topics: ['one', 'two'] })
    const merge = (source: number, target: number) =>
      as('root').post('/topics/merge', { source_topic_id: source, target_topic_id: target })
    expect(merge(one.id, one.id)).toMatchObject({
      status: 400,
      json: { message: 'The source topic and the target topic are identical.' },
    })
    expect(merge(one.id, two.id)).toMatchObject({
      status: 201,
      json: { name: 'two', total_projects_count: 2 },
    })
    expect([topicsOf(6), topicsOf(2), as().get(`/topics/${one.id}`).status]).toEqual([['two'], ['two'], 404])
  })

  test('are managed by administrators, and have unique names', () => {
    topic('birds')
    expect(topic('birds')).toMatchObject({
      status: 400,
      json: { message: { name: ['has already been taken'] } },
    })
    expect(as('root').post('/topics', { name: '', title: '' }).json).toEqual({
      message: { name: ["can't be blank"], title: ["can't be blank"] },
    })
    expect(as('alice').post('/topics', { name: 'x', title: 'x' }).status).toBe(403)
  })
})
