import type { Fields } from './deployment.ts'

// What is read of JSON whose shape nobody promised: what is not of its kind is missing.

export function textOf(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberOf(fields: Fields | undefined, name: string): number | undefined {
  const value = fields?.[name]
  return typeof value === 'number' ? value : undefined
}

export function flagOf(fields: Fields | undefined, name: string): true | undefined {
  return fields?.[name] === true ? true : undefined
}

export function recordOf(fields: Fields | undefined, name: string): Fields | undefined {
  const value = fields?.[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export function listOf(fields: Fields | undefined, name: string): readonly Fields[] {
  const value = fields?.[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
}

export function textsOf(fields: Fields | undefined, name: string): readonly string[] | undefined {
  const value = fields?.[name]
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((one) => typeof one === 'string')
  return texts.length === 0 ? undefined : texts
}

/** A moment in UTC, as descriptions have it. */
export function timeOf(fields: Fields | undefined, name: string): string | undefined {
  const text = textOf(fields, name)
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** An object without what is undefined. */
export function filled<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T
}
