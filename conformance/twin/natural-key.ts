import type { Json, Row } from '../kit/json.ts'
import { rewritten } from './reference.ts'

/** Attributes of which each alone tells a row from all others of its list. */
const telling = ['path_with_namespace', 'full_path', 'username', 'iid'] as const
/** Attributes that tell it together. */
const together = [
  'package_type',
  'name',
  'title',
  'key',
  'slug',
  'tag_name',
  'version',
  'ref',
  'sha',
  'file_name',
  'path',
  'environment_scope',
] as const

const TIME = /^\d{4}-\d\d-\d\d[T ]/

/** What a row is called on every service that has it: by its path, its name, its number in the project, never its id. */
export function naturalKey(row: Row): string {
  const alone = telling.find((name) => isScalar(row[name]))
  if (alone !== undefined) return `${alone} ${row[alone]}`
  const found = together.filter((name) => isScalar(row[name])).map((name) => `${name} ${row[name]}`)
  if (typeof row.id === 'string') found.push(`id ${row.id}`)
  return found.length > 0 ? found.join(', ') : bare(row)
}

function isScalar(value: Json | undefined): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

// A note or an event has no name: it is told by all that it says but numbers and times.
function bare(row: Row): string {
  const without = rewritten(row, '', {
    reference: () => null,
    text: (text) => (TIME.test(text) ? '' : text.replace(/^https?:\/\/[^/]+/, '')),
  })
  return JSON.stringify(without)
}

/** Rows by their keys; of several with equal ones each has a number besides. */
export function byNaturalKey(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const key = naturalKey(row)
    let free = key
    for (let n = 2; found.has(free); n++) free = `${key} (${n})`
    found.set(free, row)
  }
  return found
}
