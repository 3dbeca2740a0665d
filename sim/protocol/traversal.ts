import { isHash, type RawHash } from './coerce.ts'
import { Refusal } from './refusal.ts'

const SEGMENT = /(?:^|[/\\])\.\.(?:[/\\]|$)/
/** Words of users, which may have anything in them. */
const free = new Set([
  'search',
  'name',
  'filter',
  'note',
  'body',
  'content',
  'description',
  'commit_message',
  'term',
])

/** True of a text that climbs, encoded or not. */
export function hasDotSegment(text: string): boolean {
  return SEGMENT.test(text.replace(/%2e/gi, '.').replace(/%2f/gi, '/'))
}

/** Refuses a path or a query with a segment `..`, as newer releases do before anything else. */
export function refuseTraversal(path: string, query: RawHash): void {
  if (!path.includes('..') && !/%2e/i.test(path) && Object.keys(query).length === 0) return
  if (!SEGMENT.test(decodeURIComponent(path)) && !climbs(query)) return
  const text = 'Potential path traversal attempt detected.'
  throw new Refusal(400, text, { text, headers: { 'Content-Type': 'text/plain' } })
}

function climbs(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('..') && SEGMENT.test(value)
  if (Array.isArray(value)) return value.some(climbs)
  return (
    isHash(value as never) &&
    Object.entries(value as object).some(([name, inner]) => !free.has(name) && climbs(inner))
  )
}
