/** What an entry stands for; `commit` is a submodule. */
export type ScannedKind = 'tree' | 'blob' | 'commit'

/** How the entries of a plain tree are told: where each begins, where its name and its id, and what it has to be. */
export type Scanned = (id: number, kind: ScannedKind, entry: number, name: number) => void

const SPACE = 32
const SLASH = 47
const DOT = 46

/**
 * Looks through the payload of a tree without making anything of it, which is what most trees of a push need. False for
 * whatever is not plain: a tree that is broken, or whose names or modes ask for a closer look. Then some entries may
 * have been told already.
 */
export function scanTree(payload: Uint8Array, told: Scanned): boolean {
  const { length } = payload
  let [before, beforeEnd, beforeTree] = [0, -1, false]
  let at = 0
  while (at < length) {
    const kind = kindAt(payload, at)
    if (kind === undefined) return false
    const start = at + (kind === 'tree' ? 6 : 7)
    let end = start
    let ascii = true
    for (let byte = payload[end] ?? 0; byte !== 0; byte = payload[++end] ?? 0) {
      if (byte === SLASH) return false
      if (byte > 127) ascii = false
    }
    // Whatever begins like `.git` is looked at closely; what is not ASCII may be no UTF-8.
    if (end === start || end + 21 > length || !ascii || isSpecial(payload, start, end)) return false
    const isTree = kind === 'tree'
    if (beforeEnd >= 0 && !follows(payload, before, beforeEnd, beforeTree, start, end)) return false
    told(end + 1, kind, at, start)
    before = start
    beforeEnd = end
    beforeTree = isTree
    at = end + 21
  }
  return true
}

// As git writes modes: 100644, 100755, 120000 and 160000, and 40000 for a directory.
function kindAt(payload: Uint8Array, at: number): ScannedKind | undefined {
  const [first, second] = [payload[at], payload[at + 1]]
  if (first === 0x34) return spells(payload, at, 0x30303030, SPACE) ? 'tree' : undefined
  if (first !== 0x31 || payload[at + 6] !== SPACE) return undefined
  if (second === 0x32) return spells(payload, at + 1, 0x30303030) ? 'blob' : undefined
  if (second === 0x36) return spells(payload, at + 1, 0x30303030) ? 'commit' : undefined
  const isFile =
    second === 0x30 && (spells(payload, at + 1, 0x30363434) || spells(payload, at + 1, 0x30373535))
  return isFile ? 'blob' : undefined
}

/** Whether four digits stand behind a place, and then this byte. */
function spells(payload: Uint8Array, at: number, four: number, fifth = payload[at + 5]): boolean {
  return (
    payload[at + 1] === four >> 24 &&
    payload[at + 2] === ((four >> 16) & 255) &&
    payload[at + 3] === ((four >> 8) & 255) &&
    payload[at + 4] === (four & 255) &&
    payload[at + 5] === fifth
  )
}

// `.`, `..` and `.git` in any case.
function isSpecial(payload: Uint8Array, start: number, end: number): boolean {
  return payload[start] === DOT && (end - start <= 2 || ((payload[start + 1] as number) | 32) === 103)
}

/**
 * Whether an entry clearly comes after another. A directory whose name begins the one before it, or is that, may be in
 * the tree twice, which takes the closer look.
 */
function follows(
  payload: Uint8Array,
  before: number,
  beforeEnd: number,
  beforeTree: boolean,
  start: number,
  end: number,
): boolean {
  const shared = Math.min(beforeEnd - before, end - start)
  for (let i = 0; i < shared; i++) {
    const difference = (payload[before + i] as number) - (payload[start + i] as number)
    if (difference !== 0) return difference < 0
  }
  if (start + shared === end) return false
  return !beforeTree || (payload[start + shared] as number) > SLASH
}
