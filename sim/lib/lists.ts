// An argument list has a limit of some hundred thousand: `push(...rows)` and `Math.max(...numbers)` throw beyond it.

/** Adds items to the end of a list. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item)
}

/** The smallest of some numbers and `most`; Infinity where there are none. */
export function smallest(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most
  for (const number of numbers) if (!(number >= found)) found = number
  return found
}

/** The largest of some numbers and `least`; minus Infinity where there are none. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least
  for (const number of numbers) if (!(number <= found)) found = number
  return found
}

/** Phrases in a row, as they are read out: `a`, `a and b`, `a, b, and c`. */
export function sentence(phrases: readonly string[]): string {
  const [first = '', second] = phrases
  if (second === undefined) return first
  if (phrases.length === 2) return `${first} and ${second}`
  return `${phrases.slice(0, -1).join(', ')}, and ${phrases.at(-1)}`
}
