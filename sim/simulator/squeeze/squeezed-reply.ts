import type { Dialect } from '../../lib/dialect.ts'
import { toJson } from '../../lib/json.ts'
import { drawInteger } from '../../lib/random.ts'
import type { PlainReply } from '../../protocol/message.ts'
import type { Answer } from '../../protocol/reply.ts'
import { type Instant, parseTime } from '../../time/calendar.ts'
import { placeOf } from './squeezed-world.ts'

/** An attribute that a later release might have. */
export const EXTRA = 'attribute_of_a_later_release'

/** Lists inside of records whose order nobody promises. */
const unordered = new Set(['reviewers', 'shared_with_groups', 'suggested_approvers'])

/** How much later background work ends, in milliseconds, and how long the service checks a new merge request. */
export const PATIENCE = 3000

interface Moment {
  readonly seed: number
  readonly now: Instant
  readonly dialect: Dialect
}

/**
 * The same answer in another legal form, before it gets its entity tag and its length: records have an attribute that no client knows, their attributes and the lists
 * inside of them are in another order, and merge requests are not checked at once.
 */
export function squeezedAnswer(answer: Answer, moment: Moment): Answer {
  const { status, headers, body } = answer
  if (typeof body !== 'string' || status >= 300 || !headers['Content-Type']?.startsWith('application/json'))
    return answer
  return { status, headers, body: toJson(squeezed(JSON.parse(body), moment)) }
}

/** The same reply with the names of its headers in lower case, as HTTP/2 writes them. */
export function lowerCased(reply: PlainReply): PlainReply {
  const headers = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value])
  return { ...reply, headers: Object.fromEntries(headers) }
}

type Fields = [name: string, value: unknown][]

function squeezed(value: unknown, moment: Moment): unknown {
  const { seed } = moment
  if (Array.isArray(value)) return value.map((inner) => squeezed(inner, moment))
  if (typeof value !== 'object' || value === null) return value
  const fields: Fields = Object.entries({ ...value, ...unchecked(value, moment) }).map(([name, inner]) => {
    const form = squeezed(inner, moment)
    return [name, Array.isArray(form) && unordered.has(name) ? shuffled(form, seed) : form]
  })
  // What has no id may be a dictionary, whose keys mean something.
  if (!Object.hasOwn(value, 'id')) return Object.fromEntries(fields)
  fields.push([EXTRA, { id: 2 ** 53 - 1, name: null, values: [] }])
  const rank = ([name]: Fields[number]) => drawInteger(seed, placeOf(name))
  return Object.fromEntries(fields.sort((one, other) => rank(one) - rank(other)))
}

// The service compares the branches of a new merge request after it has answered.
function unchecked(value: object, { now, dialect }: Moment): object | undefined {
  // The specification knows merge requests that are checked alone.
  if (dialect === 'specification') return undefined
  if (!('merge_status' in value && 'created_at' in value && 'source_branch' in value)) return undefined
  const created = parseTime(String(value.created_at))
  if (created === undefined || now - created >= PATIENCE) return undefined
  return {
    merge_status: 'checking',
    ...only(value, { detailed_merge_status: 'checking', changes_count: null }),
  }
}

function only(value: object, changes: object): object {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => Object.hasOwn(value, name)))
}

function shuffled(list: readonly unknown[], seed: number): unknown[] {
  const rank = (one: unknown) => drawInteger(seed, placeOf(JSON.stringify(one)))
  return [...list].sort((one, other) => rank(one) - rank(other))
}
