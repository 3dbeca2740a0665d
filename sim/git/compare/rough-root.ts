/** A power of two near the square root, as git estimates what a comparison may cost. */
export function roughRoot(count: number): number {
  let root = 1
  for (let left = count; left > 0; left = Math.floor(left / 4)) root *= 2
  return root
}
