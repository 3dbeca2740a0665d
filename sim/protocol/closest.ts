/** The word that is nearest to what was written; undefined when none is near. */
export function closest(written: string, words: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.floor(written.length / 3)) + 1
  for (const word of words) {
    const changes = distance(written.toLowerCase(), word)
    if (changes < least) [best, least] = [word, changes]
  }
  return best
}

/** How many letters have to be added, removed or exchanged to make one text of the other. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const exchanged = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(exchanged, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
