import type { Changing } from '../oracle/right.ts'
import type { Stage } from '../run/stage.ts'

/** Judges by the row of the table that the release of the target has. */
export async function ofItsRelease<R extends Changing<R>>(
  stage: Stage,
  right: R,
  judge: (inForce: R) => Promise<void>,
): Promise<void> {
  const { later } = right
  if (later === undefined) return judge(right)
  await stage.changed(later.change, { before: () => judge(right), after: () => judge(later.right) })
}
