import { present, type View } from '../entities/entity.ts'
import { type Dialect, resolved } from '../lib/dialect.ts'
import { drawnText } from '../lib/random.ts'
import { instanceOf, nextNumber, type World } from '../model/world.ts'
import { can, type Situation } from '../policy/abilities.ts'
import { anonymous, type Caller } from '../policy/caller.ts'
import { type Instant, parseHttpTime } from '../time/calendar.ts'
import { coerce, type Declared, type RawHash } from './coerce.ts'
import { identify, refuseTwoBearers } from './identify.ts'
import { decodes, readBody, readQuery } from './input.ts'
import type { PlainRequest } from './message.ts'
import type { Listing } from './listing.ts'
import type { AnyAnswers, Auth, Definition, Many, Operation, Variant } from './operation.ts'
import { keysetPage, keysetParams, offsetPage, pageOf, pageParams, refuseOffset, refuseOrder } from './paginate.ts'
import type { RateLimits } from './rate-limit.ts'
import { invalid, message, preconditionFailed, Refusal, unreadable } from './refusal.ts'
import { type Answer, jsonAnswer } from './reply.ts'
import type { Route } from './route.ts'
import { findSubjects, type Found, requireUser } from './subject.ts'

/** An operation with every difference decided for one dialect. */
export interface Bound {
  readonly definition: Definition
  readonly declared: Declared
  readonly defaults: RawHash
  readonly operation: Operation
}

export function bind(operation: Operation, dialect: Dialect): Bound {
  const { answers } = operation.definition
  const definition = { ...resolved({ ...operation.definition, answers: {} }, dialect), answers: withStatus(answers, dialect) } as Definition
  const paged = 'many' in answers && answers.paging !== 'none'
  const keyset = 'many' in answers && (answers.paging === 'both' || answers.paging === 'keyset')
  const all = { ...definition.params, ...(paged ? pageParams : {}), ...(keyset ? keysetParams : {}) }
  const params = Object.fromEntries(Object.entries(all).filter(([, param]) => param !== undefined)) as Declared['params']
  const defaults = Object.entries(params).filter(([, param]) => param.default !== undefined)
  return {
    operation,
    definition,
    declared: { params, rules: definition.rules ?? [] },
    defaults: Object.fromEntries(defaults.map(([name, param]) => [name, param.default])),
  }
}

function withStatus(answers: AnyAnswers, dialect: Dialect): AnyAnswers {
  return { ...answers, ...(answers.status === undefined ? {} : { status: resolved(answers.status, dialect) }) } as AnyAnswers
}

/** What a request is served with. */
export interface Service {
  readonly world: World
  readonly dialect: Dialect
  readonly seed: number
  readonly now: Instant
  readonly limits: RateLimits | undefined
}

/** Serves a request that was routed. Throws a Refusal for whatever the client did wrong. */
export function serve(bound: Bound, route: Route, request: PlainRequest, service: Service): { readonly answer: Answer; readonly caller: Caller } {
  const { world, now } = service
  const { definition } = bound
  const [path, query] = split(request.url)
  if (!readable(path, request)) throw unreadable()
  const sent = readQuery(query)
  const raw: RawHash = { ...sent, ...readBody(request), ...route.tokens }
  refuseTwoBearers(request, raw)
  refuseFormat(raw)
  const auth = (definition.auth ?? 'user') as Auth
  const credentials = { world, dialect: service.dialect, definition, request, raw, now }
  // Operations that anonymous callers may use look at the token only after the parameters.
  const early = auth === 'user' || auth === 'admin'
  let caller = early ? identify(credentials) : anonymous
  if (early) requireUser({ world, caller, now }, auth)
  if (early) service.limits?.count(definition, caller, request.address, now)
  const rightsFirst = definition.authorize === 'first' ? findSubjects(definition, { world, caller, now }, route.tokens) : undefined
  const values = validated(bound, raw)
  if (!early) {
    caller = identify(credentials)
    service.limits?.count(definition, caller, request.address, now)
  }
  const situation: Situation = { world, caller, now }
  const found = rightsFirst ?? findSubjects(definition, situation, route.tokens)
  if (definition.unmodifiedSince) refuseModified(request, found)
  const headers: { [name: string]: string } = {}
  const view = viewFor(situation, service.dialect, values)
  const result = bound.operation.serve({
    world,
    caller,
    now,
    view,
    params: values,
    given: (param: string) => Object.hasOwn(raw, param),
    drawText: (alphabet: string, length: number) => drawnText(alphabet, length, service.seed, nextNumber(world, 'drawn')),
    header: (name: string, value: string) => {
      headers[name] = value
    },
    ...found,
  })
  const url = `${instanceOf(world).url}${path}`
  return { answer: answerWith(bound, result, { view, values, caller, url, raw, headers }), caller }
}

interface Presentation {
  readonly view: View
  readonly values: { readonly [name: string]: unknown }
  readonly caller: Caller
  readonly url: string
  readonly raw: RawHash
  readonly headers: { readonly [name: string]: string }
}

function answerWith(bound: Bound, result: unknown, presentation: Presentation): Answer {
  const answers: AnyAnswers = bound.definition.answers
  const { headers, view } = presentation
  const status = (answers.status ?? 200) as number
  if ('many' in answers) return pageAnswer(bound, answers, result as Listing<never>, presentation)
  if ('one' in answers) return jsonAnswer(status, present(chosen(answers, presentation), result as never, view), headers)
  if ('value' in answers) return jsonAnswer(status, result, headers)
  return { status, headers, body: null }
}

function pageAnswer(bound: Bound, answers: Many<never>, listing: Listing<never>, presentation: Presentation): Answer {
  const { values, raw, url, view, headers } = presentation
  const shape = chosen(answers, presentation)
  const page = pageOf(url, { ...bound.defaults, ...raw }, values)
  const { paging = 'offset', totals = true } = answers
  const keyset = (paging === 'both' && values.pagination === 'keyset') || paging === 'keyset'
  if (keyset) refuseOrder(answers, values)
  else if (answers.ceiling !== undefined) refuseOffset(answers.ceiling, page, instanceOf(view.world).offsetLimit)
  const paged = keyset
    ? keysetPage(listing, page, values.sort === 'asc' ? 'asc' : 'desc')
    : paging === 'none'
      ? { rows: [...listing.rows()], headers: {} }
      : offsetPage(listing, page, totals)
  const shown = paged.rows.map((row) => present(shape, row, view))
  return jsonAnswer(answers.status ?? 200, shown, { ...headers, ...paged.headers })
}

function chosen<Row>(
  answers: { readonly one?: unknown; readonly many?: unknown; readonly variants?: readonly Variant<Row>[] },
  { values, caller }: Presentation,
) {
  const variant = answers.variants?.find(({ when }) =>
    when === 'anonymous' ? caller.user === undefined : values[when.param] === when.equals,
  )
  return (variant?.entity ?? answers.one ?? answers.many) as Variant<Row>['entity']
}

export function viewFor(
  situation: Situation,
  dialect: Dialect,
  values: { readonly [name: string]: unknown },
): View {
  const { world, caller, now } = situation
  const { url } = instanceOf(world)
  return {
    world,
    now,
    dialect,
    viewer: caller.user,
    admin: caller.admin,
    url: (path) => `${url}/${path}`,
    can: (ability, row) => can(situation, ability, row),
    asked: (param) => values[param],
  }
}

function validated(bound: Bound, raw: RawHash): { readonly [name: string]: unknown } {
  const coerced = coerce(bound.declared, raw)
  if (coerced.ok) return coerced.values
  throw bound.definition.errorsUnder === 'message' ? message(400, coerced.messages.join(', ')) : invalid(...coerced.messages)
}

function readable(path: string, request: PlainRequest): boolean {
  const { authorization } = request.headers
  return decodes(path) && (authorization === undefined || !authorization.includes('\0'))
}

function refuseFormat(raw: RawHash): void {
  const { format } = raw
  if (typeof format === 'string' && format !== 'json')
    throw new Refusal(406, { error: `The requested format '${format}' is not supported.` })
}

function refuseModified(request: PlainRequest, found: Found): void {
  const header = request.headers['if-unmodified-since']
  const since = header === undefined ? undefined : parseHttpTime(header)
  const subject = Object.values(found).at(-1) as { readonly updatedAt?: Instant } | undefined
  // Headers have whole seconds, records have milliseconds.
  const changed = Math.floor((subject?.updatedAt ?? 0) / 1000) * 1000
  if (since !== undefined && changed > since) throw preconditionFailed()
}

/** Path and query of a request target. */
export function split(url: string): readonly [path: string, query: string] {
  const mark = url.indexOf('?')
  const hash = url.indexOf('#')
  const end = hash < 0 ? url.length : hash
  return mark < 0 || mark > end ? [url.slice(0, end), ''] : [url.slice(0, mark), url.slice(mark + 1, end)]
}
