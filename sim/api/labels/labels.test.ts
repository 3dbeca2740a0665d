import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const base = testSimulator()

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

function statuses(call: (user: string) => { readonly status: number }): number[] {
  return people.map((user) => call(user).status)
}

const here = perTest()

describe('labels', () => {
  test('are listed by name, those of the groups above too', () => {
    const dave = callsOf(base.fork(), 'dave')
    const labels = dave.get('/projects/1/labels?per_page=100').json
    const names = labels.map((label: { name: string }) => label.name)
    expect(names).toEqual([...names].sort())
    const own = dave.get('/projects/1/labels?per_page=100&include_ancestor_groups=false').json
    expect(own.every((label: { is_project_label: boolean }) => label.is_project_label)).toBe(true)
    expect(own[0]).not.toHaveProperty('open_issues_count')
    expect(dave.get('/projects/1/labels?with_counts=true').json[0]).toHaveProperty('open_issues_count')
  })

  test('are the business of reporters', () => {
    const simulator = base.fork()
    const create = (user: string) =>
      callsOf(simulator, user).post('/projects/1/labels', { name: `by ${user}`, color: '#abc' })
    expect(statuses(create)).toEqual([201, 201, 201, 201, 201, 403, 404])
    expect(callsOf(simulator, 'dave').get('/projects/1/labels/by%20dave').json).toMatchObject({
      color: '#aabbcc',
      priority: null,
    })
  })

  test('are refused in the words of the service', () => {
    const dave = callsOf(base.fork(), 'dave')
    const create = (body: object) => dave.post('/projects/1/labels', body)
    expect(create({}).json).toEqual({ error: 'name is missing, color is missing' })
    expect(create({ name: 'x', color: 'no colour' }).json).toEqual({
      message: { color: ['must be a valid color code'] },
    })
    expect(create({ name: '', color: 'red' }).json).toEqual({ message: { title: ["can't be blank"] } })
    expect(create({ name: 'x', color: 'red' }).json).toMatchObject({
      name: 'x',
      color: '#FF0000',
      text_color: '#FFFFFF',
    })
    expect(create({ name: 'x', color: 'red' })).toMatchObject({
      status: 409,
      json: { message: 'Label already exists' },
    })
  })

  test('are changed and deleted by id or name', () => {
    const dave = callsOf(base.fork(), 'dave')
    const { id } = dave.post('/projects/1/labels', { name: 'x', color: 'red' }).json
    const issue = dave.post('/projects/1/issues', { title: 'y', labels: 'x' }).json
    expect(issue.labels).toEqual(['x'])
    expect(dave.put(`/projects/1/labels/${id}`, { new_name: 'z', priority: 2 }).json).toMatchObject({
      name: 'z',
      priority: 2,
    })
    expect(dave.put('/projects/1/labels/z', {}).json).toEqual({
      error: 'new_name, color, description, priority are missing, at least one parameter must be provided',
    })
    expect(dave.delete('/projects/1/labels/z').status).toBe(204)
    expect(dave.delete('/projects/1/labels/z').json).toEqual({ message: '404 Label Not Found' })
    expect(dave.get(`/projects/1/issues/${issue.iid}`).json.labels).toEqual([])
  })
})

describe('labels that a request names', () => {
  test('of named requests are deleted', () => {
    const carol = here.as('carol')
    carol.post('/projects/1/labels', { name: 'Told', color: '#112233' })
    expect(carol.put('/projects/1/labels', { name: 'Told', color: '#445566' }).json.color).toBe('#445566')
    expect(carol.delete('/projects/1/labels?name=Told').status).toBe(204)
    expect(carol.delete('/projects/1/labels?name=Told').status).toBe(404)
  })
})
