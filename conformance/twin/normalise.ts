import type { Reply } from '../kit/client.ts'
import { isRow, type Json } from '../kit/json.ts'

/** What of a reply can be compared with another service's: what may differ stands for itself. */
export interface Normal {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: Json
}

/** Headers that tell something of the answer; the others tell of the server. */
const telling = [
  'content-type',
  'allow',
  'x-page',
  'x-per-page',
  'x-prev-page',
  'x-next-page',
  'x-total',
  'x-total-pages',
]

/** What is particular to a side. */
export interface Circumstances {
  readonly origin: string
  /** Begins the names of what was made for the sequence. */
  readonly prefix: string
  /** What stands for usernames and names. */
  readonly people: { readonly [text: string]: string }
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|UTC|[+-]\d\d:?\d\d))?$/
const OBJECT_ID = /\b(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{8,11})\b/g

/**
 * Puts what one side says into common terms, over all its replies: the first id that is seen is `#1` wherever it comes up
 * again, so that what refers to what is still compared; the same for ids of commits. Times, hosts and tokens are only
 * compared for being there.
 */
export function createNormaliser({ origin, prefix, people }: Circumstances) {
  const ids = new Map<number, string>()
  const objects = new Map<string, string>()

  function named<K>(known: Map<K, string>, key: K, sign: string): string {
    const name = known.get(key) ?? `${sign}${known.size + 1}`
    known.set(key, name)
    return name
  }

  function value(json: Json, key: string): Json {
    if (Array.isArray(json)) return json.map((item) => value(item, key))
    if (isRow(json))
      return Object.fromEntries(Object.entries(json).map(([name, inner]) => [name, value(inner, name)]))
    if (typeof json === 'number') return /(^|_)ids?$/.test(key) ? named(ids, json, '#') : json
    return typeof json === 'string' ? words(json, key) : json
  }

  function words(text: string, key: string): Json {
    if (TIME.test(text)) return 'a time'
    if (/token$/.test(key) && text !== '') return 'a token'
    const person = people[text]
    if (person !== undefined) return person
    return text
      .replaceAll(origin, 'http://host')
      .replaceAll(prefix, 'conform')
      .replaceAll(
        /\/(projects|groups|users)\/(\d+)/g,
        (_, kind, id) => `/${kind}/${named(ids, Number(id), '#')}`,
      )
      .replaceAll(OBJECT_ID, (id) => named(objects, id.slice(0, 8), '@'))
  }

  return ({ status, headers, json, text }: Reply): Normal => ({
    status,
    headers: Object.fromEntries(
      telling.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    ),
    body: json === undefined ? (text === '' ? null : 'a text') : value(json, ''),
  })
}
