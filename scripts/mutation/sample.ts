/** So many of these, drawn by the seed: a larger sample of the same seed holds the smaller one. */
export function sampled<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const random = mulberry(seed)
  const keyed = all.map((item) => ({ item, key: random() }))
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item)
}

function mulberry(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
