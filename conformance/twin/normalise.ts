import type { Reply } from '../kit/client.ts'
import { Skipped } from '../kit/finding.ts'
import type { Json } from '../kit/json.ts'
import type { Names } from './names.ts'
import { kindNamed, type Reference, type Rewriting, rewritten, singular } from './reference.ts'

/** What of a reply can be compared with another service's: what may differ stands for itself. */
export interface Normal {
  readonly status: number
  /** Null for a header that something in front of the service drops or changes. */
  readonly headers: { readonly [name: string]: string | null }
  readonly body: Json
}

/** What a reply answers. */
export interface Asked {
  /** What its rows are. */
  readonly kind: string
  /** What the path named, which links repeat: the word before it, the parameter, what was sent, and what it is called. */
  readonly named?: readonly Sent[]
}
export interface Sent {
  readonly word: string
  readonly param: string
  readonly value: string
  readonly key: string
}

export interface OwnTexts {
  readonly whole: { readonly [text: string]: string }
  readonly within: readonly (readonly [text: string | RegExp, instead: string])[]
}

/** Headers that tell something of the answer; the others tell of the server. */
const telling = [
  'content-type',
  'allow',
  'link',
  'location',
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
  readonly names: Names
  /** What stands for texts of this side alone: the names of callers, the path of the group of the run. */
  readonly own: OwnTexts
  /** True where commits were made by the sequence, so that their ids follow from its time. */
  readonly ownCommits: boolean
  /** Finds out what things are called that nothing has told of yet. */
  readonly lookUp?: (references: readonly Reference[]) => Promise<void>
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|UTC|[+-]\d\d:?\d\d))?$/
const OBJECT_ID = /\b(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{24}|[0-9a-f]{8,11})\b/g
const GRAVATAR = /\/avatar\/[0-9a-f]{32,64}/g

/** Words of paths after which the number of something follows that is no number inside a project. */
const numbered =
  /(\/(?:projects|groups|users|jobs|pipelines|snippets|packages|package_files|runners|environments|pipeline_schedules|vulnerabilities|avatar)\/|[#?&](?:note_|diff_id=|id_after=|id_before=))(\d+)/g
/** A number in the query of a link. */
const QUERIED = /(?<=[?&])(\w+?)_id=(\d+)\b/g
const GLOBAL = /gid:\/\/gitlab\/([A-Za-z:]+)\/(\d+)/g

/**
 * Puts what one side says into terms that mean the same on the other, over all its replies: what has a number by what it
 * is, so that references are compared; commits of the sequence by their order. Times, hosts and tokens are only compared
 * for being there.
 */
export function createNormaliser({ origin, names, own, ownCommits, lookUp }: Circumstances) {
  const objects = new Map<string, string>()

  function objectNamed(id: string): string {
    const name = objects.get(id) ?? `@${objects.size + 1}`
    objects.set(id, name)
    return name
  }

  function words(text: string, key: string, nameOf: (reference: Reference) => string): string {
    if (TIME.test(text)) return 'a time'
    if (/token$/.test(key) && text !== '') return 'a token'
    const whole = own.whole[text]
    if (whole !== undefined) return whole
    const alike = own.within.reduce(
      (said, [from, to]) => said.replaceAll(from, to),
      text.replaceAll(origin, 'http://host'),
    )
    const told = alike
      .replaceAll(
        QUERIED,
        (_, word: string, id) => `${word}_id=${nameOf({ kind: kindNamed(word), id: Number(id) })}`,
      )
      .replaceAll(numbered, (_, before: string, id) => {
        const kind = kindNamed(singular(/(\w+?)[_/=]?$/.exec(before)?.[1] ?? ''))
        return `${before}${nameOf({ kind, id: Number(id) })}`
      })
      .replaceAll(GLOBAL, (_, type: string, id) => {
        const kind = kindNamed(type.toLowerCase())
        return `gid://gitlab/${type}/${nameOf({ kind, id: Number(id) })}`
      })
    return ownCommits
      ? told.replaceAll(GRAVATAR, '/avatar/@').replaceAll(OBJECT_ID, (id) => objectNamed(id.slice(0, 8)))
      : told
  }

  function normal(
    { status, headers, json, text }: Reply,
    { kind, named = [] }: Asked,
    nameOf: (one: Reference) => string,
  ) {
    const rewriting: Rewriting = { reference: nameOf, text: (said, key) => words(said, key, nameOf) }
    const told = telling.flatMap((name) => {
      const value = headerOf(headers, name)
      return value === undefined ? [] : [[name, value && words(unnamed(value, named), name, nameOf)] as const]
    })
    const body =
      json === undefined ? (text === '' ? null : words(text, '', nameOf)) : rewritten(json, kind, rewriting)
    return { status, headers: Object.fromEntries(told), body }
  }

  return async (reply: Reply, asked: Asked): Promise<Normal> => {
    if (lookUp !== undefined) {
      const unknown: Reference[] = []
      normal(reply, asked, (reference) => {
        if (!names.has(reference)) unknown.push(reference)
        return ''
      })
      await lookUp(unknown)
    }
    return normal(reply, asked, names.of)
  }
}

// Links to further pages repeat what the call has named.
function unnamed(link: string, named: readonly Sent[]): string {
  return named.reduce(
    (text, { word, param, value, key }) =>
      text
        .replaceAll(`/${word}/${value}/`, `/${word}/${key}/`)
        .replaceAll(`?${param}=${value}&`, `?${param}=${key}&`)
        .replaceAll(`&${param}=${value}&`, `&${param}=${key}&`),
    link,
  )
}

function headerOf(headers: Reply['headers'], name: string): string | null | undefined {
  try {
    return headers[name]
  } catch (problem) {
    if (problem instanceof Skipped) return null
    throw problem
  }
}
