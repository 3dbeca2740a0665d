import type { AnyCheck } from '../check.ts'
import * as milestones from './milestones/index.ts'

/** The checks by family. The registry is the exports themselves: to add a check, export it. */
export const checksByFamily: { readonly [family: string]: readonly AnyCheck[] } = {
  milestones: Object.values(milestones),
}

export const checks: readonly AnyCheck[] = Object.values(checksByFamily).flat()
