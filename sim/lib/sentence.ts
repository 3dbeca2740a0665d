/** Phrases in a row, as they are read out: `a`, `a and b`, `a, b, and c`. */
export function sentence(phrases: readonly string[]): string {
  const [first = '', second] = phrases
  if (second === undefined) return first
  if (phrases.length === 2) return `${first} and ${second}`
  return `${phrases.slice(0, -1).join(', ')}, and ${phrases.at(-1)}`
}
