import { binary, hex, isUtf8, text } from '../lib/bytes.ts'
import { GitError } from './git-error.ts'
import type { Mode, Tree, TreeEntry } from './objects.ts'
import { type ScannedKind, scanTree } from './tree-scan.ts'

/** How others write modes; what git wrote in its first years counts as a plain file. */
const modes: { readonly [written: string]: Mode } = {
  '100644': '100644',
  '100664': '100644',
  '100755': '100755',
  '120000': '120000',
  '40000': '040000',
  '160000': '160000',
}
const FORBIDDEN = /^(?:\.{0,2}|\.git)$|\//i

/** A tree out of its payload. Throws a GitError for what git's strict check refuses: order, names, modes. */
export function parseTree(payload: Uint8Array): Tree {
  return plainTree(payload) ?? otherTree(payload)
}

function plainTree(payload: Uint8Array): Tree | undefined {
  const entries: TreeEntry[] = []
  const isPlain = scanTree(payload, (id, kind, entry, name) => {
    entries.push({
      mode: plainMode(payload, entry, kind),
      name: ascii(payload, name, id - 1),
      id: hex(payload, id, id + 20),
    })
  })
  return isPlain ? { type: 'tree', entries } : undefined
}

// Large trees have many entries: neither modes nor ids nor names go through arrays of their own.
function plainMode(payload: Uint8Array, at: number, kind: ScannedKind): Mode {
  if (kind === 'tree') return '040000'
  if (kind === 'commit') return '160000'
  if (payload[at + 1] === 0x32) return '120000'
  return payload[at + 3] === 0x37 ? '100755' : '100644'
}

const SHORT = 256

function ascii(payload: Uint8Array, from: number, to: number): string {
  const part = payload.subarray(from, to)
  return part.length > SHORT ? binary(part) : String.fromCharCode.apply(null, part as unknown as number[])
}

/** The entry of that name in the payload of a tree; undefined where there is none. */
export function entryNamed(payload: Uint8Array, name: string): TreeEntry | undefined {
  const at = placeOf(payload, name)
  // What cannot be read as text has a name that is read, too.
  if (at === undefined) return parseTree(payload).entries.find((entry) => entry.name === name)
  return entryAtPlace(payload, at, name)
}

/** Where the entry of that name begins in the payload of a tree; -1 for none, undefined for a name that is not ASCII. */
export function placeOf(payload: Uint8Array, name: string): number | undefined {
  if (NOT_ASCII.test(name)) return undefined
  for (let at = 0, end = 0; at < payload.length; at = end + 21) {
    // A mode has no zero, and five digits at least.
    end = payload.indexOf(0, at + 6)
    const start = end - name.length
    if (
      payload[start - 1] === SPACE &&
      isNamed(payload, start, name) &&
      start === payload.indexOf(SPACE, at) + 1
    )
      return at
  }
  return -1
}

const NOT_ASCII = /[^\0-\x7f]/

/** The entry that begins there, whose name is known; undefined for a place before the beginning. */
export function entryAtPlace(payload: Uint8Array, at: number, name: string): TreeEntry | undefined {
  if (at < 0) return undefined
  const start = payload.indexOf(SPACE, at) + 1
  const end = start + name.length
  const mode = payload[at] === FOUR ? '040000' : modes[binary(payload, at, start - 1)]
  return mode && { mode, name, id: hex(payload, end + 1, end + 21) }
}

/** Only directories have a mode that begins with it. */
const FOUR = 0x34

/** The entry that begins at a place of the payload of a tree and whose name ends at another; undefined unless it is ASCII. */
export function entryPlaced(payload: Uint8Array, at: number, end: number): TreeEntry | undefined {
  const start = payload.indexOf(SPACE, at) + 1
  const name = binary(payload, start, end)
  return NOT_ASCII.test(name) ? undefined : entryAtPlace(payload, at, name)
}

const SPACE = 32

function isNamed(payload: Uint8Array, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (payload[start + i] !== name.charCodeAt(i)) return false
  return true
}

/** Every entry is looked at closely: names that are not ASCII, modes of git's first years, and what is broken. */
function otherTree(payload: Uint8Array): Tree {
  const entries: TreeEntry[] = []
  const names = new Set<string>()
  let exact = true
  let previous = ''
  for (const { mode: written, name, id } of entriesIn(payload)) {
    const mode = modes[written]
    if (mode === undefined) throw new GitError(`malformed tree: mode ${written}`)
    const bytes = binary(name)
    if (FORBIDDEN.test(bytes)) throw new GitError(`malformed tree: contains '${bytes}'`)
    const place = mode === '040000' ? `${bytes}/` : bytes
    if (place <= previous || names.has(bytes)) throw new GitError('malformed tree: not properly sorted')
    previous = place
    names.add(bytes)
    exact &&= isUtf8(name) && written !== '100664'
    entries.push({ mode, name: text(name), id })
  }
  return { type: 'tree', entries, ...(!exact && { raw: payload }) }
}

function* entriesIn(payload: Uint8Array) {
  let at = 0
  while (at < payload.length) {
    const space = payload.indexOf(32, at)
    const end = payload.indexOf(0, space)
    if (space < 0 || end < 0 || end + 21 > payload.length) throw new GitError('malformed tree: cut short')
    yield {
      mode: binary(payload, at, Math.min(space, at + 8)),
      name: payload.subarray(space + 1, end),
      id: hex(payload, end + 1, end + 21),
    }
    at = end + 21
  }
}
