import { type Asked, callerOf, type HygieneRule, parsed, queryOf, replyHeader } from './asked.ts'

const PAGING = ['page', 'per_page', 'cursor', 'id_after', 'pagination']

/**
 * Lists that had a next page nobody read. A client that asks for one row a page wants the first row, and one that began
 * with a later page is on its way through the list.
 */
export function firstPageOnly(): HygieneRule {
  const lists = new Map<string, Begun>()
  return {
    see(asked) {
      const { request, operation, reply, path, world, subject } = asked
      if (request.method !== 'GET' || operation?.answer !== 'many') return
      const query = queryOf(request)
      const filters = filtersOf(query)
      const place = JSON.stringify([world, callerOf(request), path])
      if (isLater(query)) {
        // Links to the next page tell more than was sent: defaults, and what the path says.
        for (const [key, list] of lists)
          if (list.place === place && list.filters.every((filter) => filters.includes(filter)))
            lists.delete(key)
      } else if (reply.status === 200 && hasNext(asked) && query.get('per_page') !== '1')
        lists.set(JSON.stringify([place, filters]), { place, filters, subject, rows: rowsOf(asked).length })
    },
    end(note) {
      for (const { subject, rows } of lists.values())
        note('first-page-only', subject, `read ${rows} rows and no further, though there is a next page`)
    },
  }
}

/** A list of which the first page was read. */
interface Begun {
  readonly place: string
  readonly filters: readonly string[]
  readonly subject: string
  readonly rows: number
}

function filtersOf(query: URLSearchParams): string[] {
  return [...query]
    .filter(([name]) => !PAGING.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
}

function isLater(query: URLSearchParams): boolean {
  return Number(query.get('page') ?? 1) > 1 || query.has('cursor') || query.has('id_after')
}

function hasNext(asked: Asked): boolean {
  return (
    /rel="?next"?/.test(replyHeader(asked, 'link') ?? '') || (replyHeader(asked, 'x-next-page') ?? '') !== ''
  )
}

/** So many rows of one list asked for by themselves are a pattern. */
const MANY = 5
/** So many records are, wherever their names came from: several lists, a repository, a reply. */
const MANY_ANYHOW = 20
/** What names a row in a path. */
const NAMES = ['id', 'iid', 'path_with_namespace', 'full_path', 'name', 'tag_name'] as const

interface Listed {
  readonly subject: string
  readonly noun: string
  readonly names: ReadonlySet<string>
  /** By operation, the rows that were asked for. */
  readonly asked: Map<string, Set<string>>
}

/**
 * Rows of a list that are then asked for one by one: `GET /projects`, and `GET /projects/:id/languages` for each; and any
 * operation that is asked for a great many records.
 */
export function onePerRow(): HygieneRule {
  const lists = new Map<string, Listed>()
  const paths = new Map<string, Set<string>>()
  return {
    see(asked) {
      const { request, operation, path, world, reply } = asked
      if (request.method !== 'GET' || operation === undefined || reply.status !== 200) return
      paths.set(operation.id, (paths.get(operation.id) ?? new Set()).add(`${world} ${path}`))
      const segments = path.split('/')
      for (const [i, noun] of segments.entries()) {
        const value = segments[i + 1]
        if (value === undefined) continue
        for (const list of lists.values()) {
          if (list.noun !== `${world} ${noun}` || !list.names.has(value)) continue
          const rows = list.asked.get(operation.id) ?? new Set()
          list.asked.set(operation.id, rows.add(value))
        }
      }
      if (operation.answer === 'many') listed(lists, asked)
    },
    end(note) {
      const told = new Set<string>()
      for (const { subject, asked } of lists.values())
        for (const [operation, rows] of asked)
          if (rows.size >= MANY) {
            told.add(operation)
            note('n-plus-one', operation, `once for each of ${rows.size} rows of ${subject}`)
          }
      for (const [operation, { size }] of paths)
        if (size >= MANY_ANYHOW && !told.has(operation))
          note('n-plus-one', operation, `once for each of ${size} records`)
    },
  }
}

// All pages of a list are one list, and so is what is asked for twice.
function listed(lists: Map<string, Listed>, asked: Asked): void {
  const { path, world, subject } = asked
  const key = `${world} ${path}`
  const known = lists.get(key)
  const names = new Set([...(known?.names ?? []), ...rowsOf(asked).flatMap(namesOf)])
  const noun = `${world} ${path.split('/').at(-1)}`
  lists.set(key, { subject, noun, names, asked: known?.asked ?? new Map() })
}

function rowsOf({ replyBody }: Asked): readonly unknown[] {
  const rows = parsed(replyBody)
  return Array.isArray(rows) ? rows : []
}

function namesOf(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return []
  const columns = row as { readonly [name: string]: unknown }
  return NAMES.map((name) => columns[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => encodeURIComponent(String(value).replaceAll(/[\ud800-\udfff]/gu, '\ufffd')))
}
