/** Most places that are tried for one phrase in one text; one that would take more is not found. */
const MOST_TRIED = 1_000_000

/**
 * Whether words stand one after another, with no more than some places between where they should be and where they are.
 * `places` has for each word where it stands, in ascending order; equal words may share theirs.
 */
export function standInARow(places: readonly (readonly number[])[], slop: number): boolean {
  let tried = 0
  // A phrase begins where the first word would be by one of them, and each has to be there or a little behind.
  for (const [word, own] of places.entries())
    for (const at of own) {
      const start = at - word
      const isThere = places.every((all, other) => {
        tried++
        return (firstFrom(all, start + other) ?? Number.POSITIVE_INFINITY) - other <= start + slop
      })
      if (isThere || tried > MOST_TRIED) return isThere
    }
  return false
}

/** The first number of an ascending list that is not below another one. */
function firstFrom(ascending: readonly number[], least: number): number | undefined {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return ascending[low]
}
