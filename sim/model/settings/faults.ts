import type { Json } from '../../lib/json.ts'
import { MEGABYTE } from '../../lib/readable-size.ts'
import type { Errors } from '../invalid-row.ts'
import { BLANK, isLonger, tooLong } from '../names.ts'
import { type AllSettings, withDefaults } from './all-settings.ts'
import { type Attribute, type Bound, defaultWith } from './attribute.ts'
import { type Attributes, attributes, isSettingAlias } from './attributes.ts'
import { formats } from './formats.ts'
import { relationFaults } from './relations.ts'

const NOT_A_NUMBER = 'is not a number'
const NOT_WHOLE = 'must be an integer'
const NOT_LISTED = 'is not included in the list'
const NOT_BOOLEAN = 'must be a boolean value'
/** Columns of numbers have four bytes; the service fails where it has no rule of its own. */
const FOUR_BYTES = 2_147_483_648

/** The errors of settings as they would be stored, by attribute (settings#ranges). */
export function settingFaults(whole: AllSettings): Errors {
  const errors: { [attribute: string]: readonly string[] } = {}
  for (const { name, entry, defaultFits } of judgedSettings()) {
    if (defaultFits && !whole.isStored(name)) continue
    const value = whole.value(name)
    const texts = applies(entry, whole) ? textsFor(entry, value, whole) : kindTexts(entry, value)
    if (texts.length > 0) errors[errorKeys[name] ?? name] = texts
  }
  return { ...errors, ...relationFaults(whole) }
}

interface Judged {
  readonly name: string
  readonly entry: Attribute
  /** Whatever the other settings are: there are hundreds, of which a few are ever stored. */
  readonly defaultFits: boolean
}

let judged: readonly Judged[] | undefined

function judgedSettings(): readonly Judged[] {
  judged ??= Object.entries<Attributes[string]>(attributes()).flatMap(([name, entry]) =>
    isSettingAlias(entry) ? [] : [{ name, entry, defaultFits: standsAlone(entry) && defaultsFit(entry) }],
  )
  return judged
}

/** True where no other setting decides about it. */
function standsAlone({ while: switches, least, most, above, below }: Attribute): boolean {
  return switches === undefined && [least, most, above, below].every((bound) => typeof bound !== 'string')
}

function defaultsFit(entry: Attribute): boolean {
  const values = [entry.default, ...(entry.later === undefined ? [] : [entry.later.default])]
  const none = withDefaults({}, () => false)
  return values.every((value) => textsFor(entry, value, none).length === 0)
}

/** Refusals that the service tells of the column instead of the attribute. */
const errorKeys: { readonly [name: string]: string | undefined } = {
  archive_builds_in_human_readable: 'archive_builds_in_seconds',
  protected_paths_raw: 'protected_paths',
  notes_create_limit_allowlist_raw: 'notes_create_limit_allowlist',
  users_get_by_id_limit_allowlist_raw: 'users_get_by_id_limit_allowlist',
}

function applies({ while: switches }: Attribute, { value }: AllSettings): boolean {
  return switches === undefined || switches.some((name) => Boolean(value(name)))
}

// A number is one also while nothing else is asked of it.
function kindTexts({ kind, orNone }: Attribute, value: Json): readonly string[] {
  if (kind !== 'integer' && kind !== 'decimal') return []
  if (typeof value !== 'number') return orNone && value === null ? [] : [NOT_A_NUMBER]
  return kind === 'integer' && !Number.isInteger(value) ? [NOT_WHOLE] : []
}

function textsFor(attribute: Attribute, value: Json, whole: AllSettings): readonly string[] {
  switch (attribute.kind) {
    case 'flag':
      return value === null ? [NOT_BOOLEAN] : []
    case 'integer':
    case 'decimal':
      return numberTexts(attribute, value, whole)
    case 'text':
      return textTexts(attribute, value as string | null)
    case 'list':
    case 'lines':
      return listTexts(attribute, value as readonly string[])
    case 'switches':
      return Object.values(value as object).every((it) => typeof it === 'boolean') &&
        Object.keys(value as object).every((key) =>
          Object.hasOwn(defaultWith(attribute, whole.has) as object, key),
        )
        ? []
        : ['must be a valid json schema']
    case 'json':
      return typeof value === 'string' || Array.isArray(value) !== Array.isArray(attribute.default)
        ? ['must be a valid json schema']
        : []
    case 'weights':
      return weightTexts(value as { readonly [name: string]: number })
    case 'duration':
      // What is no duration is told of the attribute itself, in `relations.ts`.
      return typeof value === 'number' && value < 86_400 ? [atLeast(86_400)] : []
    case 'time':
      return value === null ? [BLANK] : []
    case 'group':
      return typeof value === 'string' ? ['not found'] : []
    case 'integers':
    case 'visibilities':
      return []
    default:
      return attribute.kind satisfies never
  }
}

function numberTexts(attribute: Attribute, value: Json, whole: AllSettings): readonly string[] {
  const { kind, orNone, filled, values, wording, fraction } = attribute
  if (value === null && orNone) return []
  const wholeNumber = kind === 'integer' && fraction === undefined
  if (wording === 'dormancy')
    return typeof value === 'number' && Number.isInteger(value) && value >= 90
      ? []
      : [
          ...(value === null ? [BLANK] : []),
          `'${value ?? ''}' days of inactivity must be greater than or equal to 90`,
        ]
  if (typeof value !== 'number') return [...(value === null && filled ? [BLANK] : []), NOT_A_NUMBER]
  if (wholeNumber && !Number.isInteger(value)) return [NOT_WHOLE]
  if (values !== undefined && ![...values, ...(attribute.laterValues?.values ?? [])].includes(value))
    return [NOT_LISTED]
  return boundTexts(attribute, value, whole)
}

function boundTexts(
  { kind, least, most, above, below, wide, shown }: Attribute,
  value: number,
  whole: AllSettings,
): readonly string[] {
  const of = (bound: Bound | undefined): number | undefined => {
    const number = typeof bound === 'string' ? whole.value(bound) : bound
    return typeof number === 'number' ? number : undefined
  }
  const [from, to, over, under] = [of(least), of(most), of(above), of(below)]
  const texts: string[] = []
  if (over !== undefined && value <= over) texts.push(`must be greater than ${over}`)
  if (from !== undefined && value < from) texts.push(atLeast(from))
  if (under !== undefined && value >= under) texts.push(`must be less than ${under}`)
  if (to !== undefined && value > to) texts.push(`must be less than or equal to ${to}`)
  const column = wide ? Number.MAX_SAFE_INTEGER : FOUR_BYTES
  const room = shown === 'bytes' ? Math.floor(column / MEGABYTE) : column
  if (texts.length === 0 && kind === 'integer' && Math.abs(value) >= room)
    texts.push(`must be less than ${room}`)
  return texts
}

function atLeast(bound: number): string {
  return `must be greater than or equal to ${bound}`
}

function textTexts(
  { filled, values, shortest, longest, form }: Attribute,
  value: string | null,
): readonly string[] {
  if (value === null || value.trim() === '') {
    const unlisted = values !== undefined && filled ? [NOT_LISTED] : []
    return filled ? [BLANK, ...unlisted] : []
  }
  const texts: string[] = []
  if (values !== undefined && form !== 'protocol' && !values.includes(value)) texts.push(NOT_LISTED)
  if (shortest !== undefined && value.length < shortest)
    texts.push(`is too short (minimum is ${shortest} characters)`)
  if (longest !== undefined && isLonger(value, longest)) texts.push(tooLong(longest))
  return form === undefined ? texts : [...texts, ...formats[form](value)]
}

function listTexts(
  { filled, wording, values, longest }: Attribute,
  value: readonly string[],
): readonly string[] {
  if (filled && value.length === 0)
    return [wording === 'denylist' ? 'Domain denylist cannot be empty if denylist is enabled.' : BLANK]
  if (values !== undefined && value.some((item) => !values.includes(item))) return [NOT_LISTED]
  return longest !== undefined && value.length > longest
    ? [`is too long (maximum is ${longest} entries)`]
    : []
}

/** The places of repositories; there is one. */
const STORAGES = ['default']

function weightTexts(weights: { readonly [name: string]: number }): readonly string[] {
  const unknown = Object.keys(weights).filter((name) => !STORAGES.includes(name))
  const outside = Object.entries(weights).filter(([, weight]) => weight < 0 || weight > 100)
  return [
    ...(unknown.length > 0 ? [`can't include: ${unknown.join(', ')}`] : []),
    ...outside.map(([name]) => `value for '${name}' must be between 0 and 100`),
  ]
}
