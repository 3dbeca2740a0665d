import fc from 'fast-check'
import { createSimulator, type PlainReply, type Simulator } from '../../sim/index.ts'
import { text, utf8 } from '../../sim/lib/bytes.ts'
import type { OutboundCall, RemoteReply } from '../../sim/lib/outbound.ts'
import { remoteReplyOf } from '../../sim/testing/remote-simulator.ts'
import type { Campaign } from './campaign.ts'
import { type Damage, damaged, damages } from './damage.ts'

/** What becomes of an answer of the other installation, which of its answers it is, and where in it. */
interface Change {
  readonly call: number
  readonly kind: 'value' | 'gone' | 'double' | 'bytes' | 'status' | 'header' | 'unreached'
  /** Place among the values, as a share of their number from 0 to 1. */
  readonly at: number
  readonly value: unknown
  readonly status: number
  readonly header: readonly [name: string, value: string]
  readonly damages: readonly Damage[]
}

const UNREACHED: RemoteReply = { reached: false, why: 'unreachable', message: 'connect ECONNREFUSED' }

/** Virtual minutes after which a migration has come to an end, however its source answers. */
const MINUTES = 600

/** Migrations from an installation whose answers have other shapes than they should: each ends, and breaks nothing. */
export function replies(): Campaign<readonly Change[]> {
  const source = createSimulator({ outbound: 'off' })
  const errors: unknown[] = []
  let answer: (call: OutboundCall) => RemoteReply = () => UNREACHED
  const sim = createSimulator({
    outbound: 'any',
    onServerError: (error) => errors.push(error),
    remoteHost: (call) => answer(call),
  })
  return {
    name: 'replies',
    says: 'migrations from an installation whose answers are changed',
    inputs: fc.array(change, { minLength: 1, maxLength: 4 }),
    size: 8,
    attempt: async (changes) => {
      errors.length = 0
      const [here, there] = [sim.fork(), source.fork()]
      let calls = 0
      answer = (call) => {
        const number = calls++
        return changes.filter((change) => change.call === number).reduce(changed, remoteReplyOf(there, call))
      }
      const seen = await migrated(here)
      if (errors.length > 0)
        return `broke: ${errors[0] instanceof Error ? errors[0].stack : String(errors[0])}`
      return seen
    },
    // An attempt is many requests.
    turns: 'free',
  }
}

const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
const entity = {
  source_type: 'group_entity',
  source_full_path: 'acme',
  destination_slug: 'moved',
  destination_namespace: '',
}

/** Migrates a group; tells what is wrong with how that ends, or with what came of it. */
async function migrated(sim: Simulator): Promise<string | undefined> {
  const ask = async (method: string, path: string, body?: object): Promise<PlainReply> =>
    await sim.respond({
      method,
      url: `/api/v4${path}`,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const configuration = { url: 'https://source.example', access_token: 'root-token' }
  const begun = await ask('POST', '/bulk_imports', { configuration, entities: [entity] })
  if (begun.status === 400 || begun.status === 422) return undefined
  if (begun.status !== 201) return `beginning answered ${begun.status}`
  const { id } = JSON.parse(String(begun.body)) as { readonly id: number }
  let status = 'created'
  for (
    let minute = 0;
    minute < MINUTES && ['created', 'started'].includes(status);
    minute += minute < 5 ? 1 : 60
  ) {
    sim.clock.advance(minute < 5 ? '1m' : '1h')
    await sim.settled()
    status = (JSON.parse(String((await ask('GET', `/bulk_imports/${id}`)).body)) as { status: string }).status
  }
  if (!['finished', 'failed', 'timeout'].includes(status)) return `is still ${status}`
  for (const path of [
    `/bulk_imports/${id}/entities?per_page=100`,
    '/groups/moved',
    '/groups/moved/projects?per_page=100',
    '/groups/moved/epics',
    '/groups/moved/labels',
    '/groups/moved/issues?per_page=100',
    '/groups/moved/merge_requests?per_page=100',
  ]) {
    const reply = await ask('GET', path)
    if (reply.status >= 500) return `${path} answered ${reply.status} afterwards`
  }
  return undefined
}

function changed(reply: RemoteReply, change: Change): RemoteReply {
  if (!reply.reached) return reply
  const { body, headers } = reply
  switch (change.kind) {
    case 'unreached':
      return UNREACHED
    case 'status':
      return { ...reply, status: change.status }
    case 'header':
      return { ...reply, headers: { ...headers, [change.header[0]]: change.header[1] } }
    case 'bytes':
      return { ...reply, body: damaged(body, change.damages) }
    default:
      return { ...reply, body: reshaped(body, change) }
  }
}

/** A JSON body with one of its values replaced, left out, or put twice into its list; another body as it is. */
function reshaped(body: Uint8Array, { kind, at, value }: Change): Uint8Array {
  let whole: unknown
  try {
    whole = JSON.parse(text(body))
  } catch {
    return body
  }
  const places = [...placesIn(whole)]
  const place = places[Math.floor(at * places.length)] ?? places.at(-1)
  if (place === undefined) return kind === 'value' ? utf8(JSON.stringify(value)) : body
  const { holder, key } = place
  if (kind === 'value') (holder as { [key: string]: unknown })[key] = value
  else if (Array.isArray(holder)) holder.splice(Number(key), kind === 'gone' ? 1 : 0, holder[Number(key)])
  else delete (holder as { [key: string]: unknown })[key]
  return utf8(JSON.stringify(whole))
}

function* placesIn(value: unknown): Generator<{ readonly holder: object; readonly key: string }> {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    yield { holder: value, key }
    yield* placesIn((value as { readonly [key: string]: unknown })[key])
  }
}

const change: fc.Arbitrary<Change> = fc.record({
  call: fc.nat(55),
  kind: fc.constantFrom(
    'value',
    'value',
    'value',
    'gone',
    'double',
    'bytes',
    'status',
    'header',
    'unreached',
  ),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  value: fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -1, 2 ** 53, 1e308, 0.5, '', [], {}, [null], { id: null }),
    fc.constantFrom('..', '\0', 'a'.repeat(300), '99999-01-01', 'javascript:alert(1)', '\u{1f600}', '<b>'),
    fc.array(fc.constantFrom<unknown>(1, 'x', null), { maxLength: 3 }),
  ),
  status: fc.constantFrom(200, 201, 204, 301, 302, 400, 401, 403, 404, 429, 500, 502, 503),
  header: fc.constantFrom(
    ['content-type', 'text/html'],
    ['x-total-pages', 'many'],
    ['x-next-page', '1'],
    ['x-next-page', '-1'],
    ['link', '<https://source.example/api/v4/version>; rel="next"'],
    ['link', '<'],
    ['retry-after', '-5'],
    ['location', '/'],
    ['content-length', '5'],
  ),
  damages,
})
