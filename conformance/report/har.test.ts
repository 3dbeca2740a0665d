import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../sim/testing/any-text.ts'
import type { Call } from '../kit/client.ts'
import { harOf } from './har.ts'

const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer', minimum: -1 }
const time = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
}

function object(required: object, optional: object = {}) {
  const properties = { ...required, ...optional, comment: string }
  return { type: 'object', required: Object.keys(required), properties, additionalProperties: false }
}
const list = (items: object) => ({ type: 'array', items })
const pairs = list(object({ name: string, value: string }))
const cookies = list(object({ name: string, value: string }, { path: string, domain: string, expires: time }))
const sizes = { headersSize: integer, bodySize: integer }
const message = { httpVersion: string, cookies, headers: pairs, ...sizes }

/** HAR 1.2. */
const schema = object({
  log: object(
    {
      version: { const: '1.2' },
      creator: object({ name: string, version: string }),
      entries: list(
        object(
          {
            startedDateTime: time,
            time: { type: 'number', minimum: 0 },
            request: object(
              {
                method: string,
                url: { type: 'string', pattern: '^https?://[^#]*$' },
                queryString: pairs,
                ...message,
              },
              {
                postData: object(
                  { mimeType: string },
                  { text: string, params: list(object({ name: string })) },
                ),
              },
            ),
            response: object({
              status: { type: 'integer', minimum: 0 },
              statusText: string,
              content: object(
                { size: integer, mimeType: string },
                { compression: integer, text: string, encoding: string },
              ),
              redirectURL: string,
              ...message,
            }),
            cache: object({}),
            timings: object(
              { send: number, wait: number, receive: number },
              { blocked: number, dns: number, connect: number, ssl: number },
            ),
          },
          { pageref: string, serverIPAddress: string, connection: string },
        ),
      ),
    },
    {
      browser: object({ name: string, version: string }),
      pages: list(
        object({
          startedDateTime: time,
          id: string,
          title: string,
          pageTimings: object({}, { onContentLoad: number, onLoad: number }),
        }),
      ),
    },
  ),
})
const valid = new Ajv({ strict: false, allErrors: true }).compile(schema)

const origin = 'https://gitlab.test'
const credentials = { owner: { variable: 'OWNER_TOKEN', token: 'of-the-owner' } }

interface Told {
  readonly operation?: string
  readonly url?: string
  readonly headers?: { readonly [name: string]: string }
  readonly body?: string
  readonly answered?: { readonly [name: string]: string }
  readonly reply?: string
}

function call({
  operation = 'POST /projects',
  url = '/api/v4/projects',
  headers = {},
  body,
  answered = {},
  reply = '{}',
}: Told): Call {
  return {
    operation,
    as: 'owner',
    request: { method: 'POST', url, headers, ...(body === undefined ? {} : { body }) },
    reply: { status: 201, headers: answered, body: reply },
  }
}

function archive(...calls: readonly Call[]): string {
  return harOf([{ check: 'milestones/order', title: 'the order', calls }], {
    origin,
    credentials,
    secretHeaders: ['x-proxy-token'],
  })
}

test('an archive is HAR 1.2, whatever was sent and answered', () => {
  const text = anyText()
  const any = fc.record({ body: text, reply: text, query: text, header: text })
  fc.assert(
    fc.property(any, ({ body, reply, query, header }) => {
      const url = `/api/v4/projects?${new URLSearchParams({ query })}`
      const told = { url, body, reply, headers: { 'x-odd': header }, answered: { location: header } }
      valid(JSON.parse(archive(call(told), call({}))))
      expect(valid.errors ?? []).toEqual([])
    }),
    { numRuns: 50 },
  )
})

describe('an archive has nothing that opens something:', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }

  test.each<[where: string, told: (secret: string) => Told]>([
    ['a personal token', (secret) => ({ headers: { 'private-token': secret } })],
    ['a bearer token', (secret) => ({ headers: { authorization: `Bearer ${secret}` } })],
    ['a job token', (secret) => ({ headers: { 'job-token': secret } })],
    ['a header of a proxy', (secret) => ({ headers: { 'x-proxy-token': secret } })],
    ['a cookie', (secret) => ({ headers: { cookie: `_gitlab_session=${secret}; theme=dark` } })],
    [
      'a cookie that is set',
      (secret) => ({ answered: { 'set-cookie': `_gitlab_session=${secret}; path=/` } }),
    ],
    ['a query', (secret) => ({ url: `/api/v4/projects?private_token=${encodeURIComponent(secret)}&page=2` })],
    [
      'a job token in a query',
      (secret) => ({ url: `/api/v4/job?page=1&job_token=${encodeURIComponent(secret)}` }),
    ],
    [
      'a link',
      (secret) => ({
        answered: { link: `<${origin}/?private_token=${encodeURIComponent(secret)}>; rel="next"` },
      }),
    ],
    [
      'a redirect',
      (secret) => ({ answered: { location: `${origin}/?access_token=${encodeURIComponent(secret)}` } }),
    ],
    ['a form', (secret) => ({ headers: form, body: new URLSearchParams({ password: secret }).toString() })],
    [
      'a nested form',
      (secret) => ({ headers: form, body: new URLSearchParams({ 'bulk[access_token]': secret }).toString() }),
    ],
    ['JSON', (secret) => ({ headers: json, body: JSON.stringify({ a: [{ client_secret: secret }] }) })],
    [
      'a part of a body',
      (secret) => ({
        headers: multipart,
        body: `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${secret}\r\n--b--\r\n`,
      }),
    ],
    ['a new token', (secret) => ({ reply: JSON.stringify({ id: 1, token: secret }) })],
    ['a new token in a list', (secret) => ({ reply: JSON.stringify([{ runners_token: secret }]) })],
    [
      'a CI/CD variable',
      (secret) => ({
        operation: 'GET /projects/:id/variables',
        reply: JSON.stringify([{ key: 'DEPLOY', value: secret }]),
      }),
    ],
  ])('not %s, neither there nor in other calls', (_where, told) => {
    // Long and odd, as tokens are: what is as short as a word would stand in other places, too.
    const secrets = fc.stringMatching(/^[A-Za-z0-9_+/=-]{12,40}$/)
    fc.assert(
      fc.property(secrets, (secret) => {
        const again = call({
          headers: { 'x-odd': `it is ${secret}` },
          reply: `{"message":"${secret} is unknown"}`,
        })
        const text = archive(call(told(secret)), again)
        for (const form of [secret, encodeURIComponent(secret)]) expect(text).not.toContain(form)
      }),
      { numRuns: 20 },
    )
  })

  test.each([
    [
      'a token by its form',
      { reply: '{"note":"use glpat-abcdefghij0123456789"}' },
      'glpat-abcdefghij0123456789',
    ],
    ['a user in a URL', { reply: '{"import_url":"https://me:hidden-word@host.test/a.git"}' }, 'hidden-word'],
    ['a known credential', { body: 'it is of-the-owner' }, 'of-the-owner'],
    ['a token in a body that is cut', { reply: '{"token":"cut-in-the-middle","na' }, 'cut-in-the-middle'],
  ])('not %s', (_where, told, secret) => {
    expect(archive(call(told))).not.toContain(secret)
  })

  test('what opens nothing stays', () => {
    const text = archive(
      call({ url: '/api/v4/projects?search=web', reply: '{"name":"webapp","token_expires_at":"2031"}' }),
    )
    expect(text).toContain('search=web')
    expect(text).toContain('\\"name\\":\\"webapp\\"')
    expect(text).toContain('2031')
  })
})
