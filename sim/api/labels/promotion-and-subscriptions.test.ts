import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('labels', () => {
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
})
