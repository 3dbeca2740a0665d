import type { Contract, ContractOperation } from '../../../sim/contract.ts'
import type { Json, Row } from '../../kit/json.ts'
import { operationNamed } from '../../kit/operations.ts'
import { problems } from '../../kit/schema.ts'
import { type Heard, mediaTypeOf } from '../exchange.ts'
import { type Fault, type Setting, single, weighed } from '../law.ts'

/** Statuses of success by verb; what a release adds to an operation is mostly one of these. */
const successes: { readonly [method: string]: readonly number[] } = {
  GET: [200, 202, 204, 304],
  POST: [200, 201, 202, 204, 304],
  PUT: [200, 202],
  PATCH: [200],
  DELETE: [200, 202, 204, 304],
}

/** The forms of an operation in the dialects that are accepted. */
function formsOf(heard: Heard, { contracts }: Setting) {
  return contracts.flatMap((contract) => {
    const operation = operationNamed(contract, heard.operation.id)
    return operation === undefined ? [] : [{ contract, operation }]
  })
}

function declared({ success, pending, variants }: ContractOperation): readonly (number | null | undefined)[] {
  return [success, pending, ...variants.map(({ status }) => status)]
}

export const statuses = single({
  name: 'statuses',
  says: 'a request that succeeds is answered with the status of its operation, and none with a server fault',
  source: 'conventions#statuses, conventions#server-errors',
  level: 'must',
  faults: (heard, setting) => {
    const { status, operation, method } = heard
    if (status === 500)
      return [{ title: 'answers 500', expected: 'no server fault', actual: shownReply(heard) }]
    if (status >= 300 && status !== 304) return undefined
    const own = formsOf(heard, setting).flatMap((form) => declared(form.operation))
    const usual = successes[method] ?? []
    // What the specification says of an operation is exact; the rest is known from use.
    const allowed = operation.beyond ? [...own, ...usual] : [...own, 202, 304]
    if (allowed.includes(status)) return []
    const expected = [...new Set(own)].filter((one) => typeof one === 'number').join(' or ')
    return [{ title: `${method} answers ${status}`, expected, actual: String(status) }]
  },
})

export const schema = single({
  name: 'schema',
  says: 'each response has the declared shape',
  source: 'conventions#statuses, conventions#root',
  level: 'must',
  faults: (heard, setting) => {
    const { status, body, json } = heard
    if (body === undefined || status >= 300 || status === 204) return undefined
    const forms = formsOf(heard, setting).flatMap((form) =>
      declared(form.operation).includes(status) && status !== form.operation.pending
        ? schemasOf(form.operation, heard).map((one) => ({ ...form, schema: one }))
        : [],
    )
    if (forms.length === 0) return undefined
    if (json === undefined)
      return [{ title: 'a reply is no JSON', expected: 'JSON', actual: shownReply(heard) }]
    const found = forms.map((form) => broken(json, form.schema, form.contract))
    if (found.some((list) => list.length === 0)) return []
    const seen = found.toSorted((a, b) => a.length - b.length)[0] ?? []
    const title = `a reply breaks its schema: ${(seen[0] ?? '').replace(/ is .*/, '')}`
    return [{ title, expected: 'a reply that its schema describes', actual: seen.slice(0, 5).join('; ') }]
  },
})

// A service of a later release may send more.
function broken(json: Json, schema: Row, { entities }: Contract): readonly string[] {
  return problems(json, schema, entities, true)
}

/** The schemas that a success may have; none for what is no JSON. Who was not seen to be signed in may be or not. */
function schemasOf(operation: ContractOperation, { given, caller }: Heard): readonly Row[] {
  const { entity, variants, answer } = operation
  if (entity === null) return operation.schema === null ? [] : [operation.schema]
  const asked = variants.find(({ when }) => typeof when === 'object' && means(given[when.param], when.equals))
  const possible = asked === undefined ? [entity, ...others(operation, caller)] : [asked.entity]
  const references = possible.map((name): Row => ({ $ref: `#/components/schemas/${name}` }))
  const [only] = references
  const one: Row = references.length === 1 && only !== undefined ? only : { anyOf: references }
  return [answer === 'many' ? { type: 'array', items: one } : one]
}

function others({ variants }: ContractOperation, caller: string): readonly string[] {
  return variants
    .filter(({ when }) => when === 'row' || (when === 'anonymous' && caller === ''))
    .map(({ entity }) => entity)
}

function means(value: Json | undefined, wanted: string | boolean): boolean {
  if (value === undefined) return false
  return typeof wanted === 'string' ? value === wanted : ['true', '1'].includes(String(value)) === wanted
}

export const emptyBodies = single({
  name: 'empty-bodies',
  says: 'a 204 and a 304 have no body',
  source: 'conventions#statuses',
  level: 'must',
  faults: (heard) => {
    const { status, body, complete } = heard
    // Browsers show the body of their cache for a 304.
    if (body === undefined || !(status === 204 || (status === 304 && complete))) return undefined
    if (body.length === 0) return []
    return [{ title: `a ${status} has a body`, expected: 'no body', actual: shownReply(heard) }]
  },
})

export const contentType = single({
  name: 'content-type',
  says: 'JSON is sent as application/json',
  source: 'conventions#root',
  level: 'must',
  faults: (heard, setting) => {
    const { status, json, answered } = heard
    const forms = formsOf(heard, setting)
    const described = forms.some(({ operation }) => operation.entity !== null || operation.schema !== null)
    if (json === undefined || typeof json !== 'object' || status >= 300 || !described) return undefined
    const type = mediaTypeOf(answered)
    if (type === 'application/json') return []
    return [
      {
        title: 'JSON is sent as something else',
        expected: 'application/json',
        actual: type || 'no Content-Type',
      },
    ]
  },
})

export const errorBodies = single({
  name: 'error-bodies',
  says: 'an error is a JSON object with a `message`, an `error` or `errors`, and a status in its text is its own',
  source: 'conventions#error-bodies, conventions#not-found, conventions#forbidden',
  level: 'must',
  faults: (heard) => {
    const { status, body, json, answered } = heard
    const ofService = status >= 400 && status <= 500
    // A page or a plain text may be that of a proxy in front of the service.
    if (!ofService || body === undefined || body.length === 0 || mediaTypeOf(answered) !== 'application/json')
      return undefined
    const told = typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Row) : undefined
    const faults: Fault[] = []
    if (told === undefined || !['message', 'error', 'errors'].some((name) => name in told))
      faults.push({
        title: 'an error has no text',
        expected: 'a JSON object with `message`, `error` or `errors`',
        actual: shownReply(heard),
      })
    const text = told?.message ?? told?.error
    const named = typeof text === 'string' ? /^([45]\d\d) [A-Z]/.exec(text)?.[1] : undefined
    if (named !== undefined && named !== String(status))
      faults.push(
        weighed(heard, {
          title: 'an error names another status',
          expected: `a text of ${status}`,
          actual: shownReply(heard),
        }),
      )
    return faults
  },
})

export const caching = single({
  name: 'caching',
  says: 'a reply with a body has a weak ETag and is revalidated, and other replies are not cached',
  source: 'conventions#etag, conventions#cache-control, conventions#not-modified',
  level: 'should',
  faults: (heard) => {
    const { status, json, answered, headers, method } = heard
    if (json === undefined || (status !== 200 && status !== 201)) return undefined
    const { etag } = answered
    const faults: Fault[] = []
    if (!/^(W\/)?"[^"]+"$/.test(etag ?? ''))
      faults.push({ title: 'a reply has no ETag', expected: 'W/"…"', actual: etag ?? 'no ETag' })
    const cache = answered['cache-control'] ?? ''
    if (!/no-cache|no-store|must-revalidate/.test(cache))
      faults.push({
        title: 'a reply may be reused unasked',
        expected: 'Cache-Control with must-revalidate',
        actual: cache || 'no Cache-Control',
      })
    if (method === 'GET' && status === 200 && etag !== undefined && headers['if-none-match'] === etag)
      faults.push({
        title: 'what is unchanged is sent again',
        expected: '304, since If-None-Match has the ETag',
        actual: String(status),
      })
    return faults
  },
})

export const signedIn = single({
  name: 'signed-in',
  says: 'a caller without credentials gets nothing that is only for users',
  source: 'conventions#sign-in-required',
  level: 'must',
  faults: (heard, setting) => {
    const { caller, complete, status } = heard
    const forUsers = formsOf(heard, setting).every(
      ({ operation: { auth } }) => auth === 'user' || auth === 'admin',
    )
    // Recordings of browsers are often without cookies and tokens.
    if (!complete || caller !== '' || !forUsers) return undefined
    if (status >= 300) return []
    return [
      weighed(heard, {
        title: 'answers a caller without credentials',
        expected: '401',
        actual: shownReply(heard),
      }),
    ]
  },
})

export const retryAfter = single({
  name: 'retry-after',
  says: 'a refusal because of too many requests tells when to come again',
  source: 'conventions#request-throttle, conventions#operation-rate-limits',
  level: 'should',
  faults: ({ status, answered, operation }) => {
    // The refusal may be that of another service, which was asked.
    if (status !== 429 || operation.callsOut) return undefined
    if (answered['retry-after'] !== undefined) return []
    return [
      { title: 'a 429 does not tell when to come again', expected: 'Retry-After', actual: 'no Retry-After' },
    ]
  },
})

function shownReply({ status, body }: Heard): string {
  const text = body === undefined ? '' : new TextDecoder().decode(body.subarray(0, 300))
  return `${status} ${text}`.trim()
}
