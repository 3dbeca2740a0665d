import type { Json } from '../../lib/json.ts'
import type { Attribute } from '../../model/settings/attribute.ts'
import { attributes, isSettingAlias, type SettingName } from '../../model/settings/attributes.ts'
import { enforceSettings } from '../../model/settings/in-force.ts'
import type { Outcome } from './attempt.ts'
import type { Remedy } from './remedy.ts'

/** Large enough for every limit: bytes, days, requests in a period. */
const LARGE = 1_000_000

/** What could be otherwise about the settings that were asked: a switch turned, another choice, no limit, a list with one entry more or less. */
export function ofSettings({ stations }: Outcome): Remedy[] {
  const asked = new Map<string, Json>()
  for (const station of stations)
    if (station.station === 'setting') asked.set(station.name, station.value as Json)
  return [...asked].flatMap(([name, value]) =>
    othersThan(name, value).map(
      (other): Remedy => ({
        kind: 'setting',
        about: name,
        needs: needsText(name, value, other),
        has: `it is ${valueText(value)}`,
        apply(world, request) {
          enforceSettings(world, { [name as SettingName]: other })
          return request
        },
      }),
    ),
  )
}

function othersThan(name: string, value: Json): Json[] {
  if (typeof value === 'boolean') return [!value]
  const attribute = attributes()[name]
  if (attribute === undefined || isSettingAlias(attribute)) return []
  const { values = [], known = values } = attribute
  if (Array.isArray(value)) {
    const more = known.filter((one) => !value.includes(one)).map((one) => [...value, one])
    return [...more, ...value.map((gone) => value.filter((one) => one !== gone)), []]
  }
  const { default: byDefault, orNone = byDefault === null } = attribute
  const isNumber = typeof value === 'number' || typeof byDefault === 'number'
  const free = [byDefault, ...(orNone ? [null] : []), ...(isNumber ? limits(attribute) : [])]
  return [...new Set(values.length > 0 ? values : free)].filter((other) => other !== value)
}

/** No limit where 0 is none, and one that nothing reaches. */
function limits({ least = 0, above = -1, most = LARGE }: Attribute): number[] {
  return [0, typeof most === 'number' ? most : LARGE].filter(
    (limit) => limit >= Number(least) && limit > Number(above),
  )
}

function needsText(name: string, value: Json, other: Json): string {
  if (typeof other === 'boolean') return `the setting ${name} ${other ? 'on' : 'off'}`
  if (!Array.isArray(other) || !Array.isArray(value)) return `the setting ${name} at ${valueText(other)}`
  const more = other.find((one) => !value.includes(one))
  if (more !== undefined) return `${more} in the setting ${name}`
  const gone = value.filter((one) => !other.includes(one))
  return gone.length === 1 ? `the setting ${name} without ${gone[0]}` : `the setting ${name} empty`
}

function valueText(value: Json): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (value === null || value === '') return 'unset'
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
