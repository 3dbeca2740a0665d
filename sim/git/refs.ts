import { compareNames } from './tree-order.ts'

export interface Ref {
  readonly name: string
  readonly id: string
}

/**
 * References by full name (`refs/heads/main`); `list` answers those that start with a prefix, in byte order, and `first`
 * the first of them without looking for the others.
 */
export interface RefStore {
  get(name: string): string | undefined
  set(name: string, id: string): void
  delete(name: string): void
  list(prefix: string): Ref[]
  first(prefix: string): Ref | undefined
}

/** An empty set of references in memory. */
export function memoryRefs(): RefStore {
  const ids = new Map<string, string>()
  const list = (prefix: string): Ref[] =>
    [...ids]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, id]) => ({ name, id }))
      .sort((a, b) => compareNames(a.name, b.name))
  return {
    get: (name) => ids.get(name),
    set: (name, id) => void ids.set(name, id),
    delete: (name) => void ids.delete(name),
    list,
    first: (prefix) => list(prefix)[0],
  }
}

const FORBIDDEN = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|[/.]$|(?:^|\/)\.|\.lock(?:\/|$)/

/** Whether git takes this as the full name of a reference, such as `refs/heads/main` (git check-ref-format). */
export function validRefName(name: string): boolean {
  return name.includes('/') && !FORBIDDEN.test(name)
}

/** Whether the name of a branch could be taken for the id of a commit: imports drop such branches (project-import#archive-reading). */
export function isLikeCommitId(name: string): boolean {
  return /^[0-9a-f]{40}$/.test(name)
}

/** Whether git lets a branch have this name (git check-ref-format --branch). */
export function validBranchName(name: string): boolean {
  return !name.startsWith('-') && name !== 'HEAD' && validRefName(`refs/heads/${name}`)
}

/** Whether the service lets a tag have this name: not the full name of a reference either. */
export function validTagName(name: string): boolean {
  return !/^(?:-|refs\/(?:heads|remotes|tags)\/|HEAD$)/.test(name) && validRefName(`refs/tags/${name}`)
}

/** The reference that leaves no room for a new one: `a` blocks `a/b`, and the reverse. */
export function blockingRef(refs: RefStore, name: string): string | undefined {
  const parts = name.split('/')
  for (let depth = 1; depth < parts.length; depth++) {
    const above = parts.slice(0, depth).join('/')
    if (refs.get(above) !== undefined) return above
  }
  return refs.first(`${name}/`)?.name
}
