import { text } from '../../lib/bytes.ts'
import { optionsFor } from '../../lib/dialect.ts'
import { parseJson } from '../../lib/json.ts'
import { isSecretName, withoutTokens } from '../../lib/secrets.ts'
import type { World } from '../../model/world.ts'
import { isoTime } from '../../time/calendar.ts'
import { instant } from '../../time/clock.ts'
import type { Controlled } from '../controlled.ts'
import type { Exchange } from '../exchanges.ts'
import type { JournalEntry, JournalFilter } from '../journal-entry.ts'
import { splitUrl } from '../paths.ts'
import { holdsSecret } from '../shown-body.ts'
import {
  type Binder,
  bodyTemplate,
  decoded,
  isTemplated,
  LONGEST_BODY,
  queryTemplate,
} from './body-template.ts'
import { Gifts } from './gifts.ts'
import { nounsOf } from './nouns.ts'
import { ScriptSecrets } from './secrets.ts'
import type { ClockStep, LeftOut, Script, Step, Template } from './template.ts'

/**
 * The requests of a journal as a script: an id, a hash or a token that a reply gave and a later request used is a variable.
 * What the simulator asked itself is left out, since it asks again.
 */
export function journalScript(controlled: Controlled, filter: JournalFilter = {}): Script {
  const { journal, world, url } = controlled
  const gifts = new Gifts()
  const binder: Binder = { gifts, secrets: new ScriptSecrets(gifts, (token) => isPublic(world, token)) }
  const entries = journal.entries({ ...filter, direction: 'in' }).filter(({ itself }) => itself !== true)
  const moments = clockSteps(controlled, entries)
  const steps = entries.flatMap((entry): (Omit<Step, 'captures'> | ClockStep | LeftOut)[] => {
    const clock = moments.get(entry.id)
    const exchange = journal.exchange(entry.id)
    const why = reasonAgainst(exchange)
    const before: readonly ClockStep[] = clock === undefined ? [] : [clock]
    if (exchange === undefined || why !== undefined) return [...before, leftOut(entry, why ?? '')]
    const step = stepOf(entry, exchange, binder)
    takeReply(gifts, entry, journal.replyBody(entry.id))
    return [...before, step]
  })
  const used = gifts.used
  return {
    steps: steps.map((step) =>
      step.kind === 'call' ? { ...step, captures: used.get(step.id) ?? [] } : step,
    ),
    secrets: binder.secrets.hidden,
    url,
    options: optionsOf(controlled),
  }
}

// Tokens of seeded worlds have the names of their owners, and the page of the demo world lists them.
function isPublic(world: World, token: string): boolean {
  return (
    /^[\w.-]{1,64}-(?:token|session)$/.test(token) &&
    world.tokens.find('byValue', token) !== undefined &&
    withoutTokens(token) === token
  )
}

function optionsOf({ worldName, seed, tier, dialect }: Controlled): Script['options'] {
  return worldName === 'custom' ? undefined : { seed, world: worldName, tier, ...optionsFor(dialect) }
}

function reasonAgainst(exchange: Exchange | undefined): string | undefined {
  if (exchange === undefined) return 'its body is no longer kept'
  const { request, fault } = exchange
  const { length = 0 } = request.body ?? ''
  if (fault?.status !== undefined) return `the fault rule ${fault.id} answered`
  // How many requests are let through is an option of the server, which a script does not know.
  if (exchange.reply.status === 429) return 'a limit on requests answered'
  if (length > LONGEST_BODY) return `its body has more than ${LONGEST_BODY} bytes`
  if (holdsHiddenSecret(request)) return 'its body holds a secret'
  return length > 0 && /^(?:GET|HEAD)$/.test(request.method)
    ? 'hardly a client sends a body with it'
    : undefined
}

// What is sent as it came must not be what nobody may be told.
function holdsHiddenSecret({ headers, url, body }: Exchange['request']): boolean {
  const about = { type: headers['content-type'] ?? '', path: splitUrl(url).path }
  return !isTemplated(body, about.type) && holdsSecret(body, about)
}

function leftOut({ id, method, path }: JournalEntry, why: string): LeftOut {
  return { kind: 'left out', id, call: `${method} ${path}`, why }
}

function stepOf({ id, status }: JournalEntry, { request }: Exchange, binder: Binder): Omit<Step, 'captures'> {
  const { method, url, headers, body } = request
  const { path, query } = splitUrl(url)
  const type = headers['content-type'] ?? ''
  return {
    kind: 'call',
    id,
    method,
    target: [
      ...pathTemplate(path, binder),
      ...(query === '' ? [] : ['?', ...queryTemplate(query, path, binder)]),
    ],
    headers: headersOf(headers, binder),
    body: bodyTemplate(body, { type, path }, binder),
    status,
  }
}

function pathTemplate(path: string, { gifts, secrets }: Binder): Template {
  const nouns = nounsOf(path)
  return path.split('/').flatMap((segment, i) => {
    const slash = i === 0 ? '' : '/'
    if (segment === '') return [slash]
    const kind = nouns.find(({ at }) => at === i)?.kind
    const gift = gifts.use(decoded(segment), kind)
    if (gift !== undefined) return [slash, { variable: gift.variable }]
    return [slash, ...secrets.plain(segment)]
  })
}

/** Headers that a client adds by itself, or that name the connection. */
const ofClient =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|expect|user-agent|accept-encoding|accept-language|origin|referer|cache-control|pragma|priority|dnt|upgrade-insecure-requests|sec-.*|x-forwarded-.*|x-forgery-.*)$/

function headersOf(headers: Exchange['request']['headers'], { secrets }: Binder): Step['headers'] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || ofClient.test(name) || (name === 'accept' && value === '*/*')) return []
    return [[name, isSecretName(name) ? secrets.ofHeader(value) : secrets.plain(value)] as const]
  })
}

function takeReply(
  gifts: Gifts,
  { id, path, status }: JournalEntry,
  body: string | Uint8Array | undefined,
): void {
  if (status >= 300 || body === undefined) return
  const parsed = parseJson(typeof body === 'string' ? body : text(body), { depth: 32, count: 100_000 })
  if (parsed.ok) gifts.take(id, parsed.value, { kind: nounsOf(path).at(-1)?.kind, created: status === 201 })
}

// Requests of the API move a clock that ticks; whatever else moved it is a step of its own.
function clockSteps(
  { clockMode }: Controlled,
  entries: readonly JournalEntry[],
): ReadonlyMap<number, ClockStep> {
  const found = new Map<number, ClockStep>()
  if (clockMode.kind === 'wall') return found
  const tick = clockMode.kind === 'tick' ? clockMode.step : 0
  let last: number | undefined
  for (const { id, at, path } of entries) {
    const now = instant(at)
    const own = /^(?:\/api\/v4|\/oauth)\b/.test(path) ? tick : 0
    if (last !== undefined && now > last + own) found.set(id, { kind: 'clock', set: isoTime(now - own) })
    last = now
  }
  return found
}
