import type { Ledger } from '../report/tried.ts'
import type { RunOptions } from '../run/runner.ts'
import type { LiveTargetOptions } from '../targets/live.ts'
import type { SimulatorTargetOptions } from '../targets/simulator.ts'
import type { Target } from '../targets/target.ts'

/** What can be checked: a service at a URL, any other target, or a simulator by the options of one. */
export type Wanted = Target | LiveTargetOptions | SimulatorTargetOptions

export interface DescribeOptions extends RunOptions {
  /** Checks to run, by id or by the beginning of it up to a slash. Default: all. */
  readonly ids?: readonly string[]
  /** Told of each call that the checks make. */
  readonly ledger?: Ledger
}
