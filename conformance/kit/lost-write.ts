import { type Door, textOf, type WireRequest } from '../targets/target.ts'
import { Interrupted } from './finding.ts'
import { isRows, parseJson } from './json.ts'

/** By one of these a record is known among others of its kind, where a check chooses it. */
const NAMES = ['path', 'name', 'title', 'tag_name', 'branch', 'key'] as const

const MOST_ROWS = 100

/**
 * Whether a write whose reply never came can be sent again without harm: what replaces or deletes, and what would create a
 * record that the list does not show.
 */
export async function mayBeSentAgain(door: Door, request: WireRequest): Promise<boolean> {
  if (request.method === 'PUT' || request.method === 'DELETE') return true
  if (request.method !== 'POST' || request.body === undefined || request.url.includes('?')) return false
  const sent = parseJson(textOf(request.body))
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false
  const name = NAMES.find((key) => typeof (sent as { [key: string]: unknown })[key] === 'string')
  if (name === undefined) return false
  const { 'content-type': _type, ...headers } = request.headers
  const url = `${request.url}?per_page=${MOST_ROWS}`
  try {
    const { status, body } = await door.send({ method: 'GET', url, headers })
    const rows = status === 200 ? parseJson(body) : undefined
    if (!isRows(rows) || rows.length >= MOST_ROWS) return false
    // A list whose rows have no such field tells nothing.
    return rows.every((row) => name in row && row[name] !== (sent as { [key: string]: unknown })[name])
  } catch (problem) {
    if (problem instanceof Interrupted) return false
    throw problem
  }
}
