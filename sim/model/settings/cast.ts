import type { Json } from '../../lib/json.ts'
import { rubyText } from '../../lib/ruby-text.ts'
import { isoTime, parseTime } from '../../time/calendar.ts'
import { isReleased } from '../installation/released.ts'
import type { Visibility } from '../projects/visibility.ts'
import type { World } from '../world.ts'
import { type Attribute, type AttributeKind, defaultWith } from './attribute.ts'
import { durationIn } from './duration.ts'

/** A value as it was sent: typed where the parameters have judged it already, anything at all otherwise. */
export type Sent = unknown

/**
 * What is sent as the value of its kind. A value that cannot become one stays a text, which the rules of `faults.ts`
 * refuse; so nothing wrong is ever stored.
 */
export function cast(world: World, attribute: Attribute, sent: Sent): Json {
  return casts[attribute.kind](sent, attribute, world)
}

const casts: { readonly [kind in AttributeKind]: (sent: Sent, attribute: Attribute, world: World) => Json } =
  {
    flag: (sent) => {
      if (sent === null || sent === '') return null
      return !FALSE.has(typeof sent === 'string' ? sent.toLowerCase() : sent)
    },
    integer: (sent, { fraction }) => {
      const value = numberIn(sent)
      return typeof value === 'number' && fraction === 'dropped' ? Math.trunc(value) : value
    },
    decimal: numberIn,
    text: (sent, { none = null }) => (sent === null ? none : inWords(sent)),
    list: (sent, { known }) => itemsOf(sent).filter((item) => known?.includes(item) ?? true),
    integers: (sent) => itemsOf(sent).map((item) => Math.trunc(Number(item)) || 0),
    lines: (sent) => (typeof sent === 'string' ? linesIn(sent) : itemsOf(sent)),
    visibilities: (sent) => itemsOf(sent).map(visibilityIn),
    weights: (sent) => (sent ?? {}) as Json,
    switches: (sent, attribute, world) => {
      const off = defaultWith(attribute, (change) => isReleased(world, change))
      return isObject(sent) ? { ...(off as { readonly [name: string]: Json }), ...(sent as object) } : off
    },
    json: (sent, { default: none }) =>
      isObject(sent) || Array.isArray(sent)
        ? (sent as Json)
        : sent === null || sent === ''
          ? none
          : inWords(sent),
    duration: (sent) => {
      if (sent === null || sent === '') return null
      const text = inWords(sent)
      return durationIn(text) ?? text
    },
    time: (sent) => {
      const at = typeof sent === 'string' ? parseTime(sent) : undefined
      return at === undefined ? null : isoTime(at)
    },
    group: (sent, _, world) => {
      if (sent === null || sent === '') return null
      const path = inWords(sent)
      return world.groups.find('byFullPath', path.toLowerCase())?.id ?? path
    },
  }

/** What switches a raw switch off; everything else but a blank switches it on (settings#raw-booleans). */
const FALSE: ReadonlySet<unknown> = new Set([false, 0, '0', 'f', 'false', 'off'])

function numberIn(sent: Sent): number | string | null {
  if (typeof sent === 'number') return sent
  if (typeof sent !== 'string') return sent === null ? null : inWords(sent)
  if (sent.trim() === '') return null
  return /^\s*[+-]?\d{1,25}(?:\.\d{1,25})?(?:e[+-]?\d{1,2})?\s*$/i.test(sent) ? Number(sent) : sent
}

// Whatever reaches a column of text is written as the service's language writes it.
function inWords(sent: Sent): string {
  if (sent === true) return 't'
  if (sent === false) return 'f'
  return typeof sent === 'object' ? rubyText(sent as Json) : String(sent)
}

function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  )
}

function itemsOf(sent: Sent): string[] {
  if (Array.isArray(sent)) return sent.filter((item) => item !== null).map(inWords)
  return typeof sent === 'string' && sent !== '' ? sent.split(',').map((item) => item.trim()) : []
}

/** The entries of a text: parted by commas, semicolons and blanks, each once. */
export function linesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((entry) => entry !== ''))]
}

const LEVELS: { readonly [level: string]: Visibility | undefined } = {
  0: 'private',
  10: 'internal',
  20: 'public',
  private: 'private',
  internal: 'internal',
  public: 'public',
}

// A word that is no level silently means the first one.
function visibilityIn(word: string): Visibility {
  return (Object.hasOwn(LEVELS, word) ? LEVELS[word] : undefined) ?? 'private'
}
