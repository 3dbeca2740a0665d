import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const PROJECT = '/projects/1/boards'
const GROUP = '/groups/1/boards'
const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const

interface Listed {
  readonly id: number
  readonly position: number
  readonly label: { readonly id: number; readonly name: string }
}

function boardWith(place: string, count: number) {
  const labels = as('dave').get(place.replace('/boards', '/labels')).json.slice(0, count)
  const { id } = as('dave').post(place, { name: 'Development' }).json
  const lists = labels.map((label: { id: number }) => {
    const { status, json } = as('dave').post(`${place}/${id}/lists`, { label_id: label.id })
    expect(status).toBe(201)
    return json as Listed
  })
  return { path: `${place}/${id}`, labels, lists: lists as readonly Listed[] }
}

describe.each([PROJECT, GROUP])('boards at %s', (place) => {
  test('are created, shown with their project or group, updated and deleted', () => {
    const { status, json } = as('dave').post(place, { name: 'Development' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'Development',
      hide_backlog_list: false,
      hide_closed_list: false,
      lists: [],
      project: place === PROJECT ? { id: 1, path_with_namespace: 'acme/webapp' } : null,
      group: place === GROUP ? { id: 1, name: 'Acme' } : null,
    })
    const path = `${place}/${json.id}`
    expect(as('dave').get(path).json).toEqual(json)
    expect(as('dave').put(path, { hide_closed_list: true }).json).toEqual({ ...json, hide_closed_list: true })
    as('dave').post(place, { name: 'another' })
    expect(
      as('erin')
        .get(place)
        .json.map(({ name }: { name: string }) => name),
    ).toEqual(['another', 'Development'])
    expect(as('dave').delete(path).status).toBe(204)
    expect(as('dave').get(path)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
  })

  test('have label lists that can be reordered', () => {
    const { path, labels, lists } = boardWith(place, 2)
    expect(lists.map(({ position, label }) => [position, label.name])).toEqual(
      labels.map(({ name }: { name: string }, position: number) => [position, name]),
    )
    const [a, b] = lists.map(({ id }) => id)
    const order = () =>
      as('erin')
        .get(`${path}/lists`)
        .json.map(({ id }: Listed) => id)
    expect(as('dave').put(`${path}/lists/${b}`, { position: 0 }).json).toMatchObject({ id: b, position: 0 })
    expect(order()).toEqual([b, a])
    for (const position of [0, 2, -1])
      expect(as('dave').put(`${path}/lists/${b}`, { position })).toMatchObject({
        status: 400,
        json: { message: { error: 'List could not be moved!' } },
      })
    expect(as('dave').delete(`${path}/lists/${b}`).status).toBe(204)
    const left = as('erin').get(path).json.lists
    expect(left.map(({ id, position }: Listed) => [id, position])).toEqual([[a, 0]])
    expect(as('erin').get(`${path}/lists/${a}`).json).toEqual(left[0])
    expect(as('erin').get(`${path}/lists/${b}`).status).toBe(404)
  })

  test('refuse unknown labels, and a second list of a label', () => {
    const { path, labels } = boardWith(place, 1)
    const add = (label_id: number) => as('dave').post(`${path}/lists`, { label_id })
    expect(add(99_999)).toMatchObject({ status: 400, json: { message: { error: 'Label not found' } } })
    expect(add(labels[0].id)).toMatchObject({
      status: 400,
      json: { message: { error: 'Label has already been taken' } },
    })
  })

  test('are read by guests and changed by reporters', () => {
    expect(people.map((user) => as(user).get(place).status)).toEqual([200, 200, 200, 200, 200, 404])
    expect(people.map((user) => as(user).post(place, { name: 'x' }).status)).toEqual([
      201, 201, 201, 201, 403, 404,
    ])
    expect(as().get(place).status).toBe(401)
    expect(as('dave').post(place, { name: ' ' }).json).toEqual({ message: { name: ["can't be blank"] } })
  })
})

describe.each([PROJECT, GROUP])('at %s', (place) => {
  const at = place.replace('/boards', '')

  test('boards have lists of members and of milestones', () => {
    const { path } = boardWith(place, 1)
    const add = (body: object) => as('dave').post(`${path}/lists`, body)
    const milestone = as('dave').post(`${at}/milestones`, { title: 'on a board' }).json
    const erin = as('dave').get('/users?username=erin').json[0]
    const mallory = as('alice').get('/users?username=mallory').json[0]
    const byErin = add({ assignee_id: erin.id })
    expect(byErin).toMatchObject({
      status: 201,
      json: { label: null, position: 1, assignee: { id: erin.id, username: 'erin', name: erin.name } },
    })
    expect(add({ milestone_id: milestone.id })).toMatchObject({
      status: 201,
      json: { label: null, position: 2, milestone: { title: 'on a board' } },
    })
    const refusals = [
      [{ assignee_id: erin.id }, 'User has already been taken'],
      [{ milestone_id: milestone.id }, 'Milestone has already been taken'],
      [{ assignee_id: mallory.id }, 'Assignee not found'],
      [{ milestone_id: 99_999 }, 'Milestone not found'],
      [{ iteration_id: 1 }, 'Iteration not found'],
    ] as const
    for (const [body, error] of refusals)
      expect(add(body)).toMatchObject({ status: 400, json: { message: { error } } })
    for (const body of [{}, { assignee_id: erin.id, milestone_id: milestone.id }])
      expect(add(body).status).toBe(400)
    as('dave').delete(`${at}/milestones/${milestone.id}`)
    expect(as('erin').get(`${path}/lists`).json).toHaveLength(2)
    here.as('root').delete(`/users/${erin.id}`)
    expect(as('dave').get(`${path}/lists`).json).toHaveLength(1)
  })

  test('boards are limited to a milestone, an assignee, labels and a weight', () => {
    const { path } = boardWith(place, 0)
    const milestone = as('dave').post(`${at}/milestones`, { title: 'limit' }).json
    const erin = as('dave').get('/users?username=erin').json[0]
    const set = (body: object) => as('dave').put(path, body).json
    const all = { milestone_id: milestone.id, assignee_id: erin.id, labels: 'new one', weight: 3 }
    expect(set(all)).toMatchObject({
      milestone: { id: milestone.id },
      assignee: { id: erin.id, state: 'active' },
      labels: [{ name: 'new one' }],
      weight: 3,
    })
    expect(set({ milestone_id: -2 }).milestone).toEqual({ title: 'Upcoming' })
    expect(set({ milestone_id: 99_999, assignee_id: 99_999 })).toMatchObject({
      milestone: null,
      assignee: null,
    })
    expect(set({ labels: '', weight: null })).toMatchObject({ labels: [], weight: null })
  })
})

test('deleting a label deletes its lists', () => {
  const { id, name } = as('dave').post('/projects/1/labels', { name: 'zz passing', color: 'red' }).json
  const { path, lists } = boardWith(PROJECT, 1)
  const added = as('dave').post(`${path}/lists`, { label_id: id }).json
  as('dave').put(`${path}/lists/${added.id}`, { position: 0 })
  expect(as('dave').get(`${path}/lists`).json).toHaveLength(2)
  as('dave').delete(`/projects/1/labels/${name}`)
  expect(as('dave').get(`${path}/lists`).json).toEqual(lists)
})

test('on the free plan boards of groups are neither created nor deleted, and boards have no limits', () => {
  const kept = as('dave').post(GROUP, { name: 'kept' }).json.id
  const own = as('dave').post(PROJECT, { name: 'own' }).json.id
  const milestone_id = as('dave').get('/projects/1/milestones').json[0].id
  const free = perFree()
  expect(free.post(GROUP, { name: 'x' }).status).toBe(403)
  expect(free.delete(`${GROUP}/${kept}`).status).toBe(403)
  expect(free.post(`${PROJECT}/${own}/lists`, { milestone_id })).toMatchObject({
    status: 400,
    json: { message: { error: 'Milestone lists not available with your current license' } },
  })
  free.put(`${PROJECT}/${own}`, { weight: 4, milestone_id, labels: 'not there' })
  expect(free.get(`${PROJECT}/${own}`).json).not.toHaveProperty('weight')
  expect(here.sim.world.boards.get(own)).not.toMatchObject({ weight: 4 })
  expect(free.get('/projects/1/labels?search=not%20there').json).toEqual([])
})

function perFree() {
  here.sim.world.instance.update(1, { tier: 'free' } as never)
  return as('alice')
}
