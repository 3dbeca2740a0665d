import type { Schema } from '../entities/entity.ts'

// What operations share: credentials, headers, refusals, and the parameters that no operation declares itself.

/** Every credential of the specification. A job token counts only where an operation says so. */
export const securitySchemes = {
  privateToken: {
    type: 'apiKey',
    in: 'header',
    name: 'PRIVATE-TOKEN',
    description: 'Personal, project, group or impersonation access token',
  },
  privateTokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'private_token',
    description: 'The same, in the query',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'OAuth 2.0 access token, or a personal, project or group access token',
  },
  accessTokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description: 'OAuth 2.0 access token in the query',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '_service_session',
    description:
      'Session of the web application; a call that changes something also needs its `X-CSRF-Token`',
  },
  jobToken: {
    type: 'apiKey',
    in: 'header',
    name: 'JOB-TOKEN',
    description: 'Token of a CI job; counts only for operations that name it',
  },
  jobTokenInQuery: { type: 'apiKey', in: 'query', name: 'job_token', description: 'The same, in the query' },
} as const

/** What lets a signed-in caller in: any one of these. */
export const signedIn = [
  'privateToken',
  'privateTokenInQuery',
  'bearer',
  'accessTokenInQuery',
  'session',
].map((name) => ({ [name]: [] }))

const string: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }

export const headers = {
  Link: { description: 'Links to other pages by `rel`: `prev`, `next`, `first`, `last`', schema: string },
  'X-Page': { description: 'Number of this page, from 1', schema: integer },
  'X-Per-Page': { description: 'Rows a page', schema: integer },
  'X-Next-Page': { description: 'Number of the next page; empty on the last one', schema: string },
  'X-Prev-Page': { description: 'Number of the page before; empty on the first one', schema: string },
  'X-Total': { description: 'Number of rows; absent when there are more than 10,000', schema: integer },
  'X-Total-Pages': {
    description: 'Number of pages; absent when there are more than 10,000 rows',
    schema: integer,
  },
  'Retry-After': { description: 'Seconds until the next request is let in', schema: integer },
  Location: { description: 'Where to go instead', schema: string },
  Allow: { description: 'The verbs that this path knows', schema: string },
} as const

export const parameters = {
  Sudo: {
    name: 'Sudo',
    in: 'header',
    description:
      'Id or name of the user for whom an administrator with the scope `sudo` acts; also as `sudo` in the query',
    schema: string,
  },
  IfUnmodifiedSince: {
    name: 'If-Unmodified-Since',
    in: 'header',
    description: 'Refuses the call when the record has changed after this time',
    schema: string,
  },
} as const

/** Bodies of refusals: most carry `message`, those of parameters and scopes carry `error`, some of imports `errors`. */
export const refusalSchemas: { readonly [name: string]: Schema } = {
  RefusalMessage: {
    type: 'object',
    properties: { message: { description: 'A sentence, sentences, or sentences by attribute' } },
    required: ['message'],
  },
  RefusalError: {
    type: 'object',
    properties: {
      // The limit of projects comes as a list.
      error: { anyOf: [string, { type: 'array', items: string }] },
      error_description: string,
      scope: string,
    },
    required: ['error'],
  },
  RefusalErrors: {
    type: 'object',
    properties: { errors: { description: 'A sentence, or sentences' } },
    required: ['errors'],
  },
}

const reasons: { readonly [status: number]: { readonly name: string; readonly description: string } } = {
  301: {
    name: 'LedElsewhere',
    description: 'In maintenance: back to the page, or to the root of the installation',
  },
  400: { name: 'BadRequest', description: 'A parameter is missing or not valid' },
  401: { name: 'Unauthorized', description: 'No credential, or one that is not valid' },
  403: { name: 'Forbidden', description: 'The caller may not do this' },
  404: { name: 'NotFound', description: 'Not there, or not to be known to the caller' },
  405: { name: 'MethodNotAllowed', description: 'Not possible for this path or in this state' },
  406: { name: 'NotAcceptable', description: 'Not possible in this state' },
  409: { name: 'Conflict', description: 'Something of that kind is there already, or has changed meanwhile' },
  412: { name: 'PreconditionFailed', description: 'The record has changed since the time that was given' },
  413: { name: 'TooLarge', description: 'The body is larger than the service takes' },
  414: { name: 'TooLongAddress', description: 'The address is longer than the service takes' },
  415: { name: 'UnsupportedType', description: 'The content type is unknown' },
  422: { name: 'Unprocessable', description: 'Well-formed, but the service cannot do it' },
  429: { name: 'TooManyRequests', description: 'Above the rate limit' },
  500: { name: 'ServerError', description: 'A fault of the service; nothing was changed' },
  503: { name: 'InMaintenance', description: 'In maintenance nothing may be written' },
}
const headersOf: { readonly [status: number]: readonly (keyof typeof headers)[] } = {
  301: ['Location'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

export function refusalName(status: number): string {
  return reasons[status]?.name ?? `Status${status}`
}

const anyRefusal: Schema = {
  anyOf: Object.keys(refusalSchemas).map((name) => ({ $ref: `#/components/schemas/${name}` })),
}

/** The reply of one refused status, as a component that operations refer to. */
export function refusalResponse(status: number): object {
  const carried = headersOf[status] ?? []
  return {
    description: reasons[status]?.description ?? 'Refused',
    ...(carried.length === 0 ? {} : { headers: headerRefs(carried) }),
    ...(status < 400 ? {} : { content: { 'application/json': { schema: anyRefusal } } }),
  }
}

export function headerRefs(names: readonly (keyof typeof headers)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export function parameterRef(name: keyof typeof parameters): { readonly $ref: string } {
  return { $ref: `#/components/parameters/${name}` }
}
