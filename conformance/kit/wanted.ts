import type { RunOptions } from '../run/runner.ts'
import type { Wishes } from '../run/selection.ts'
import type { LiveTargetOptions } from '../targets/live.ts'
import type { SimulatorTargetOptions } from '../targets/simulator.ts'
import type { Target } from '../targets/target.ts'

/** What can be checked: a service at a URL, any other target, or a simulator by the options of one. */
export type Wanted = Target | LiveTargetOptions | SimulatorTargetOptions

/** Which checks to run (default: all), and how. */
export interface DescribeOptions extends RunOptions, Wishes {}
