/** A power of two near the square root, as git estimates what a comparison may cost. */
export function roughRoot(count: number): number {
  let root = 1
  for (let left = count; left > 0; left = Math.floor(left / 4)) root *= 2
  return root
}

/** The root beyond which lines that occur often are not told from those that occur very often. */
export const ROUGH_ROOT_LIMIT = 1024
