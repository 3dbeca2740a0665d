/** The share of trigrams that two texts have in common, in any case of letters: 1 for the same words, 0 for none. */
export function likeness(one: string, other: string): number {
  const [a, b] = [trigrams(one), trigrams(other)]
  let shared = 0
  for (const trigram of a) if (b.has(trigram)) shared++
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}

// Words are padded with two spaces before and one after, so that beginnings count more than ends.
function trigrams(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `
    for (let i = 0; i + 3 <= padded.length; i++) found.add(padded.slice(i, i + 3))
  }
  return found
}
