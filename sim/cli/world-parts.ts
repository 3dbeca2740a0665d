import { wrongUse } from './failure.ts'

/** A piece of the description of a world, and where it was read. */
export interface WorldPart {
  readonly origin: string
  readonly draft: unknown
  /** Path of the project that a file of a folder describes, whose groups need no description. */
  readonly project?: string
}

type Fields = { readonly [name: string]: unknown }

/** A description joined of several, and where a place in it was written. */
export interface Joined {
  readonly draft: Fields
  /** `shop.yaml: projects[0].path` for `projects[7].path: …`. */
  readonly placed: (message: string) => string
}

/** Joins the lists and the settings of descriptions. Throws a CliFailure for what cannot be joined. */
export function joined(parts: readonly WorldPart[]): Joined {
  const draft: { [name: string]: unknown } = {}
  const lists: { name: string; from: number; origin: string }[] = []
  for (const { origin, draft: part } of parts)
    for (const [name, value] of Object.entries(fieldsOf(part, origin))) {
      const before = draft[name]
      if (Array.isArray(value) && (before === undefined || Array.isArray(before))) {
        lists.push({ name, from: (before ?? []).length, origin })
        draft[name] = [...(before ?? []), ...value]
      } else if (before === undefined || isAlike(before, value)) draft[name] = value
      else draft[name] = merged(before, value, name, origin)
    }
  return { draft: { version: 1, ...withGroups(draft, parts) }, placed: (message) => placed(message, lists) }
}

function fieldsOf(part: unknown, origin: string): Fields {
  if (isObject(part)) return part
  throw wrongUse(`--world: ${origin} must hold the description of a world`)
}

function merged(before: unknown, value: unknown, name: string, origin: string): Fields {
  if (!isObject(before) || !isObject(value))
    throw wrongUse(`--world: ${name} in ${origin} contradicts what another file says`)
  const all: { [key: string]: unknown } = { ...before }
  for (const [key, inner] of Object.entries(value))
    all[key] =
      before[key] === undefined || isAlike(before[key], inner)
        ? inner
        : merged(before[key], inner, `${name}.${key}`, origin)
  return all
}

// A folder already says that there is a group; its owner is the first administrator, or the first user.
function withGroups(draft: Fields, parts: readonly WorldPart[]): Fields {
  const groups = Array.isArray(draft.groups) ? draft.groups : []
  const users = Array.isArray(draft.users) ? draft.users : []
  const known = new Set([...groups.map((group) => group?.path), ...users.map((user) => user?.username)])
  const owner = (users.find((user) => user?.admin === true) ?? users[0])?.username
  const members = owner === undefined ? {} : { members: [{ user: owner, role: 'owner' }] }
  const missing: object[] = []
  for (const { project } of parts) {
    const names = project?.split('/') ?? []
    for (let depth = 1; depth < names.length; depth++) {
      const path = names.slice(0, depth).join('/')
      if (known.has(path)) continue
      known.add(path)
      missing.push({ path, ...members })
    }
  }
  return missing.length === 0 ? draft : { ...draft, groups: [...groups, ...missing] }
}

function placed(
  message: string,
  lists: readonly { readonly name: string; readonly from: number; readonly origin: string }[],
): string {
  const [, name, digits, rest = ''] = /^(\w+)\[(\d+)\](.*)$/s.exec(message) ?? []
  const list = lists.findLast((one) => one.name === name && one.from <= Number(digits))
  return list === undefined ? message : `${list.origin}: ${name}[${Number(digits) - list.from}]${rest}`
}

function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
