import { describe, expect, test } from 'vitest'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })

const paths = [
  '/user',
  '/projects/1',
  '/projects/1/milestones',
  '/projects/1/milestones/12',
  '/merge_requests?scope=all',
]

describe('HEAD', () => {
  test.each(paths)('answers like GET of %s, without the body', (path) => {
    // Two forks meet the same moment, so that even ids and times are equal.
    const [one, other] = [here.sim.fork(), here.sim.fork()]
    const ask = (sim: typeof one, method: string) =>
      sim.handle({ method, url: `/api/v4${path}`, headers: { 'private-token': 'alice-token' } })
    const { body, headers, ...got } = ask(other, 'GET')
    const length = String(Buffer.byteLength(body as string))
    expect(ask(one, 'HEAD')).toEqual({
      ...got,
      headers: { ...headers, 'Content-Length': length },
      body: null,
    })
  })

  test.each([
    ['a missing record', '/projects/1/milestones/404', 404],
    ['a wrong parameter', '/projects/1/milestones?state=x', 400],
    ['a path that is not there', '/nowhere', 404],
  ])('refuses %s like GET, without the body', (_, path, status) => {
    const reply = here.as('alice').head(path)
    expect(reply).toMatchObject({ status, body: null })
    expect(reply.headers['Content-Type']).toBe('application/json')
  })

  test('counts as reading', () => {
    expect(here.as('alice-read').head('/projects/1/milestones').status).toBe(200)
  })
})

describe('OPTIONS', () => {
  test.each([
    ['/projects/1/milestones', 'OPTIONS, GET, POST, HEAD'],
    ['/projects/1/merge_requests/36', 'OPTIONS, GET, DELETE, PUT, HEAD'],
    ['/projects/1/merge_requests/36/merge', 'OPTIONS, PUT'],
  ])('names the verbs of %s, to anybody', (path, allow) => {
    const { status, body, headers } = here.as().send('OPTIONS', path)
    expect({ status, body, allow: headers.Allow }).toEqual({ status: 204, body: null, allow })
  })

  test('finds no path that is not there', () => {
    for (const path of ['/nowhere', '/projects/1/merge_requests/1.5']) {
      const reply = here.as().send('OPTIONS', path)
      expect(reply).toMatchObject({ status: 404, json: { error: '404 Not Found' } })
      expect(reply.headers).not.toHaveProperty('Allow')
    }
  })
})

describe('a verb that a path does not know', () => {
  const asked = [
    ['PATCH', '/projects/1/milestones', 'OPTIONS, GET, POST, HEAD'],
    ['DELETE', '/projects/1/milestones', 'OPTIONS, GET, POST, HEAD'],
    ['GET', '/projects/1/merge_requests/36/merge', 'OPTIONS, PUT'],
    ['HEAD', '/projects/1/merge_requests/36/merge', 'OPTIONS, PUT'],
    ['BREW', '/projects/1/milestones', 'OPTIONS, GET, POST, HEAD'],
  ] as const

  test.each(asked)('is 405 in the words of the specification: %s %s', (method, path, allow) => {
    const { status, headers } = here.as('alice').send(method, path)
    expect({ status, allow: headers.Allow }).toEqual({ status: 405, allow })
  })

  test.each(asked)('is 404 to the real service: %s %s', (method, path) => {
    const { status, headers, json } = real.as('alice').send(method, path)
    expect(status).toBe(404)
    expect(headers).not.toHaveProperty('Allow')
    if (method !== 'HEAD') expect(json).toEqual({ error: '404 Not Found' })
  })

  test('is told without asking who calls', () => {
    expect(here.as('unknown').send('PATCH', '/projects/1/milestones').status).toBe(405)
  })

  test('is told on known paths alone', () => {
    expect(here.as().send('PATCH', '/nowhere').status).toBe(404)
  })
})
