import type { Contract, ContractOperation } from '../../sim/contract.ts'
import { isRow, parseJson } from '../kit/json.ts'
import { textOf, type Who, type WireReply, type WireRequest } from '../targets/target.ts'

/** What a run tried of one operation, whatever came of it. */
export interface Tried {
  /** How often each status was answered. */
  readonly statuses: { readonly [status: string]: number }
  /** Parameters that were sent at least once. */
  readonly params: readonly string[]
  /** Those among them that were part of a call which succeeded. */
  readonly accepted: readonly string[]
  readonly callers: readonly Who[]
}

/** By id of the operation; what was never called is missing. */
export type TriedOperations = { readonly [operation: string]: Tried }

export interface Ledger {
  /** `inBody`: the names in the body, where they are known already. */
  hear(request: WireRequest, reply: WireReply, by: Who, inBody?: readonly string[]): void
  /** What was tried so far. */
  tried(): TriedOperations
}

interface Entry {
  readonly statuses: Map<number, number>
  readonly params: Set<string>
  readonly accepted: Set<string>
  readonly callers: Set<Who>
}

/** Writes down which operation each call reached, by its path: also those that a check writes out itself. */
export function createLedger(contract: Contract, root: string): Ledger {
  const find = finderOf(contract)
  const entries = new Map<string, Entry>()
  return {
    hear: (request, { status }, by, inBody) => {
      const { method, url } = request
      if (!url.startsWith(root)) return
      const mark = url.indexOf('?')
      const path = url.slice(root.length, mark < 0 ? url.length : mark)
      const operation = find(method === 'HEAD' ? 'GET' : method, path)
      if (operation === undefined) return
      const entry = entryOf(entries, operation.id)
      entry.statuses.set(status, (entry.statuses.get(status) ?? 0) + 1)
      entry.callers.add(by)
      const named = (name: string) => {
        entry.params.add(name)
        if (status < 400) entry.accepted.add(name)
      }
      if (mark >= 0) for (const name of namesOf(url.slice(mark + 1))) named(name)
      for (const name of inBody ?? namesInBody(request)) named(name)
    },
    tried: () => Object.fromEntries([...entries].map(([id, entry]) => [id, plain(entry)])),
  }
}

/** What several runs tried together. */
export function joined(parts: readonly TriedOperations[]): TriedOperations {
  const entries = new Map<string, Entry>()
  for (const part of parts)
    for (const [id, { statuses, params, accepted, callers }] of Object.entries(part)) {
      const entry = entryOf(entries, id)
      for (const [status, count] of Object.entries(statuses))
        entry.statuses.set(Number(status), (entry.statuses.get(Number(status)) ?? 0) + count)
      for (const name of params) entry.params.add(name)
      for (const name of accepted) entry.accepted.add(name)
      for (const caller of callers) entry.callers.add(caller)
    }
  return Object.fromEntries([...entries].map(([id, entry]) => [id, plain(entry)]))
}

/** What was tried of these operations alone. */
export function within(tried: TriedOperations, operations: ReadonlySet<string>): TriedOperations {
  return Object.fromEntries(Object.entries(tried).filter(([id]) => operations.has(id)))
}

function entryOf(entries: Map<string, Entry>, id: string): Entry {
  const known = entries.get(id)
  if (known !== undefined) return known
  const names = { params: new Set<string>(), accepted: new Set<string>() }
  const fresh = { statuses: new Map(), ...names, callers: new Set<Who>() }
  entries.set(id, fresh)
  return fresh
}

function plain({ statuses, params, accepted, callers }: Entry): Tried {
  const byStatus = [...statuses].sort(([one], [other]) => one - other)
  return {
    statuses: Object.fromEntries(byStatus),
    params: [...params].sort(),
    accepted: [...accepted].sort(),
    callers: [...callers].sort(),
  }
}

/** Names of a body that is JSON or a form; brackets and what is in them count for the outer name. */
function namesInBody({ body, headers }: WireRequest): readonly string[] {
  if (body === undefined) return []
  const type = headers['content-type'] ?? ''
  if (type.includes('json')) {
    const json = parseJson(textOf(body))
    return isRow(json) ? Object.keys(json) : []
  }
  if (type.includes('urlencoded')) return namesOf(textOf(body))
  if (!type.includes('multipart')) return []
  return [...textOf(body).matchAll(/ name="([^"[]+)/g)].map(([, name = '']) => name)
}

function namesOf(pairs: string): readonly string[] {
  return pairs === '' ? [] : [...new URLSearchParams(pairs).keys()].map((name) => name.split('[', 1)[0] ?? '')
}

/** So many paths are known at a time. */
const MOST_FOUND = 10_000

type Find = (method: string, path: string) => ContractOperation | undefined

/** Finds the operation of a call. Literal words come before parameters, as in a router, among the paths of as many words. */
export function finderOf({ operations }: Contract): Find {
  const byShape = new Map<
    string,
    { readonly words: readonly string[]; readonly operation: ContractOperation }[]
  >()
  for (const operation of operations)
    for (const path of [operation.path, ...operation.aliases]) {
      const words = wordsOf(path)
      const shape = `${operation.method} ${words.length}`
      byShape.set(shape, [...(byShape.get(shape) ?? []), { words, operation }])
    }
  for (const alike of byShape.values())
    alike.sort((one, other) => literals(other.words) - literals(one.words))
  const search: Find = (method, path) => {
    const words = wordsOf(path)
    return byShape.get(`${method} ${words.length}`)?.find((candidate) => fits(candidate.words, words))
      ?.operation
  }
  // A place that is gone back to is called by the same paths again.
  const found = new Map<string, ContractOperation | null>()
  return (method, path) => {
    const call = `${method} ${path}`
    const known = found.get(call)
    if (known !== undefined) return known ?? undefined
    if (found.size === MOST_FOUND) found.clear()
    const operation = search(method, path)
    found.set(call, operation ?? null)
    return operation
  }
}

export function wordsOf(path: string): readonly string[] {
  return path.split('/').filter((word) => word !== '')
}

function fits(pattern: readonly string[], words: readonly string[]): boolean {
  return pattern.every((word, i) => isParameter(word) || word === words[i])
}

function literals(pattern: readonly string[]): number {
  return pattern.filter((word) => !isParameter(word)).length
}

function isParameter(word: string): boolean {
  return word.startsWith(':') || word.startsWith('*')
}
