/**
 * The names that are most like what was written, the most alike first. Ids are typed in parts (`title` of
 * `milestones/title-trimmed`), so shared pairs of letters count, and not how many letters would have to be changed.
 */
export function nearest(written: string, names: readonly string[], most = 3): readonly string[] {
  const wanted = written.toLowerCase()
  const pairs = pairsOf(wanted)
  return names
    .map((name) => ({ name, likeness: likeness(pairs, pairsOf(name)) + (name.includes(wanted) ? 1 : 0) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, most)
    .map(({ name }) => name)
}

/** `nearest` as the end of a complaint: `the nearest are pipelines, milestones`. */
export function nearestAre(written: string, names: readonly string[]): string {
  return `the nearest are ${nearest(written, names).join(', ')}`
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = ` ${text.toLowerCase()} `
  return new Set(Array.from(letters.slice(1), (letter, i) => letters.charAt(i) + letter))
}

// How much both share, of both and of what was written.
function likeness(written: ReadonlySet<string>, name: ReadonlySet<string>): number {
  const shared = [...written].filter((pair) => name.has(pair)).length
  return (2 * shared) / (written.size + name.size) + shared / written.size / 2
}
