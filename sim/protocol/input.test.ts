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
