import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { type Contract, type ContractOperation, contract, dialects } from './contract.ts'
import { openApiDocument } from './openapi.ts'

const options = { url: 'http://127.0.0.1:8080/api/v4', version: '0.0.0' }

interface Document {
  readonly paths: {
    readonly [path: string]: { readonly [verb: string]: { readonly [key: string]: unknown } }
  }
  readonly components: { readonly [kind: string]: { readonly [name: string]: unknown } }
}

function documentOf(of: Contract): Document {
  return openApiDocument(of, options) as Document
}

const validator = new Validator()

test.each(dialects)('the document of the %s dialect is valid OpenAPI 3.1', async (dialect) => {
  const { valid, errors } = await validator.validate(
    JSON.parse(JSON.stringify(documentOf(contract(dialect)))),
  )
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test.each(dialects)('every operation of the %s contract is there, with an id of its own', (dialect) => {
  const { operations } = contract(dialect)
  const { paths } = documentOf(contract(dialect))
  const ids = Object.values(paths).flatMap((verbs) =>
    Object.values(verbs).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
  for (const { method, path } of operations)
    expect(paths[path.replace(/[:*]([a-z_]+)/g, '{$1}')]?.[method.toLowerCase()]).toBeDefined()
})

test('every reference leads somewhere', () => {
  const document = documentOf(contract())
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^/]+)\/([^"]+)"/g)]
  for (const [, kind = '', name = ''] of references)
    expect(document.components[kind], name).toHaveProperty([name])
})

test('no operation names a parameter twice', () => {
  for (const verbs of Object.values(documentOf(contract()).paths))
    for (const { operationId, parameters } of Object.values(verbs)) {
      const names = (parameters as readonly { name?: string; in?: string }[]).map(
        (it) => `${it.in} ${it.name}`,
      )
      const named = names.filter((name) => !name.includes('undefined'))
      expect(new Set(named).size, String(operationId)).toBe(named.length)
    }
})

test('no two paths differ in the names of their parameters alone', () => {
  const shapes = Object.keys(documentOf(contract()).paths).map((path) => path.replace(/\{[^}]+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
})

const operation: ContractOperation = {
  id: 'GET /projects/:id/things',
  family: 'things',
  method: 'GET',
  path: '/projects/:id/things',
  aliases: [],
  summary: 'List things',
  params: [{ name: 'id', in: 'path', kind: 'string', required: true }],
  rules: [],
  subjects: [{ name: 'project', param: 'id', noun: 'Project' }],
  rights: [],
  auth: 'user',
  tier: 'free',
  success: 200,
  answer: 'many',
  entity: 'Thing',
  schema: null,
  media: null,
  variants: [],
  paging: 'offset',
  totals: true,
  unordered: false,
  refusals: [400, 401, 404],
  unmodifiedSince: false,
  takes: null,
  authorizeFirst: false,
  rateLimit: null,
  deprecated: false,
  pending: null,
  callsOut: false,
  beyond: false,
  source: null,
  differences: [],
  changes: [],
  since: null,
  until: null,
  changesOfParams: {},
}

function only(changes: Partial<ContractOperation>): { readonly [key: string]: unknown } {
  const changed = { ...operation, ...changes }
  const entities = { Thing: { type: 'object' }, SimpleThing: { type: 'object' } }
  const { paths } = documentOf({
    dialect: 'specification',
    release: '15.8',
    operations: [changed],
    absent: [],
    entities,
  })
  return Object.values(Object.values(paths)[0] ?? {})[0] ?? {}
}

test('parameters of a call that reads stand in the query, under the names of the wire', () => {
  const { parameters } = only({
    params: [
      { name: 'iids', in: 'given', kind: 'integerArray', required: false },
      { name: 'labels', in: 'given', kind: 'stringList', required: false },
      { name: 'ids', in: 'given', kind: 'arrayOrNoneAny', required: false },
      { name: 'values', in: 'given', kind: 'stringHash', required: false },
      {
        name: 'not',
        in: 'given',
        kind: 'hash',
        required: false,
        fields: [{ name: 'milestone', in: 'given', kind: 'string', required: false }],
      },
    ],
  })
  expect(parameters).toMatchObject([
    {
      name: 'iids[]',
      in: 'query',
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { type: 'integer' } },
    },
    {
      name: 'labels',
      in: 'query',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string' } },
    },
    { name: 'ids', in: 'query', schema: { enum: ['None', 'Any'] } },
    { name: 'ids[]', in: 'query', schema: { type: 'array' } },
    { name: 'values', in: 'query', style: 'deepObject', explode: true },
    { name: 'not[milestone]', in: 'query', schema: { type: 'string' } },
    { $ref: '#/components/parameters/Sudo' },
  ])
})

test('parameters of a call that writes stand in a body, as JSON and as forms', () => {
  const { requestBody } = only({
    method: 'POST',
    params: [
      { name: 'title', in: 'given', kind: 'string', required: true },
      { name: 'state', in: 'given', kind: 'string', required: false, values: ['on', 'off'], default: 'on' },
      { name: 'iids', in: 'given', kind: 'integerArray', required: false },
    ],
    rules: [{ rule: 'exclusive', names: ['state', 'iids'] }],
  })
  expect(requestBody).toEqual({
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            state: { type: ['string', 'null'], enum: ['on', 'off', null], default: 'on' },
            iids: { type: ['array', 'null'], items: { type: 'integer' } },
          },
          required: ['title'],
          allOf: [{ not: { required: ['state', 'iids'] } }],
        },
      },
      'application/x-www-form-urlencoded': expect.anything(),
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            state: { type: 'string', enum: ['on', 'off'], default: 'on' },
            'iids[]': { type: 'array', items: { type: 'integer' } },
          },
          required: ['title'],
          allOf: [{ not: { required: ['state', 'iids[]'] } }],
        },
      },
    },
  })
})

test('a call that takes a file takes nothing but multipart', () => {
  const { requestBody } = only({
    method: 'POST',
    params: [{ name: 'file', in: 'given', kind: 'file', required: true }],
  })
  expect(Object.keys((requestBody as { readonly content: object }).content)).toEqual(['multipart/form-data'])
})

test('variants of a shape stand beside it, and pages carry their headers', () => {
  const variants = [{ entity: 'SimpleThing', when: { param: 'simple', equals: true } }]
  const { responses } = only({ variants })
  expect(responses).toMatchObject({
    200: {
      headers: { Link: {}, 'X-Total': { $ref: '#/components/headers/X-Total' } },
      content: {
        'application/json': {
          schema: {
            type: 'array',
            items: {
              anyOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/SimpleThing' }],
            },
          },
        },
      },
    },
    304: {},
    401: { $ref: '#/components/responses/Unauthorized' },
  })
})

test('what is deprecated, an extension, or spoken differently is marked', () => {
  expect(only({ deprecated: true, beyond: true, differences: ['F2'], tier: 'premium' })).toMatchObject({
    deprecated: true,
    'x-forgery-extension': true,
    'x-forgery-differences': ['F2'],
    'x-forgery-tier': 'premium',
  })
})

test('nobody has to sign in where the operation is public', () => {
  expect(only({ auth: 'public' }).security).toContainEqual({})
  expect(only({ auth: 'none' }).security).toEqual([])
  expect(only({}).security).not.toContainEqual({})
})
