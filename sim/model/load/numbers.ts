/**
 * A number for each claim: what it asks for, or the smallest number that nobody asks for. Throws when two ask for the
 * same one.
 */
export function assignNumbers(claims: readonly (number | undefined)[], path: string, after = 0): number[] {
  const taken = new Set<number>()
  claims.forEach((claim, i) => {
    if (claim === undefined) return
    if (taken.has(claim)) throw new Error(`${path}[${i}]: number ${claim} is taken`)
    taken.add(claim)
  })
  let next = after
  return claims.map((claim) => {
    if (claim !== undefined) return claim
    do next++
    while (taken.has(next))
    return next
  })
}
