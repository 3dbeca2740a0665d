import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const milestone = '/projects/1/milestones/12'

describe('the entity tag', () => {
  test('is weak, and the first half of the digest of the body', () => {
    const { body, headers } = here.as('alice').get(milestone)
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
      .slice(0, 32)
    expect(headers.ETag).toBe(`W/"${digest}"`)
    expect(headers['Cache-Control']).toBe('max-age=0, private, must-revalidate')
  })

  test('is the same of a body that is looked through in pieces, wherever they end', () => {
    // Among other lengths in front of it, one ends a piece within a pair of surrogates.
    for (const before of ['', 'x']) {
      const fork = here.sim.fork()
      const write = (content: string) =>
        fork.handle({
          method: 'POST',
          url: `/api/v4/projects/1/issues`,
          headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
          body: JSON.stringify({ title: 'x', description: `${before}${content}` }),
        })
      const { body, headers } = write('\u{1f600}'.repeat(530_000))
      const digest = createHash('sha256')
        .update(body as string)
        .digest('hex')
      expect((body as string).length).toBeGreaterThan(1024 * 1024)
      expect(headers.ETag).toBe(`W/"${digest.slice(0, 32)}"`)
    }
  })

  test('stands on what was created too', () => {
    const { status, headers } = here.as('dave').post('/projects/1/milestones', { title: 'a' })
    expect(status).toBe(201)
    expect(headers.ETag).toMatch(/^W\/"[0-9a-f]{32}"$/)
    expect(headers['Cache-Control']).toBe('max-age=0, private, must-revalidate')
  })

  test('is another one once the record has changed', () => {
    const before = here.as('alice').get(milestone).headers.ETag
    here.as('dave').put(milestone, { title: 'Later' })
    expect(here.as('alice').get(milestone).headers.ETag).not.toBe(before)
  })

  test('stands neither on refusals nor on what has no body', () => {
    const replies = [
      here.as('alice').get('/nowhere'),
      here.as('dave').delete(milestone),
      here.as().send('OPTIONS', '/user'),
    ]
    for (const { headers } of replies) {
      expect(headers).not.toHaveProperty('ETag')
      expect(headers['Cache-Control']).toBe('no-cache')
    }
  })
})

describe('a conditional request', () => {
  const asked = (method: string, tag: string, path = milestone) =>
    here.as('alice').send(method, path, { headers: { 'if-none-match': tag } })

  test.each(['GET', 'HEAD'])('is 304 without a body for %s, and keeps its tag', (method) => {
    const tag = here.as('alice').get(milestone).headers.ETag as string
    const { status, body, headers } = asked(method, tag)
    expect({ status, body, tag: headers.ETag }).toEqual({ status: 304, body: null, tag })
    expect(headers).not.toHaveProperty('Content-Type')
  })

  test('may list several tags, spell them strong, or name any', () => {
    const tag = here.as('alice').get(milestone).headers.ETag as string
    expect(asked('GET', `"other", ${tag}`).status).toBe(304)
    expect(asked('GET', '*').status).toBe(304)
    expect(asked('GET', tag.replace('W/', '')).status).toBe(304)
  })

  test('is answered whole when the tag is another one', () => {
    expect(asked('GET', 'W/"00000000000000000000000000000000"').status).toBe(200)
  })

  test('holds for lists, whose pages differ', () => {
    const first = here.as('alice').get('/projects/1/milestones?per_page=1')
    const tag = first.headers.ETag as string
    expect(asked('GET', tag, '/projects/1/milestones?per_page=1').status).toBe(304)
    expect(asked('GET', tag, '/projects/1/milestones?per_page=1&page=2').status).toBe(200)
  })

  test('never stops a write', () => {
    const sent = {
      headers: { 'if-none-match': '*', 'content-type': 'application/json' },
      body: '{"title":"a"}',
    }
    expect(here.as('dave').send('POST', '/projects/1/milestones', sent).status).toBe(201)
  })
})

describe('every answer', () => {
  test.each([
    ['GET', '/user', 200],
    ['GET', '/nowhere', 404],
    ['GET', '/user?search=%ff', 400],
    ['DELETE', milestone, 204],
    ['OPTIONS', '/user', 204],
  ])('of %s %s has an id, a time and what browsers should mind', (method, path, status) => {
    const reply = here.as('alice').send(method, path)
    expect(reply.status).toBe(status)
    const id = reply.headers['X-Request-Id']
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(reply.headers).toMatchObject({
      Vary: 'Origin',
      'X-Gitlab-Meta': `{"correlation_id":"${id}","version":"1"}`,
      'X-Runtime': expect.stringMatching(/^\d\.\d{6}$/),
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Content-Type-Options': 'nosniff',
      'Strict-Transport-Security': 'max-age=63072000',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    })
  })

  test('has an id of its own, later ones behind earlier ones', () => {
    const ids = Array.from(
      { length: 50 },
      () => here.as('alice').get('/user').headers['X-Request-Id'] as string,
    )
    expect(new Set(ids).size).toBe(50)
    expect([...ids].sort()).toEqual(ids)
  })

  test.each(['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:58Z'])(
    'has a whole id at %s',
    (at) => {
      here.sim.clock.set(at)
      expect(here.as('alice').get('/user').headers['X-Request-Id']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    },
  )
})

describe('a page of another origin', () => {
  const origin = 'https://example.com'
  const cross = { origin }
  const open = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'Access-Control-Max-Age': '7200',
    'Access-Control-Expose-Headers':
      'Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Gitlab-Blob-Id, X-Gitlab-Commit-Id, X-Gitlab-Content-Sha256, X-Gitlab-Encoding, X-Gitlab-File-Name, X-Gitlab-File-Path, X-Gitlab-Last-Commit-Id, X-Gitlab-Ref, X-Gitlab-Size',
  }

  test.each([
    ['what it asks for', '/user', 200],
    ['what is refused', '/nowhere', 404],
  ])('may read %s, but sends no credentials along', (_, path, status) => {
    const reply = here.as('alice').send('GET', path, { headers: cross })
    expect(reply).toMatchObject({ status, headers: open })
    expect(reply.headers).not.toHaveProperty('Access-Control-Allow-Credentials')
  })

  test('may ask first', () => {
    const headers = {
      ...cross,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'private-token, content-type',
    }
    const reply = here.as().send('OPTIONS', '/projects/1/milestones', { headers })
    expect(reply).toMatchObject({
      status: 200,
      body: '',
      headers: {
        ...open,
        'Access-Control-Allow-Headers': 'private-token, content-type',
        'Cache-Control': 'no-cache',
      },
    })
    for (const absent of ['Allow', 'ETag', 'Content-Type']) expect(reply.headers).not.toHaveProperty(absent)
  })

  test('is told apart from a page of the service itself', () => {
    const { headers } = here.as('alice').send('GET', '/user', { headers: { origin: here.sim.url } })
    expect(headers).toMatchObject({
      'Access-Control-Allow-Origin': here.sim.url,
      'Access-Control-Allow-Credentials': 'true',
    })
  })
})

test('a request without an origin gets no headers about origins', () => {
  const names = Object.keys(here.as('alice').get('/user').headers)
  expect(names.filter((name) => name.startsWith('Access-Control'))).toEqual([])
})
