import { checks } from './checks/index.ts'
import { laws } from './laws/index.ts'
import type { Suite } from './run/plan.ts'

/** All laws and checks. */
export const suite: Suite = { laws, checks }
