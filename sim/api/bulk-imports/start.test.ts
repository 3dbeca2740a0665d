import { describe, expect, test } from 'vitest'
import type { SimulatorOptions } from '../../index.ts'
import { utf8 } from '../../lib/bytes.ts'
import type { OutboundCall, RemoteReply } from '../../lib/outbound.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()
const real = testSimulator({ dialect: 'real' })
const configuration = { url: base.url, access_token: 'alice-token' }
const entity = {
  source_type: 'group_entity',
  source_full_path: 'acme',
  destination_slug: 'acme-copy',
  destination_namespace: '',
}

function start(body: unknown, sim = base.fork()) {
  return callsOf(sim, 'alice').post('/bulk_imports', body)
}

const PATH =
  "must be a relative path and not include protocol, sub-domain, or domain information. E.g. 'source/full/path' not 'https://example.com/source/full/path'"
const NAMESPACE =
  "cannot start with a dash or forward slash, or end with a period or forward slash. It can only contain alphanumeric characters, periods, underscores, forward slashes and dashes. E.g. 'destination_namespace' or 'destination/namespace'"
const SLUG =
  "cannot start with a dash or forward slash, or end with a period or forward slash. It can only contain alphanumeric characters, periods, underscores, and dashes. E.g. 'destination_namespace' not 'destination/namespace'"
const NEITHER =
  'entities[0][destination_slug], entities[0][destination_name] are missing, at least one parameter must be provided'

describe('what a migration refuses of its parameters', () => {
  test.each<[string, unknown, string]>([
    [
      'nothing',
      {},
      'configuration is missing, configuration[url] is missing, configuration[access_token] is missing, entities is missing',
    ],
    [
      'an empty configuration',
      { configuration: {} },
      'configuration[url] is missing, configuration[access_token] is missing, entities is missing',
    ],
    [
      'a configuration that is none',
      { configuration: 'x', entities: [] },
      'configuration is invalid, configuration[url] is missing, configuration[url] is invalid, configuration[access_token] is missing, configuration[access_token] is invalid',
    ],
    ['no entities', { configuration }, 'entities is missing'],
    ['entities that are a hash', { configuration, entities: {} }, 'entities is invalid'],
    ['entities that are text', { configuration, entities: 'x' }, 'entities is invalid'],
    ['a bare entity', { configuration, entities: entity }, 'entities is invalid'],
    [
      'an empty entity',
      { configuration, entities: [{}] },
      `entities[0][source_type] is missing, entities[0][source_full_path] is missing, entities[0][source_full_path] ${PATH}, entities[0][destination_namespace] is missing, entities[0][destination_namespace] ${NAMESPACE}, ${NEITHER}`,
    ],
    [
      'a project',
      { configuration, entities: [{ ...entity, source_type: 'project_entity' }] },
      'entities[0][source_type] does not have a valid value',
    ],
    ['no name', { configuration, entities: [{ ...entity, destination_slug: undefined }] }, NEITHER],
    [
      'two names that differ',
      { configuration, entities: [{ ...entity, destination_name: 'other' }] },
      'entities[0][destination_slug], entities[0][destination_name] are mutually exclusive',
    ],
    [
      'a second element without much',
      { configuration, entities: [entity, { destination_slug: 'ok', destination_namespace: 'ok' }] },
      `entities[1][source_type] is missing, entities[1][source_full_path] is missing, entities[1][source_full_path] ${PATH}`,
    ],
    [
      'two elements without much, by parameter and then by index',
      {
        configuration,
        entities: [
          { destination_slug: 'ok', destination_namespace: 'ok' },
          { destination_slug: 'ok', destination_namespace: 'ok' },
        ],
      },
      `entities[0][source_type] is missing, entities[1][source_type] is missing, entities[0][source_full_path] is missing, entities[0][source_full_path] ${PATH}, entities[1][source_full_path] is missing, entities[1][source_full_path] ${PATH}`,
    ],
  ])('%s', (_, body, error) => {
    expect(start(body)).toMatchObject({ status: 400, json: { error } })
  })

  test.each([
    ['source_full_path', 'https://example.com/acme', PATH],
    ['source_full_path', '/acme', PATH],
    ['source_full_path', 'acme/', PATH],
    ['source_full_path', 'a', PATH],
    ['destination_namespace', '-acme', NAMESPACE],
    ['destination_namespace', 'acme.', NAMESPACE],
    ['destination_namespace', 'd', NAMESPACE],
    ['destination_slug', 'acme/copy', SLUG],
    ['destination_slug', '', SLUG],
    ['destination_slug', 'd', SLUG],
  ])('%s that is %j', (name, value, text) => {
    const { status, json } = start({ configuration, entities: [{ ...entity, [name]: value }] })
    expect([status, json]).toEqual([400, { error: `entities[0][${name}] ${text}` }])
  })

  test('equal names are taken unless the real service is spoken for', () => {
    const body = { configuration, entities: [{ ...entity, destination_name: 'acme-copy' }] }
    expect(start(body).status).toBe(201)
    expect(start(body, real.fork())).toMatchObject({
      status: 400,
      json: { error: 'entities[0][destination_slug], entities[0][destination_name] are mutually exclusive' },
    })
  })

  test('entities come in forms as well, but not by index', () => {
    const sent = (key: string) =>
      callsOf(base.fork(), 'alice').send('POST', '/bulk_imports', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: [
          `configuration[url]=${encodeURIComponent(base.url)}&configuration[access_token]=alice-token`,
          ...Object.entries(entity).map(([name, value]) => `entities${key}[${name}]=${value}`),
        ].join('&'),
      })
    expect(sent('[]').status).toBe(201)
    expect(sent('[0]')).toMatchObject({ status: 400, json: { error: 'entities is invalid' } })
  })
})

describe('a source', () => {
  const answers = (status: number, json: unknown): RemoteReply => ({
    reached: true,
    status,
    headers: {},
    body: utf8(typeof json === 'string' ? json : JSON.stringify(json)),
  })
  const self = answers(200, { scopes: ['api'] })
  function from(version: RemoteReply, token: RemoteReply = self, options: SimulatorOptions = {}) {
    const asked: OutboundCall[] = []
    const remoteHost = (call: OutboundCall) => {
      asked.push(call)
      return call.url.includes('/personal_access_tokens/self') ? token : version
    }
    const sim = testSimulator({ remoteHost, ...options })
    const url = 'https://old.example.com/'
    const reply = start({ configuration: { url, access_token: 'a b' }, entities: [] }, sim)
    return { reply, asked: asked.map(({ method, url: at }) => `${method} ${at}`) }
  }
  const CONNECT = 'Import aborted as it was not possible to connect to the provided GitLab instance URL.'
  const TOKEN =
    "Import aborted as the provided personal access token does not have the required 'api' scope or is no longer valid."
  const version = (text: string) => answers(200, { version: text, revision: 'abc' })

  test('is asked for its version and for what the token opens', () => {
    const { reply, asked } = from(version('15.5.0-ee'))
    expect(reply.status).toBe(201)
    expect(asked.at(0)).toBe('GET https://old.example.com/api/v4/version?private_token=a%20b')
    expect(asked.at(-1)).toBe(
      'GET https://old.example.com/api/v4/personal_access_tokens/self?private_token=a%20b',
    )
  })

  test('before 15.5 is not asked about the token', () => {
    expect(from(version('15.4.9'), answers(404, '')).reply.status).toBe(201)
    expect(from(version('14.0.0'), answers(404, '')).reply.status).toBe(201)
  })

  test.each<[string, RemoteReply, RemoteReply, string]>([
    ['tells no version', answers(200, {}), self, CONNECT],
    ['is a web page', answers(200, '<html>'), self, CONNECT],
    ['is none of the kind', answers(404, ''), self, CONNECT],
    ['does not know the token', answers(401, ''), self, TOKEN],
    ['forbids', answers(403, ''), self, TOKEN],
    ['knows no such token', version('15.8.0'), answers(401, ''), TOKEN],
    ['knows a token that only reads', version('15.8.0'), answers(200, { scopes: ['read_api'] }), TOKEN],
    [
      'is too old',
      version('13.12.1'),
      self,
      'Unsupported GitLab Version. Minimum Supported Gitlab Version 14.',
    ],
    [
      'is out of order',
      answers(500, 'oops'),
      self,
      'Unsuccessful response 500 from /api/v4/version. Body: oops',
    ],
    [
      'is not there',
      { reached: false, why: 'unreachable', message: 'connect ECONNREFUSED 192.0.2.1:443' },
      self,
      'connect ECONNREFUSED 192.0.2.1:443',
    ],
  ])('that %s is refused', (_, first, second, message) => {
    const { reply } = from(first, second)
    expect([reply.status, reply.json]).toEqual([422, { message }])
  })

  test('that has no version but metadata will do', () => {
    const remoteHost = ({ url }: OutboundCall) =>
      url.includes('/version') ? answers(404, '') : url.includes('/metadata') ? version('15.8.1') : self
    const sim = testSimulator({ remoteHost })
    expect(
      start({ configuration: { url: 'https://x.example', access_token: 'a' }, entities: [] }, sim).status,
    ).toBe(201)
  })

  test.each([
    ['http://192.168.1.1', 'URL is blocked: Requests to the local network are not allowed'],
    ['ftp://example.com', 'URL is blocked: Only allowed schemes are http, https'],
  ])('at %s is blocked', (url, message) => {
    const { status, json } = start({ configuration: { url, access_token: 'a' }, entities: [] })
    expect([status, json]).toEqual([422, { message }])
  })

  test('must not hold the destination', () => {
    for (const destination_namespace of ['acme', 'acme/platform'])
      expect(start({ configuration, entities: [{ ...entity, destination_namespace }] })).toMatchObject({
        status: 422,
        json: {
          message:
            'Validation failed: Import failed: Destination cannot be a subgroup of the source group. Change the destination and try again.',
        },
      })
  })

  test('that is refused leaves nothing behind', () => {
    const sim = base.fork()
    start({ configuration: { ...configuration, access_token: 'nobody' }, entities: [entity] }, sim)
    expect(callsOf(sim, 'alice').get('/bulk_imports').json).toEqual([])
  })
})

test('a migration is answered as created', () => {
  const { status, json } = start({ configuration, entities: [entity] })
  expect(status).toBe(201)
  expect(json).toEqual({
    id: 1,
    status: 'created',
    source_type: 'gitlab',
    created_at: expect.any(String),
    updated_at: json.created_at,
  })
})
