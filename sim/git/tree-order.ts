interface Sortable {
  readonly mode: string
  readonly name: string
}

/** Orders names as their UTF-8 bytes; JavaScript alone would put U+E000 to U+FFFF after the astral planes. */
export function compareNames(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return byteRank(x) - byteRank(y)
  }
  return a.length - b.length
}

const byteRank = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit

/** The order inside a tree: a directory sorts as if its name ended in a slash. */
export function compareEntries(a: Sortable, b: Sortable): number {
  return compareNames(sortName(a), sortName(b))
}

const sortName = (entry: Sortable): string => (entry.mode === '040000' ? `${entry.name}/` : entry.name)
