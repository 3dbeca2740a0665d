import { changed, differs, isDiffers, isInForce, since, until } from '../lib/dialect.ts'
import type { Json } from '../lib/json.ts'
import { MEGABYTE } from '../lib/readable-size.ts'
import { visibilities } from '../model/projects/visibility.ts'
import { storedOrDefault } from '../model/settings/all-settings.ts'
import type { Attribute } from '../model/settings/attribute.ts'
import { attributes, isSettingAlias } from '../model/settings/attributes.ts'
import { isLicensed } from '../model/settings/change.ts'
import { shortDuration } from '../model/settings/duration.ts'
import type { Settings } from '../model/settings/settings.ts'
import {
  constant,
  type Entity,
  type Field,
  type Fields,
  flag,
  integer,
  json,
  nullable,
  number,
  text,
  texts,
  timestamp,
  type View,
  when,
} from './entity.ts'

let made: Fields<Settings> | undefined

/** All settings that are ever shown; made from the table when it is first asked for. */
export const settingsEntity: Entity<Settings> = {
  name: 'ApplicationSettings',
  get fields() {
    made ??= fields()
    return made
  },
}

function fields(): Fields<Settings> {
  const table = attributes()
  const shown: { [name: string]: Fields<Settings>[string] } = {
    id: integer(({ id }) => id),
    created_at: timestamp(({ createdAt }) => createdAt),
    updated_at: timestamp(({ updatedAt }) => updatedAt),
    repository_storages: until(
      'settings#later-16-6-storages',
      texts<Settings>(() => ['default']),
    ),
  }
  for (const [name, entry] of Object.entries(table)) {
    if (entry.hidden) continue
    const own = isSettingAlias(entry) ? (table[entry.of] as Attribute) : entry
    const attribute = isSettingAlias(entry) && entry.as !== undefined ? { ...own, kind: entry.as } : own
    const field = licensed(attribute, fieldOf(isSettingAlias(entry) ? entry.of : name, attribute))
    shown[name] = atItsTime(attribute, field)
  }
  return shown
}

type ShownField = Fields<Settings>[string]

function atItsTime({ since: brought, until: removed, gone }: Attribute, field: ShownField): ShownField {
  if (isDiffers(field)) return field
  if (gone !== undefined) return changed(gone.since, { before: field, after: constant(gone.shown) })
  if (brought !== undefined) return since(brought, field)
  return removed === undefined ? field : until(removed, field)
}

function licensed(attribute: Attribute, field: Fields<Settings>[string]): Fields<Settings>[string] {
  if (attribute.tier === undefined || attribute.always || isDiffers(field)) return field
  return when((_, { world }) => isLicensed(world, attribute), field)
}

/** A field that tells which release its default follows. */
function followed(field: Field<Settings>, { later, default: before }: Attribute): Field<Settings> {
  return later === undefined
    ? field
    : { ...field, decides: changed(later.since, { before, after: later.default as Json }) }
}

function fieldOf(name: string, attribute: Attribute): Fields<Settings>[string] {
  const value = ({ stored }: Settings, view?: View): Json =>
    storedOrDefault(stored, name, (change) => view !== undefined && isInForce(change, view.dialect))
  const { kind, orNone, values, quoted } = attribute
  switch (kind) {
    case 'flag':
      return followed(
        flag<Settings>((row, view) => value(row, view) as boolean),
        attribute,
      )
    case 'integer': {
      const inBytes = attribute.shown === 'bytes'
      const plain = integer<Settings>((row, view) =>
        inBytes ? (value(row, view) as number) * MEGABYTE : (value(row, view) as number),
      )
      const field = followed(plain, attribute)
      return orNone ? nullable(field) : field
    }
    case 'decimal': {
      const asNumber = number<Settings>((row) => value(row) as number)
      const asText = text<Settings>((row) => decimalText(value(row) as number))
      if (quoted) return asText
      return name === 'polling_interval_multiplier'
        ? differs('X22', { specification: asNumber, real: asText })
        : asNumber
    }
    case 'text': {
      const field = text<Settings>((row) => value(row) as string)
      if (name === 'commit_email_hostname') return withDefaultHost(value)
      if (values !== undefined && attribute.default !== null)
        return { ...field, schema: { type: 'string', enum: [...values] } }
      return nullable(field)
    }
    case 'list':
      return followed(
        texts<Settings>((row, view) => value(row, view) as readonly string[]),
        attribute,
      )
    case 'integers':
      return json({ type: 'array', items: { type: 'integer' } }, value)
    case 'lines':
      return text((row) => (value(row) as readonly string[]).join('\n'))
    case 'visibilities':
      return json({ type: 'array', items: { type: 'string', enum: [...visibilities] } }, value)
    case 'weights':
      return json({ type: 'object', additionalProperties: { type: 'integer' } }, value)
    case 'switches':
      return followed(json({ type: 'object', additionalProperties: { type: 'boolean' } }, value), attribute)
    case 'json':
      return json({ type: Array.isArray(attribute.default) ? 'array' : 'object' }, value)
    case 'duration':
      return nullable(
        // In the answer to its change it is shown as it was sent (settings#archive-builds).
        text((row, { asked }) => {
          const sent = asked(name)
          if (typeof sent === 'string' && sent !== '') return sent
          const seconds = value(row) as number | null
          return (seconds === null ? null : shortDuration(seconds)) as string
        }),
      )
    case 'time':
      return { ...text<Settings>((row) => value(row) as string), schema: TIME }
    case 'group':
      return nullable(integer((row) => value(row) as number))
    default:
      return kind satisfies never
  }
}

const TIME = { type: 'string', format: 'date-time' }

// Numbers of arbitrary precision travel as text, with a fraction in any case.
function decimalText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

function withDefaultHost(value: (row: Settings) => Json): Field<Settings> {
  return text((row, { url }) => {
    const own = value(row)
    return typeof own === 'string' ? own : `users.noreply.${hostOf(url(''))}`
  })
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/:]+|\[[^\]]+\])/.exec(url)?.[1] ?? ''
}
