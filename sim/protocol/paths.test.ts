import { describe, expect, test } from 'vitest'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const noRoute = { status: 404, json: { error: '404 Not Found' } }
const noProject = { status: 404, json: { message: '404 Project Not Found' } }
const noRecord = { status: 404, json: { message: '404 Not found' } }

describe('a path', () => {
  test.each([
    '/projects/1/milestones/12/',
    '/projects/1/milestones//12',
    '//projects///1/milestones/12//',
    '/projects/1/milestones/12.json',
    '/projects/1/milestones/12.json/',
    '/projects/acme%2Fwebapp/milestones/12',
    '/projects/acme%2fwebapp/milestones/12',
    '/projects/ACME%2FWebApp/milestones/12',
    '/projects/%61cme%2Fwebapp/milestones/%312',
  ])('may also be spelled %s', (path) => {
    const { status, json } = here.as('alice').get(path)
    expect({ status, json }).toEqual({
      status: 200,
      json: here.as('alice').get('/projects/1/milestones/12').json,
    })
  })

  test.each(['/projects', '/merge_requests', '/projects/1/milestones', '/user', '/version'])(
    'may end in .json: %s',
    (path) => {
      expect(here.as('alice').get(`${path}.json`).json).toEqual(here.as('alice').get(path).json)
    },
  )

  test.each([
    '',
    '/',
    '/Projects',
    '/projects/1/Milestones',
    '/nowhere',
    '/projects/1/milestones/12/nowhere',
    '/projects/acme/webapp',
    '/projects/acme/webapp/milestones',
    '/projects/1/merge_requests/1.5',
    '/projects/1/milestones/1.5.json',
    '/projects/1/milestones/12.xml',
    '/projects.xml',
  ])('%j leads nowhere', (path) => {
    expect(here.as('alice').get(path)).toMatchObject(noRoute)
  })

  test.each(['/api/v5/projects', '/api/v44/projects', '/API/v4/projects', '/api/V4/projects', '/api', '/'])(
    '%s is no path of the API: a page says so',
    (url) => {
      const reply = here.sim.handle({ method: 'GET', url, headers: {} })
      expect(reply).toMatchObject({ status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    },
  )

  test.each(['/api/v3', '/api/v3/projects', '/api/v3/projects?page=1'])('%s is gone', (url) => {
    const reply = here.sim.handle({ method: 'GET', url, headers: {} })
    expect(reply).toMatchObject({
      status: 410,
      body: '{"error":"API V3 is no longer supported. Use API V4 instead."}',
      headers: { 'Content-Type': 'application/json' },
    })
  })
})

describe('the id of a project', () => {
  test.each([
    ['a number that is none', '404'],
    ['a negative number', '-1'],
    ['a number beyond all numbers', '9'.repeat(400)],
    ['a path without a slash', 'webapp'],
    ['a namespace', 'acme'],
    ['a path that is not there', 'acme%2Fnowhere'],
    ['an id with .json behind it', '1.json'],
    ['a fraction', '1.5'],
    ['a project that the caller must not know', '8'],
    ['its path', 'root%2Fsecret'],
  ])('may be %s: not found', (_, id) => {
    expect(here.as('alice').get(`/projects/${id}`)).toMatchObject(noProject)
    expect(here.as('alice').get(`/projects/${id}/milestones`)).toMatchObject(noProject)
  })

  test('may have dots in its path', () => {
    const project = here.sim.world.projects.require(3)
    here.sim.world.projects.put({ ...project, path: 'b.c.json', fullPath: 'acme/b.c.json' })
    expect(here.as('alice').get('/projects/acme%2Fb.c.json').json).toMatchObject({ id: 3 })
    expect(here.as('alice').get('/projects/acme%2Fb.c.json/milestones').status).toBe(200)
  })
})

// conventions#invalid-record-ids: some operations declare the number, others only look for it.
describe('a number that is none', () => {
  test.each([
    ['GET', '/projects/1/merge_requests/a', 'merge_request_iid'],
    ['DELETE', '/projects/1/merge_requests/a', 'merge_request_iid'],
    ['GET', '/projects/1/milestones/a', 'milestone_id'],
    ['PUT', '/projects/1/milestones/a?title=b', 'milestone_id'],
    ['GET', '/projects/1/milestones/a/issues', 'milestone_id'],
    ['GET', '/projects/1/milestones/a/merge_requests', 'milestone_id'],
  ])('is refused by %s %s', (method, path, name) => {
    const reply = here.as('alice').send(method, path)
    expect(reply).toMatchObject({ status: 400, json: { error: `${name} is invalid` } })
  })

  test.each([
    ['PUT', '/projects/1/merge_requests/a?title=b'],
    ['PUT', '/projects/1/merge_requests/a/merge'],
    ['DELETE', '/projects/1/milestones/a'],
    ['POST', '/projects/1/milestones/a/promote'],
    ['GET', '/projects/1/milestones/a/burndown_events'],
  ])('is not found by %s %s', (method, path) => {
    expect(here.as('alice').send(method, path)).toMatchObject(noRecord)
  })
})

test('a record of another project is not found', () => {
  expect(here.as('alice').get('/projects/1/milestones/15')).toMatchObject(noRecord)
  expect(here.as('alice').get('/projects/2/milestones/15').status).toBe(200)
})
