/** A value of a parameter as a check gives it; null is sent as JSON null in a body and as an empty value in a query. */
export type Value = null | boolean | number | string | readonly Value[] | Params

export interface Params {
  readonly [name: string]: Value | undefined
}

/** `labels=a&iids[]=1&not[labels]=b`, with brackets and values percent-encoded. */
export function encodeQuery(params: Params): string {
  return pairs(params, (name) => name)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

function pairs(params: Params, named: (name: string) => string): (readonly [string, string])[] {
  return Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : pairsOf(named(name), value),
  )
}

function pairsOf(name: string, value: Value): (readonly [string, string])[] {
  if (value === null) return [[name, '']]
  if (isList(value)) return value.flatMap((item) => pairsOf(`${name}[]`, item))
  if (typeof value === 'object') return pairs(value, (inner) => `${name}[${inner}]`)
  return [[name, String(value)]]
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}
