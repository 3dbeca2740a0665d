/** How much of something there is, and what of it was not tried. */
export interface Share {
  readonly tried: number
  readonly of: number
  readonly missing: readonly string[]
}

/** The same by name. */
export interface NamedShare extends Share {
  readonly names: readonly string[]
  /** What cannot be reached, with the reason; it does not count. */
  readonly excused: readonly (readonly [name: string, reason: string])[]
}

export const nothingToTry: Share = { tried: 0, of: 0, missing: [] }

export function shareOf(wanted: readonly string[], seen: readonly string[]): Share {
  const missing = wanted.filter((one) => !seen.includes(one))
  return { tried: wanted.length - missing.length, of: wanted.length, missing }
}
