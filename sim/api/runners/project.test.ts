import { describe, expect, test } from 'vitest'
import type { Reply } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const refused = (status: number, message: unknown) => ({ status, json: { message } })
const LAST = 'Only one project associated with the runner. Please remove the runner instead'

function enable(user: string | undefined, project: number, runner_id: unknown): Reply {
  return here.as(user).post(`/projects/${project}/runners`, { runner_id })
}
function disable(user: string | undefined, project: number, runner: number | string): Reply {
  return here.as(user).delete(`/projects/${project}/runners/${runner}`)
}
const enabled = (project: number): number[] =>
  here
    .as('root')
    .get(`/projects/${project}/runners?scope=project_type`)
    .json.map((it: { readonly id: number }) => it.id)

describe('enabling', () => {
  test('adds a runner to a project, in list form', () => {
    const reply = enable('bob', 2, 11)
    expect(reply.status).toBe(201)
    expect(reply.json).toEqual(
      here
        .as('bob')
        .get('/runners')
        .json.find((it: { readonly id: number }) => it.id === 11),
    )
    expect(enabled(2)).toEqual([10, 11, 12])
  })

  test.each([
    ['a group runner', 'bob', 5, 'Runner is a group runner'],
    ['a group runner, also to administrators', 'root', 5, 'Runner is a group runner'],
    ['a locked runner', 'bob', 9, 'Runner is locked'],
    ['a runner of the installation', 'bob', 1, 'No access granted'],
    ['a runner of the installation, also to administrators', 'root', 1, 'No access granted'],
    ['a runner of somebody else', 'bob', 13, 'No access granted'],
  ])('refuses %s', (_what, user, runner, reason) => {
    expect(enable(user, 2, runner)).toMatchObject(refused(403, `403 Forbidden - ${reason}`))
  })

  test('lets administrators enable what is locked', () => {
    expect(enable('root', 2, 9).status).toBe(201)
  })

  test('refuses what is there, what is not, and what is none', () => {
    expect(enable('bob', 2, 10)).toMatchObject(
      refused(400, { assign_to: ['Validation failed: Runner projects runner has already been taken'] }),
    )
    expect(enable('bob', 2, 999)).toMatchObject(refused(404, '404 Not found'))
    expect(enable('bob', 2, 'ten')).toMatchObject({ status: 400, json: { error: 'runner_id is invalid' } })
    expect(here.as('bob').post('/projects/2/runners', {})).toMatchObject({
      status: 400,
      json: { error: 'runner_id is missing' },
    })
  })

  test('is for maintainers, and asks for that first', () => {
    const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined]
    expect(people.map((user) => enable(user, 1, 'ten').status)).toEqual([400, 400, 403, 403, 403, 404, 401])
  })

  test('writes nothing into an archived project, which is read as before', () => {
    here.as('alice').post('/projects/2/archive')
    expect(enable('bob', 2, 11)).toMatchObject(refused(403, '403 Forbidden'))
    expect(disable('bob', 2, 10)).toMatchObject(refused(403, '403 Forbidden'))
    expect(here.as('bob').get('/projects/2/runners').status).toBe(200)
  })
})

describe('disabling', () => {
  test('takes a runner out of a project', () => {
    expect(disable('bob', 1, 10)).toMatchObject({ status: 204, body: null })
    expect(enabled(1)).toEqual([9, 11])
    expect(disable('bob', 1, 10)).toMatchObject(refused(404, '404 Runner Not Found'))
  })

  test('refuses the only project, also to administrators', () => {
    for (const user of ['bob', 'root'])
      expect(disable(user, 1, 9)).toMatchObject(refused(403, `403 Forbidden - ${LAST}`))
    expect(enabled(1)).toEqual([9, 10, 11])
  })

  test('knows only what is enabled in this project', () => {
    for (const runner of [12, 5, 1, 999])
      expect(disable('bob', 1, runner)).toMatchObject(refused(404, '404 Runner Not Found'))
    expect(disable('bob', 1, 'ten')).toMatchObject({ status: 400, json: { error: 'runner_id is invalid' } })
  })

  test('is for maintainers', () => {
    const people = ['carol', 'dave', 'erin', 'mallory', undefined]
    expect(people.map((user) => disable(user, 1, 10).status)).toEqual([403, 403, 403, 404, 401])
    expect(disable('carol', 1, 'ten').status).toBe(403)
  })

  test('heeds that the record was meant as it was before', () => {
    enable('bob', 2, 11)
    const headers = { 'if-unmodified-since': 'Sun, 31 Dec 2023 00:00:00 GMT' }
    expect(here.as('bob').send('DELETE', '/projects/2/runners/11', { headers }).status).toBe(412)
    expect(here.as('bob').send('DELETE', '/projects/2/runners/10', { headers }).status).toBe(204)
  })
})

test('auditors are told of both', () => {
  enable('bob', 2, 11)
  disable('alice', 2, 11)
  const [last, before] = here.as('alice').get('/projects/2/audit_events').json
  const target = {
    target_id: 11,
    target_type: 'Ci::Runner',
    target_details: '/acme/platform/api/-/runners/11',
  }
  expect(last.details).toMatchObject({
    ...target,
    custom_message: 'Unassigned CI runner from project',
    author_name: 'Alice Archer',
  })
  expect(before.details).toMatchObject({ ...target, custom_message: 'Assigned CI runner to project' })
})
