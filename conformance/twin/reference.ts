import { isRow, type Json, type Row } from '../kit/json.ts'

/** A number in a reply that stands for something: the same thing may have another number on another service. */
export interface Reference {
  /** What it is: `user`, `project`, `namespace` (a group, too), `milestone` … */
  readonly kind: string
  readonly id: number
  /** The object whose own id it is. */
  readonly row?: Row
}

/** What becomes of the references and of the other texts of a reply. */
export interface Rewriting {
  readonly reference: (reference: Reference) => Json
  readonly text: (text: string, key: string) => Json
}

/** A reply with other values in place of its references and texts; `kind` is what its rows are. */
export function rewritten(json: Json, kind: string, { reference, text }: Rewriting): Json {
  const inside = (value: Json, key: string, hint: string): Json => {
    if (Array.isArray(value)) return value.map((item) => inside(item, key, hint))
    if (isRow(value)) return ofRow(value, kindOfRow(value, hint))
    if (typeof value === 'string') return text(value, key)
    // How long something has taken goes on while it is under way.
    return typeof value === 'number' && /(^|_)duration$/.test(key) ? 'a time' : value
  }
  const ofRow = (row: Row, own: string): Json =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const given = name === 'id' ? { kind: own, row } : referred(name, row, own)
        return [name, (given && named(value, given)) ?? inside(value, name, singular(name))]
      }),
    )
  const named = (value: Json, given: Omit<Reference, 'id'>): Json | undefined => {
    if (Array.isArray(value)) return value.map((item) => named(item, given) ?? inside(item, '', given.kind))
    return isId(value) ? reference({ ...given, id: value }) : undefined
  }
  return inside(json, '', kind)
}

function isId(value: Json): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}

/** Attributes that tell for certain what an object is. */
const marks: readonly (readonly [attribute: string, kind: string])[] = [
  ['username', 'user'],
  ['path_with_namespace', 'project'],
  ['full_path', 'namespace'],
]

function kindOfRow(row: Row, hint: string): string {
  const marked = marks.find(([attribute]) => typeof row[attribute] === 'string')?.[1]
  if (marked !== undefined) return marked
  // `closed_by` may be a merge request: what bears no mark of a user is told by no more than its place.
  const kind = kindNamed(hint)
  return marks.some(([, sure]) => sure === kind) ? hint : kind
}

/** What an attribute such as `milestone_id` refers to; undefined for one that refers to nothing. */
function referred(name: string, row: Row, own: string): { readonly kind: string } | undefined {
  const base = /^(.+)_ids?$/.exec(name)?.[1]
  if (base === undefined) return undefined
  const type = row[`${base}_type`]
  if (typeof type === 'string') return { kind: kindNamed(snake(type)) }
  return { kind: base === 'parent' ? own : kindNamed(base) }
}

const users =
  /(^|_)(user|author|assignee|reviewer|owner|creator|approver)$|(^|_)(approved|closed|created|merged|resolved|updated|uploaded)_by$/

/** `user` for `author`, `project` for `source_project`; other words are kinds of their own. */
export function kindNamed(word: string): string {
  if (users.test(word)) return 'user'
  if (/(^|_)(group|subgroup|namespace)$/.test(word) && word !== 'resource_group') return 'namespace'
  return /(?:^|_)(project|merge_request|milestone|pipeline|epic)$/.exec(word)?.[1] ?? word
}

function snake(type: string): string {
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])|::/g, '_').toLowerCase()
}

/** `merge_request` for `merge_requests`. */
export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}
