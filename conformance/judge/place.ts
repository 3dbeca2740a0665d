import type { Contract, ContractOperation } from '../../sim/contract.ts'
import { apiRoot } from '../kit/client.ts'
import { isRow, type Json, parseJson } from '../kit/json.ts'
import { finderOf, wordsOf } from '../report/tried.ts'
import { type Exchange, givenIn, type Heard } from './exchange.ts'
import { callerOf } from './redact.ts'

/** Scheme, host and relative root of the API that a URL calls; undefined for a URL that calls none. */
export function baseOf(url: string): string | undefined {
  const { origin, pathname } = new URL(url)
  const at = `${pathname}/`.indexOf(`${apiRoot}/`)
  return at < 0 ? undefined : origin + pathname.slice(0, at)
}

/** Finds out which operation exchanges are of. */
export interface Placing {
  /** The exchange with its operation; undefined where none is called. */
  place(exchange: Exchange, base: string): Heard | undefined
}

export function createPlacing(contract: Contract): Placing {
  const find = finderOf(contract)
  const ids = new Map<string, string>()
  return {
    place: (exchange, base) => {
      const { pathname } = new URL(exchange.url)
      const below = pathname.slice(new URL(base).pathname.replace(/\/$/, '').length + apiRoot.length)
      const operation = find(exchange.method, below)
      if (operation === undefined) return undefined
      const json =
        exchange.body === undefined ? undefined : parseJson(new TextDecoder().decode(exchange.body))
      learn(json, ids)
      const given = givenIn(exchange)
      return {
        ...exchange,
        operation,
        base,
        path: normal(below, ids),
        values: valuesOf(operation, below),
        given,
        json,
        caller: callerOf(exchange, given),
      }
    },
  }
}

// A project and a group are called by number and by path.
function learn(json: Json | undefined, ids: Map<string, string>): void {
  for (const row of Array.isArray(json) ? json : [json]) {
    if (!isRow(row) || typeof row.id !== 'number') continue
    if (typeof row.path_with_namespace === 'string')
      ids.set(`projects ${row.path_with_namespace.toLowerCase()}`, String(row.id))
    else if (typeof row.full_path === 'string')
      ids.set(`groups ${row.full_path.toLowerCase()}`, String(row.id))
  }
}

function normal(path: string, ids: ReadonlyMap<string, string>): string {
  const [first = '', second, ...rest] = wordsOf(path).map(decoded)
  const known = second === undefined ? undefined : ids.get(`${first} ${second.toLowerCase()}`)
  const words = [first, ...(second === undefined ? [] : [known ?? second]), ...rest]
  return `/${words.map(encodeURIComponent).join('/')}`
}

function valuesOf({ path, aliases }: ContractOperation, below: string): Heard['values'] {
  const words = wordsOf(below).map(decoded)
  const fitting = [path, ...aliases]
    .map(wordsOf)
    .find(
      (pattern) =>
        pattern.length === words.length &&
        pattern.every((word, i) => /^[:*]/.test(word) || word === words[i]),
    )
  const named = (fitting ?? []).flatMap((word, i) =>
    /^[:*]/.test(word) ? [[word.slice(1), words[i] ?? ''] as const] : [],
  )
  return Object.fromEntries(named)
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
