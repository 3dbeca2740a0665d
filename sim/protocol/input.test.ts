import { describe, expect, test } from 'vitest'
import { type ContractOperation, type ContractParam, contract } from '../contract.ts'
import { createSimulator } from '../index.ts'

const { operations } = contract('specification')
const LONE = 'a\ud800b'

/** A value that a parameter of that kind takes, as far as its form goes. */
function sampleOf(param: ContractParam): unknown {
  const { kind, values, fields = [] } = param
  const first = values?.[0]
  if (/List$|Array$|^arrayOr/.test(kind))
    return kind === 'hashArray' ? [samplesOf(fields)] : [first ?? (kind.startsWith('integer') ? 1 : 'a')]
  if (first !== undefined) return first
  if (kind === 'hash') return samplesOf(fields)
  if (kind === 'boolean') return true
  if (kind === 'datetime') return '2024-06-01T00:00:00Z'
  if (/^integer|^decimal$/.test(kind)) return kind === 'integerHash' ? { a: 1 } : 1
  if (kind === 'stringHash' || kind === 'object') return {}
  return /url/.test(param.name) ? 'http://127.0.0.1:9/x' : /ref|branch|sha/.test(param.name) ? 'main' : 'abc'
}

function samplesOf(params: readonly ContractParam[]): { [name: string]: unknown } {
  return Object.fromEntries(
    params.filter(({ required }) => required).map((param) => [param.name, sampleOf(param)]),
  )
}

function pathOf({ path, params }: ContractOperation): string {
  return params
    .filter((param) => param.in === 'path')
    .reduce((made, { name, kind, values }) => {
      const value =
        values?.[0] ??
        (name === 'id' || kind === 'integer' ? 1 : /ref|branch|sha/.test(name) ? 'main' : 'abc')
      return made.replace(new RegExp(`[:*]${name}\\b`), String(value))
    }, path)
}

/** Sends a body for each operation that takes one; gives what was answered with 500. */
function broken(bodiesOf: (params: readonly ContractParam[]) => readonly object[]): readonly string[] {
  const faults: string[] = []
  let error: unknown
  const sim = createSimulator({
    outbound: 'off',
    onServerError: (told) => {
      error = told
    },
  })
  const start = sim.snapshot()
  for (const operation of operations) {
    if (operation.method === 'GET') continue
    const given = operation.params.filter((param) => param.in !== 'path')
    for (const body of bodiesOf(given)) {
      const { status } = sim.handle({
        method: operation.method,
        url: `/api/v4${pathOf(operation)}`,
        headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (status >= 500) faults.push(`${operation.id} ${JSON.stringify(body)}: ${error}`)
    }
    sim.restore(start)
  }
  return faults
}

describe('no operation breaks', () => {
  test('where parameters that are needed, or all of them, are null', () => {
    expect(
      broken((params) => [
        Object.fromEntries(params.map(({ name }) => [name, null])),
        ...params
          .filter(({ required, kind }) => required || kind === 'file')
          .map(({ name }) => ({ ...samplesOf(params), [name]: null })),
      ]),
    ).toEqual([])
  })

  test('where texts have half a pair of surrogates in them', () => {
    const isText = ({ kind }: ContractParam) => /string|any|object/.test(kind)
    expect(
      broken((params) =>
        params.filter(isText).map(({ name, kind }) => ({
          ...samplesOf(params),
          [name]: /List|Array/.test(kind) ? [LONE] : /Hash|object/.test(kind) ? { a: LONE } : LONE,
        })),
      ),
    ).toEqual([])
  })
})

test('a file that is needed is refused as null, and nothing is uploaded', () => {
  const sim = createSimulator()
  for (const path of [
    '/projects/1/uploads',
    '/projects/1/wikis/attachments',
    '/groups/1/wikis/attachments',
  ]) {
    const { status, body } = sim.handle({
      method: 'POST',
      url: `/api/v4${path}`,
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: '{"file":null}',
    })
    expect([path, status, body]).toEqual([path, 400, '{"error":"file is invalid"}'])
  }
})

test.each([
  ['a body', { body: '{"name":"\\ud800"}' }],
  ['the name of a field', { body: '{"\\udfff":1}' }],
  ['a body that is a text already', { body: `{"name":"${LONE}"}` }],
  ['a path', { url: `/api/v4/projects/${LONE}` }],
  ['a query', { url: `/api/v4/projects?search=${LONE}` }],
  ['an encoded query', { url: '/api/v4/projects?search=%ED%A0%80' }],
  ['a header', { headers: { authorization: `Bearer ${LONE}` } }],
])(
  'half a pair of surrogates in %s is no text',
  (_, told: { url?: string; body?: string; headers?: object }) => {
    const reply = createSimulator({ world: 'empty' }).handle({
      method: 'POST',
      url: '/api/v4/projects',
      ...told,
      headers: { 'private-token': 'root-token', 'content-type': 'application/json', ...told.headers },
    })
    expect([reply.status, reply.body]).toEqual([400, 'Bad Request'])
  },
)

describe('what is bounded', () => {
  const sim = createSimulator({ outbound: 'off' })
  const json = { 'private-token': 'root-token', 'content-type': 'application/json' }
  const form = { 'private-token': 'root-token', 'content-type': 'application/x-www-form-urlencoded' }
  const many = (count: number) => Array.from({ length: count }, (_, i) => `l${i}`)
  const sent = (method: string, url: string, headers: typeof json | typeof form, body?: string) => {
    const request = { method, url: `/api/v4${url}`, headers, ...(body !== undefined && { body }) }
    const reply = sim.fork().handle(request)
    return [reply.status, String(reply.body)]
  }
  const issue = (params: object) => sent('POST', '/projects/1/issues', json, JSON.stringify(params))
  const tooMany = (name: string, most: number) => [
    400,
    JSON.stringify({ error: `${name} is expected to have length less than or equal to ${most}` }),
  ]

  test.each([
    ['a JSON array', (count: number) => many(count)],
    ['a list with commas', (count: number) => many(count).join(',')],
    ['lists with commas in an array', (count: number) => ['l0', many(count - 1).join()]],
  ])('%s has 5,000 entries at most', (_, labels) => {
    expect(issue({ title: 'x', labels: labels(5000) })[0]).toBe(201)
    expect(issue({ title: 'x', labels: labels(5001) })).toEqual(tooMany('labels', 5000))
  })

  test('arrays of hashes have as many, and so have objects', () => {
    const commit = { branch: 'main', commit_message: 'm', actions: many(5001).map(() => ({})) }
    const url = '/projects/1/repository/commits'
    expect(sent('POST', url, json, JSON.stringify(commit))).toEqual(tooMany('actions', 5000))
    const variables = Object.fromEntries(many(5001).map((name) => [name, 'x']))
    const trigger = JSON.stringify({ token: 'x', variables })
    expect(sent('POST', '/projects/1/ref/main/trigger/pipeline', json, trigger)).toEqual(
      tooMany('variables', 5000),
    )
  })

  test('a text has 2 MiB, where it is no content of a file', () => {
    const text = 'x'.repeat(2 * 1024 * 1024 + 1)
    expect(issue({ title: text })).toEqual(tooMany('title', 2 * 1024 * 1024))
    const file = { branch: 'main', commit_message: 'm', content: text }
    expect(sent('POST', '/projects/1/repository/files/new.txt', json, JSON.stringify(file))[0]).toBe(201)
  })

  test('what a request asks for that reads has 64 KiB, in its address or as a form', () => {
    const search = `search=${'x'.repeat(65_536 - 7)}`
    expect(sent('GET', `/projects?${search}`, json)[0]).toBe(200)
    expect(sent('GET', `/projects?${search}x`, json)).toEqual([
      414,
      '{"message":"414 Request-URI Too Large"}',
    ])
    expect(sent('GET', '/projects', form, search)[0]).toBe(200)
    const large = [413, '{"message":"413 Request Entity Too Large"}']
    expect(sent('GET', '/projects', form, `${search}x`)).toEqual(large)
    expect(sent('PUT', '/projects/1', form, `description=${'x'.repeat(65_536)}`)[0]).toBe(400)
  })

  test('an issue and a merge request have 5,000 labels', () => {
    const fork = sim.fork()
    const call = (method: string, url: string, params: object) =>
      fork.handle({ method, url: `/api/v4${url}`, headers: json, body: JSON.stringify(params) })
    const refused = '{"message":{"labels":["are too many (maximum is 5000)"]}}'
    for (const of of ['/projects/1/issues', '/projects/1/merge_requests']) {
      expect(call('PUT', `${of}/1`, { labels: many(5000) }).status).toBe(200)
      const { status, body } = call('PUT', `${of}/1`, { add_labels: 'one more' })
      expect([status, body]).toEqual([400, refused])
    }
  })
})
