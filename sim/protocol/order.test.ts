import { describe, expect, test } from 'vitest'
import { callsOf } from '../testing/calls.ts'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })

const json = { 'content-type': 'application/json' }
const twoBearers = { authorization: 'Bearer alice-oauth-token' }
const unreadable = { status: 400, body: 'Bad Request', headers: { 'Content-Type': 'text/plain' } }

// conventions#order-of-checks: earlier checks win. Each row breaks one rule and all later ones.
describe('of several faults the earliest is answered:', () => {
  test.each([
    ['in the path', '/nowhere/%ff', {}],
    ['in the path, a NUL', '/nowhere/%00', {}],
    ['in the path, a broken escape', '/nowhere/%zz', {}],
    ['in the query', '/nowhere?search=%ff', {}],
    ['in the query, a NUL', '/nowhere?search=%00', {}],
    ['in the query, a contradiction', '/nowhere?a=1&a[b]=2', {}],
    ['in Authorization', '/nowhere', { authorization: 'Bearer a\0' }],
    ['in Authorization, bytes', '/nowhere', { authorization: 'Bearer \xff\xfe' }],
  ])('what is no text %s, before the route', (_, path, headers) => {
    expect(here.as().send('GET', path, { headers })).toMatchObject(unreadable)
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'title=%ff'],
    ['a form in bytes', 'application/x-www-form-urlencoded', new Uint8Array([97, 61, 255])],
    ['a multipart body', 'multipart/form-data; boundary=x', part('title', '\xff')],
  ])('what is no text in %s, before the route', (_, type, body) => {
    const sent = { headers: { 'content-type': type }, body }
    expect(here.as().send('POST', '/nowhere', sent)).toMatchObject(unreadable)
  })

  test('a path that is not there, before the credentials', () => {
    const { status, json: body } = here.as('unknown').get('/nowhere?format=xml&access_token=a')
    expect({ status, body }).toEqual({ status: 404, body: { error: '404 Not Found' } })
  })

  test('two bearers, before the format', () => {
    const { status, json: body } = here
      .as()
      .send('GET', '/user?format=xml&access_token=a', { headers: twoBearers })
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'Both Authorization header and payload includes access token.',
      },
    })
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'access_token=a'],
    ['JSON', 'application/json', '{"access_token":"a"}'],
  ])('two bearers, one of them in %s', (_, type, body) => {
    const headers = { ...twoBearers, 'content-type': type }
    const reply = here.as().send('POST', '/projects/1/milestones', { headers, body })
    expect(reply).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
  })

  test('another format, before the type of the body', () => {
    const sent = { headers: { 'content-type': 'text/plain' }, body: 'a' }
    const { status, json: body } = here.as('unknown').send('POST', '/projects/1/milestones?format=xml', sent)
    expect({ status, body }).toEqual({
      status: 406,
      body: { error: "The requested format 'xml' is not supported." },
    })
  })

  test('the type of the body, before the credentials', () => {
    const sent = { headers: { 'content-type': 'text/plain' }, body: 'a' }
    const { status, json: body } = here.as('unknown').send('POST', '/projects/1/milestones', sent)
    expect({ status, body }).toEqual({
      status: 415,
      body: { error: "The provided content-type 'text/plain' is not supported." },
    })
  })

  test('JSON that is none, before the credentials', () => {
    const sent = { headers: json, body: '{' }
    expect(here.as('unknown').send('POST', '/projects/1/milestones', sent).status).toBe(400)
  })

  test('the credentials, before the parameters', () => {
    expect(here.as().post('/projects/1/milestones', {}).status).toBe(401)
    expect(here.as('unknown').post('/projects/1/milestones', {}).status).toBe(401)
  })

  test('the scope, before the parameters', () => {
    expect(here.as('alice-read').post('/projects/1/milestones', {}).status).toBe(403)
  })

  test('the parameters, before the project', () => {
    const { status, json: body } = here.as('alice').post('/projects/404/milestones', {})
    expect({ status, body }).toEqual({ status: 400, body: { error: 'title is missing' } })
  })

  test('a project that the caller cannot see, before the right and the record', () => {
    const { status, json: body } = here.as('mallory').put('/projects/1/milestones/404', { title: 'a' })
    expect({ status, body }).toEqual({ status: 404, body: { message: '404 Project Not Found' } })
  })

  test('the right in the project, before the record', () => {
    const { status, json: body } = here.as('erin').put('/projects/1/milestones/404', { title: 'a' })
    expect({ status, body }).toEqual({ status: 403, body: { message: '403 Forbidden' } })
  })

  test('the record, before the rules of the model', () => {
    const dates = { start_date: '2024-02-02', due_date: '2024-01-01' }
    const { status, json: body } = here.as('dave').put('/projects/1/milestones/404', dates)
    expect({ status, body }).toEqual({ status: 404, body: { message: '404 Not found' } })
  })
})

describe('where nobody has to be signed in', () => {
  test('the parameters come before the credentials', () => {
    const { status, json: body } = here.as('unknown').get('/projects?per_page=0')
    expect({ status, body }).toEqual({ status: 400, body: { error: 'per_page has a value not allowed' } })
    expect(here.as('unknown').get('/projects').status).toBe(401)
  })

  test('so it is with merge requests of the real service', () => {
    const path = '/projects/3/merge_requests?state=x'
    expect(real.as('unknown').get(path).json).toEqual({ error: 'state does not have a valid value' })
    expect(here.as('unknown').get(path).status).toBe(401)
  })
})

test('the Accept header is never looked at', () => {
  for (const accept of ['application/xml', 'text/html', '', 'nonsense'])
    expect(here.as('alice').send('GET', '/user', { headers: { accept } }).status).toBe(200)
})

test('a format in the body is a parameter like any other', () => {
  expect(here.as('dave').post('/projects/1/milestones', { title: 'a', format: 'xml' }).status).toBe(201)
  expect(callsOf(here.sim, 'dave').get('/projects/1/milestones?format=json').status).toBe(200)
})

function part(name: string, value: string): Uint8Array {
  const text = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
