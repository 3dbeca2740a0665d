import { serializeRowStepwise, serializeStepwise, type View } from '../entities/entity.ts'
import { utf8 } from '../lib/bytes.ts'
import { type Dialect, differs, inDialect, isInForce } from '../lib/dialect.ts'
import type { CallOut } from '../lib/outbound.ts'
import { drawText } from '../lib/random.ts'
import { after, type Stepwise } from '../lib/steps.ts'
import { type Station, tracing } from '../lib/tracing.ts'
import { settingInForce } from '../model/settings/in-force.ts'
import { instanceOf, nextNumber, type World } from '../model/world.ts'
import type { Situation } from '../policy/abilities.ts'
import { anonymous, type Caller } from '../policy/caller.ts'
import type { Memory } from '../store/memory.ts'
import type { Instant } from '../time/calendar.ts'
import type { BoundOperation } from './bind.ts'
import { coerce, type RawHash } from './coerce.ts'
import { identify, knownUser, refuseTwoBearers } from './identify.ts'
import { decodes, isReadable, NOTHING, readBody, readQuery } from './input.ts'
import { keysetPage } from './keyset.ts'
import type { Listing } from './listing.ts'
import { refuseInMaintenance } from './maintenance.ts'
import type { PlainRequest } from './message.ts'
import type { AnyAnswers, Auth, Content, Many, Precondition, Variant } from './operation.ts'
import { offsetPage, type Paged, pageOf, refuseOffset } from './paginate.ts'
import type { RateLimits } from './rate-limit.ts'
import { invalid, message, noRoute, notFound, Refusal, unreadable } from './refusal.ts'
import { type Answer, jsonAnswer, moreHeaders, textAnswer } from './reply.ts'
import type { Route, Routed, Router } from './route.ts'
import { shuffled } from './shuffled.ts'
import { type Found, findPlace, findSubjects, requireUser } from './subject.ts'
import { refuseTraversal } from './traversal.ts'
import { type Dated, refuseModified } from './unmodified.ts'
import { viewOf } from './view.ts'

/** What a request is served with. */
export interface Service {
  readonly world: World
  readonly dialect: Dialect
  readonly seed: number
  readonly now: Instant
  readonly limits: RateLimits | undefined
  /** Texts of rows that were written before; undefined where none are kept. */
  readonly memory: Memory | undefined
  /** Whether a long list is answered as its bytes. */
  readonly takesBytes: boolean
  /** Called with the caller as soon as it is known, also when the request is refused later. */
  readonly onIdentified: (caller: Caller) => void
  readonly callOut: CallOut
  /** Called with what newer releases tell of a throttle, in whatever they answer. */
  readonly onCounted: (headers: { readonly [name: string]: string }) => void
  /** The number under which the reply will be known. */
  readonly requestId: () => string
}

/**
 * The way of a request below the API root: route, identify, limit, coerce, find and authorise, serve, present. Throws
 * a Refusal for whatever the client did wrong.
 */
export function handle(
  router: Router,
  request: PlainRequest,
  path: string,
  service: Service,
): Stepwise<Answer> {
  const [target, query] = splitTarget(request.url)
  if (!decodes(target) || !isReadable(request.headers.authorization)) throw unreadable()
  const sent = readQuery(query)
  if (isInForce('conventions#later-path-traversal', service.dialect)) refuseTraversal(target, sent)
  const routed = router.route(request.method, path)
  tracing.to?.(routeStation(routed))
  const body = takesContent(routed) ? NOTHING : readBody(request, service.dialect)
  const given = body instanceof Refusal || body === NOTHING ? sent : together(sent, body)
  const { limits, world, now } = service
  const definition = routed.found === 'operation' ? routed.route.operation.definition : undefined
  const asked = { world, request, path: target, definition, raw: given, dialect: service.dialect }
  const counted = limits?.throttle(asked, () => knownUser({ world, request, raw: given, now }), now)
  if (counted !== undefined && isInForce('conventions#later-rate-limit-headers', service.dialect))
    service.onCounted(counted)
  refuseInMaintenance(asked)
  if (routed.found === 'nothing') throw noRoute()
  if (routed.found === 'path' || request.method === 'OPTIONS')
    return otherVerb(request, routed.found === 'path' ? routed.allowed : [], service.dialect)
  const { operation, tokens, ending } = routed.route
  const raw = together(given, tokens)
  refuseTwoBearers(request, raw)
  refuseFormat(sent)
  if (body instanceof Refusal) throw body
  return serve({ bound: operation, tokens, ending, raw, request, service, target })
}

// Written name by name: an engine makes a new kind of object of each that is spread and then grows, and whoever looks into
// it takes longer. No name reaches a prototype: none is read that does.
function together(first: RawHash, second: RawHash): RawHash {
  const all: { [name: string]: unknown } = {}
  for (const name in first) all[name] = first[name]
  for (const name in second) all[name] = second[name]
  return all
}

function routeStation(routed: Routed): Station {
  if (routed.found !== 'operation')
    return { station: 'no-route', allowed: routed.found === 'path' ? routed.allowed : [] }
  const { method, path, summary } = routed.route.operation.definition
  return { station: 'route', operation: `${method} ${path}`, summary }
}

function takesContent(routed: Routed): boolean {
  return routed.found === 'operation' && routed.route.operation.definition.takes === 'content'
}

const EMPTY = new Uint8Array()

function contentOf({ takes }: BoundOperation['definition'], { body }: PlainRequest): Uint8Array {
  if (takes !== 'content' || body === undefined) return EMPTY
  return typeof body === 'string' ? utf8(body) : body
}

// Preflights and OPTIONS answer for every known path; another verb is the dialects' matter.
function otherVerb(request: PlainRequest, allowed: readonly string[], dialect: Dialect): Answer {
  const Allow = allowed.join(', ')
  if (request.method === 'OPTIONS') {
    const preflight =
      request.headers.origin !== undefined && 'access-control-request-method' in request.headers
    return preflight
      ? { status: 200, headers: {}, body: '' }
      : { status: 204, headers: { Allow }, body: null }
  }
  const refused = new Refusal(405, { error: '405 Not Allowed' }, { headers: { Allow } })
  throw inDialect(differs('F2', { specification: refused, real: noRoute() }), dialect)
}

/** The refusal of a call by the path that a project had before: where it is by its id, for those who only read. */
function leadOn(method: string, root: string, target: string, id: number): Refusal {
  if (method !== 'GET' && method !== 'HEAD')
    return message(405, 'Non GET methods are not allowed for moved projects')
  const Location = root + target.replace(/(?<=\/projects\/)[^/?#]+/, () => `${id}`)
  const text = `This resource has been moved permanently to ${Location}.`
  return new Refusal(301, text, { text, headers: { Location, 'Content-Type': 'text/plain' } })
}

interface Routing {
  readonly bound: BoundOperation
  readonly tokens: Route['tokens']
  readonly ending: Route['ending']
  readonly raw: RawHash
  readonly request: PlainRequest
  readonly service: Service
  readonly target: string
}

function serve({ bound, tokens, ending, raw, request, service, target }: Routing): Stepwise<Answer> {
  const { world, now, dialect, seed } = service
  const { definition } = bound
  const auth = (definition.auth ?? 'user') as Auth
  const last = definition.authorize === 'last'
  if (definition.whileOn !== undefined && !settingInForce(world, definition.whileOn)) throw notFound()
  const { address } = request
  const limits = definition.rateLimit === undefined ? undefined : service.limits
  const count = ({ user }: Caller, found?: Found, late = false): void =>
    limits?.count({ world, dialect, definition, raw, user, address, found, late, now })
  const identified = (): Caller => {
    const caller = identify({ world, dialect, definition, request, raw, now })
    service.onIdentified(caller)
    requireUser({ world, caller, now }, last && auth === 'admin' ? 'user' : auth)
    count(caller)
    return caller
  }
  const moved = isInForce('conventions#later-moved-projects', dialect)
    ? (id: number) => leadOn(request.method, instanceOf(world).url, request.url, id)
    : undefined
  // Operations that anonymous callers may use look at the token after the parameters, unless rights come first.
  const first = definition.authorize === 'first'
  const early = first || auth === 'user' || auth === 'admin' ? identified() : undefined
  // Then a parameter that is wrong is told once the place is known and open, before the record in it is looked for.
  const place =
    first && early !== undefined
      ? findPlace(definition, { world, caller: early, now }, tokens, moved)
      : undefined
  const values = validated(bound, raw)
  // Where a secret among the parameters proves everything, the credentials of users are not looked at.
  if (auth === 'none') count(anonymous)
  const caller = early ?? (auth === 'none' ? anonymous : identified())
  const situation: Situation = { world, caller, now }
  if (last) requireUser(situation, auth)
  const found = findSubjects(definition, situation, tokens, { place, moved })
  count(caller, found)
  const precondition = definition.unmodifiedSince as Precondition | undefined
  if (precondition === 'subject') refuseModified(request, Object.values(found).at(-1) as Dated)
  let compared = precondition !== 'record'
  const headers: { [name: string]: string } = {}
  const view = viewOf({ situation, dialect, values, found, memory: service.memory })
  tracing.to?.({ station: 'handler' })
  const asked: { [name: string]: unknown } = {
    world,
    caller,
    now,
    view,
    request,
    content: contentOf(definition, request),
    ending,
    params: values,
    given: (param: string) => Object.hasOwn(raw, param),
    drawText: (alphabet: string, length: number) =>
      drawText(alphabet, length, seed, nextNumber(world, 'drawn')),
    header: (name: string, value: string) => {
      headers[name] = value
    },
    callOut: definition.callsOut ? service.callOut : undeclared,
    unmodified: <Row extends Dated>(record: Row): Row => {
      compared = true
      if (precondition === 'record') refuseModified(request, record)
      return record
    },
    countRequest: () => count(caller, found, true),
    requestId: service.requestId,
  }
  for (const name in found) asked[name] = found[name]
  const served = bound.operation.serve(asked as never)
  const url = `${instanceOf(world).url}${target}`
  return after(served, (result) => {
    if (!compared) throw new Error('an operation that says so shows its record before it deletes it')
    const shown = answerWith(bound, result, {
      view,
      values,
      caller,
      url,
      raw,
      headers,
      seed,
      takesBytes: service.takesBytes,
    })
    const { answers } = definition
    const head = request.method === 'HEAD' && 'one' in answers ? answers.head : undefined
    return head === undefined ? shown : after(shown, () => ({ status: head, headers, body: null }))
  })
}

function undeclared(): never {
  throw new Error('an operation that calls out says so in its definition')
}

interface Presentation {
  readonly view: View
  readonly values: { readonly [name: string]: unknown }
  readonly caller: Caller
  readonly url: string
  readonly raw: RawHash
  readonly headers: { readonly [name: string]: string }
  readonly seed: number
  readonly takesBytes: boolean
}

function answerWith(bound: BoundOperation, result: unknown, presentation: Presentation): Stepwise<Answer> {
  const answers: AnyAnswers = bound.definition.answers
  const { headers, view } = presentation
  const variant = variantOf<unknown>(answers, presentation, result)
  const status = variant?.status ?? answers.status ?? 200
  if ('many' in answers) return pageAnswer(bound, answers, result as Listing<never>, presentation)
  if ('one' in answers) {
    const shape = variant?.entity ?? answers.one
    const { pending } = answers
    return after(serializeRowStepwise(shape, result as never, view), (text) =>
      pending?.while(result)
        ? textAnswer(pending.status, text, moreHeaders(headers, pending.headers ?? {}))
        : textAnswer(status, text, headers),
    )
  }
  if ('value' in answers)
    return jsonAnswer(status, 'const' in answers.value ? answers.value.const : result, headers)
  if ('bytes' in answers) {
    const { bytes, headers: own } = result as Content
    const type = { 'Content-Type': answers.bytes }
    return { status, headers: moreHeaders(moreHeaders(type, headers), own ?? {}), body: bytes }
  }
  return { status, headers, body: null }
}

function pageAnswer(
  bound: BoundOperation,
  answers: Many<never>,
  rows: Listing<never>,
  presentation: Presentation,
): Stepwise<Answer> {
  const { values, raw, url, view, headers, seed, takesBytes } = presentation
  const variant = variantOf<never>(answers, presentation)
  // Only a squeezed world has pages of its own size.
  const pageSize = view.world.instance.get(1)?.pageSize
  const listing = answers.unordered && pageSize !== undefined ? shuffled(rows, seed) : rows
  const page = pageOf(url, together(bound.defaults, raw), values, pageSize)
  const { paging = 'offset' } = answers
  const totals = variant?.totals ?? answers.totals ?? true
  const wished = paging === 'both' && values.pagination === 'keyset'
  const keyset = (wished && walksByKeyset(answers, presentation)) || paging === 'keyset'
  const ceiling = inDialect<string | undefined>(answers.ceiling, view.dialect)
  if (!keyset && ceiling !== undefined) refuseOffset(ceiling, page, instanceOf(view.world).offsetLimit)
  const paged: Paged<unknown> = keyset
    ? keysetPage(answers.keyset, listing, page, {
        values,
        dialect: view.dialect,
        given: (name) => Object.hasOwn(raw, name),
      })
    : paging === 'none' || values.pagination === 'none'
      ? { rows: [...listing.rows()], headers: {} }
      : offsetPage(listing, page, totals)
  const shape = variant?.entity ?? answers.many
  const shown = serializeStepwise(shape, paged.rows as readonly never[], view, takesBytes)
  const all = moreHeaders(headers, paged.headers)
  return after(shown, (text) => textAnswer(answers.status ?? 200, text, all))
}

function walksByKeyset({ keyset }: Many<never>, { caller }: Presentation): boolean {
  return !(keyset?.by === 'cursor' && keyset.for === 'anonymous' && caller.user !== undefined)
}

function variantOf<Row>(
  answers: { readonly variants?: readonly Variant<Row>[] } | AnyAnswers,
  { values, caller }: Presentation,
  result?: Row,
): Variant<Row> | undefined {
  const variants: readonly Variant<Row>[] = ('variants' in answers ? answers.variants : undefined) ?? []
  return variants.find(({ when }) => {
    if (when === 'anonymous') return caller.user === undefined
    return 'row' in when ? result !== undefined && when.row(result) : values[when.param] === when.equals
  })
}

function validated(bound: BoundOperation, raw: RawHash): { readonly [name: string]: unknown } {
  const coerced = coerce(bound.declared, raw)
  tracing.to?.({
    station: 'parameters',
    read: Object.keys(bound.declared.params),
    sent: Object.keys(raw),
    values: coerced.ok ? coerced.values : {},
    messages: coerced.ok ? [] : coerced.messages,
  })
  if (coerced.ok) return coerced.values
  throw bound.definition.errorsUnder === 'message'
    ? message(400, coerced.messages.join(', '))
    : invalid(coerced.messages.join(', '))
}

function refuseFormat(raw: RawHash): void {
  const { format } = raw
  if (typeof format === 'string' && format !== 'json')
    throw new Refusal(406, { error: `The requested format '${format}' is not supported.` })
}

/** Path and query of a request target. */
export function splitTarget(url: string): readonly [path: string, query: string] {
  const mark = url.indexOf('?')
  const hash = url.indexOf('#')
  const end = hash < 0 ? url.length : hash
  return mark < 0 || mark > end ? [url.slice(0, end), ''] : [url.slice(0, mark), url.slice(mark + 1, end)]
}
