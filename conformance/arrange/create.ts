import type { Params } from '../kit/query.ts'
import type { Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'

/** The id, or another field, of what a call made; undefined where it made nothing. */
export type Made = (
  stage: Stage,
  operation: string,
  params: Params,
  name?: string,
  as?: Who,
) => Promise<string | number | undefined>
