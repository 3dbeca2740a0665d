import type { Operation } from './operations.ts'
import { toWith } from './routes.ts'
import type { Row } from './rows.ts'

/** Tables by the words of paths, where these have other words. */
const tablesOf: { readonly [words: string]: string } = {
  deployKeys: 'deployKeyProjects',
  domains: 'pagesDomains',
  externalStatusChecks: 'statusChecks',
  featureFlagsUserLists: 'userLists',
  links: 'releaseLinks',
  lists: 'boardLists',
  variables: 'ciVariables',
  wikis: 'wikiPages',
}

/** What is told by a runner, and is no row of this table. */
const others = /^(PUT|PATCH) \/jobs\//

/**
 * Where a row is edited: the form of the operation that updates it, filled in; undefined for rows that none updates.
 * `parent` is the row that `parentOf` names.
 */
export function editOf(
  operations: readonly Operation[],
  table: string,
  row: Row,
  parent?: Row,
): string | undefined {
  const found = operations
    .filter(
      ({ name, method, path }) =>
        /^(PUT|PATCH)$/.test(method) && tableOf(path) === table && !others.test(name),
    )
    .flatMap((operation) => {
      const values = pathValues(operation.path, row, parent)
      return values === undefined ? [] : [{ operation, values }]
    })
    .toSorted((a, b) => rank(a.operation) - rank(b.operation))[0]
  if (found === undefined) return undefined
  return toWith(['try', found.operation.name], {
    ...filled(found.operation, row),
    ...found.values,
    ...writer(row),
  })
}

/** Parameter of the address of a form: the id of the user who sends it. */
export const SENDER = 'as_user'

// What somebody has said is edited by nobody else, not even by administrators.
function writer(row: Row): { readonly [SENDER]?: string } {
  return row.noteable === undefined || row.body === undefined ? {} : { [SENDER]: String(row.authorId) }
}

/** The row whose number paths to this one have as well: the merge request of a note. */
export function parentOf(row: Row): { readonly table: string; readonly id: string | number } | undefined {
  const [column, id] =
    Object.entries(row).find(([name]) => /^(noteable|mergeRequest|epic|release)Id$/.test(name)) ?? []
  if (typeof id !== 'number') return undefined
  const noun = column === 'noteableId' ? String(row.noteable) : (column ?? '').replace(/Id$/, '')
  return { table: `${noun.charAt(0).toLowerCase()}${noun.slice(1)}s`, id }
}

// `/projects/{id}/protected_branches/{name}`; a path that ends without a parameter names the only one there is.
function tableOf(path: string): string {
  const words = path.split('/').filter((part) => part !== '')
  const last = words.at(-1) ?? ''
  const noun = camelCase(last.startsWith('{') ? (words.at(-2) ?? '') : last.replace(/([^s])$/, '$1s'))
  return tablesOf[noun] ?? noun
}

/** The path that says most of a row names it for certain; one that ends without its name comes last. */
function rank({ path }: Operation): number {
  return (path.endsWith('}') ? 0 : 100) - path.split('/').length
}

function pathValues(
  path: string,
  row: Row,
  parent: Row | undefined,
): { readonly [name: string]: string } | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  const names = parts.flatMap((part, i) =>
    part.startsWith('{') ? [{ name: part.slice(1, -1), under: parts[i - 1] ?? '', i }] : [],
  )
  if (!isOwned(parts, row)) return undefined
  const values = names.map(({ name, under, i }) => {
    const isOwn = i === parts.length - 1
    const value = isOwn
      ? ownName(name, row)
      : i === 1
        ? ownerOf(under, row)
        : nameOfParent(name, under, row, parent)
    return [name, value] as const
  })
  if (values.some(([, value]) => typeof value !== 'number' && (typeof value !== 'string' || value === '')))
    return undefined
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
}

/** False where a path is that of rows without an owner, and the row has one. */
function isOwned(parts: readonly string[], row: Row): boolean {
  const isBelow = /^(projects|groups|users)$/.test(parts[0] ?? '') && parts.length > 2
  return isBelow || (ownerOf('projects', row) === undefined && ownerOf('groups', row) === undefined)
}

function ownerOf(kinds: string, row: Row): unknown {
  const kind = kinds.replace(/s$/, '')
  if (row.owner === kind) return row.ownerId
  if (row.source === kind) return row.sourceId
  return row[`${kind}Id`] ?? undefined
}

function ownName(name: string, row: Row): unknown {
  if (name === 'iid' || name.endsWith('_iid')) return row.iid
  const column = camelCase(name)
  const word = name.split('_').at(-1) as string
  return row[column] ?? row[word] ?? (name === 'name' ? row.title : undefined)
}

function nameOfParent(name: string, under: string, row: Row, parent: Row | undefined): unknown {
  const above = under === 'discussions' ? undefined : parentOf(row)
  if (above !== undefined && above.table !== camelCase(under)) return undefined
  return row[camelCase(name)] ?? (parent === undefined ? undefined : ownName(name, parent))
}

/** What the columns of a row say of the parameters of their names. */
function filled({ fields }: Operation, row: Row): { readonly [name: string]: string } {
  const texts = fields.flatMap(({ name, in: place }) => {
    const value = row[camelCase(name)]
    if (place === 'path' || /_at$/.test(name) || value === null || value === undefined || value === '')
      return []
    const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object')
    return typeof value === 'object' && !isList ? [] : [[name, String(value)]]
  })
  return Object.fromEntries(texts)
}

function camelCase(words: string): string {
  return words.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
