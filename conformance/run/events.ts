import type { Dialect, Tier } from '../../sim/contract.ts'
import type { Finding, Level } from '../kit/finding.ts'
import type { TriedOperations } from '../report/tried.ts'
import type { Mode, Who } from '../targets/target.ts'
import type { Traffic } from '../targets/traffic.ts'
import type { Misnamed, Refused } from './callers.ts'
import type { ScopeOfRun } from './scope.ts'
import type { Observation } from './stage.ts'

/** What became of a check. */
export type Result =
  | { readonly kind: 'pass'; readonly inputs: number; readonly undecided?: readonly Undecidable[] }
  | { readonly kind: 'fail'; readonly finding: Finding; readonly recipe: Recipe }
  /** It does not hold, and a baseline accepts that for a reason. */
  | { readonly kind: 'known'; readonly finding: Finding; readonly recipe: Recipe; readonly reason: string }
  /** The target lacks something that the check needs. */
  | { readonly kind: 'skip'; readonly reason: string; readonly undecided?: readonly Undecidable[] }
  /** Not meant for this target: another dialect, another plan. */
  | { readonly kind: 'disabled'; readonly reason: string }
  /** A check that it builds on did not hold. */
  | { readonly kind: 'blocked'; readonly by: string }
  /** The target refused what only prepares the check; `rightly` as far as what was read of it tells. */
  | { readonly kind: 'blocked'; readonly cause: string; readonly rightly?: true }
  /** The suite itself went wrong, or where `interrupted` no reply of the service could be got. */
  | { readonly kind: 'broken'; readonly error: string; readonly interrupted?: true }

/** Inputs that decided nothing, since nothing that was read of the target tells what must be so. */
export interface Undecidable {
  readonly reason: string
  readonly inputs: number
}

export const resultKinds = ['pass', 'fail', 'known', 'skip', 'disabled', 'blocked', 'broken'] as const
export type ResultKind = Result['kind']

/** How to see a failure again. */
export interface Recipe {
  readonly seed: number
  readonly runs: number
  /** The smallest input that fails; undefined for a check that takes none. */
  readonly counterexample: string | undefined
  readonly shrinks: number
  /** Path of the project that was looked at, where nothing is created: another one may be the latest by now. */
  readonly project?: string
  /** What the ids in the calls are: the clean-up removes them, and then nobody can look them up. */
  readonly objects: readonly string[]
  /** What had to be there first, as `curl`: the calls of the arrangement, and changes that are not among `calls`. */
  readonly arrangement: readonly string[]
  /** The call that shows it, and the few before it that tell why. */
  readonly calls: readonly string[]
  /** What was answered to each of `calls`: the status, and how the body begins. */
  readonly replies: readonly string[]
  /** The status and body of the last reply. */
  readonly lastReply: string | undefined
}

/** What a run tells, in order; reporters and test frameworks are readers of these. */
export type Event =
  | {
      readonly type: 'started'
      readonly target: string
      readonly dialect: Dialect | undefined
      readonly tier: Tier | undefined
      readonly version: string | undefined
      readonly mode: Mode
      /** Path of the group that the run creates, and removes with all that is in it. */
      readonly creates?: string
      /** What the run looks at. Missing where traffic of others is judged. */
      readonly scope?: ScopeOfRun
      /** Callers whose credentials open something. */
      readonly callers: readonly Who[]
      /** Callers whose credentials open nothing; absent for none. */
      readonly refused?: Refused
      /** Callers whose credentials are of a user who cannot stand for them, and whose they are; absent where there are none. */
      readonly misnamed?: Misnamed
      readonly seed: number
      readonly runs: number
      readonly planned: number
      /** The part that this is of a run that is split, as `--shard` names it; absent for a whole one. */
      readonly shard?: string
      /** How many of them change settings of the installation or of accounts and put them back; absent for none. */
      readonly restoring?: number
      /** When it began, ISO 8601. */
      readonly at: string
    }
  | { readonly type: 'check-started'; readonly id: string }
  | { readonly type: 'observed'; readonly id: string; readonly observation: Observation }
  | {
      readonly type: 'check-ended'
      readonly id: string
      readonly says: string
      /** As the check states it: `milestones#order`; see `citationsOf`. */
      readonly source: string
      readonly level: Level
      /** Ids of the operations that it looks at. */
      readonly covers: readonly string[]
      readonly result: Result
      readonly milliseconds: number
      /** Sent for this check alone: what stages cost that serve many counts for none of them. */
      readonly requests?: number
    }
  | {
      readonly type: 'ended'
      readonly counts: Counts
      /** True for a run that was stopped before all checks had begun. */
      readonly stopped: boolean
      /** Why it was: by a signal, since the service was gone, or by a limit that the run was given. */
      readonly why?: StopReason
      /** Ids of the checks that were not begun. */
      readonly untried?: readonly string[]
      /** What could not be put back or removed. */
      readonly left?: readonly string[]
      readonly traffic: Traffic
      /** Of the operations in the scope. */
      readonly tried: TriedOperations
      readonly milliseconds: number
    }

/** Why a run ended before its checks did. */
export type StopReason = 'signal' | 'failures' | 'time' | 'gone'

export type Counts = { readonly [kind in ResultKind]: number }

export type CheckEnded = Extract<Event, { readonly type: 'check-ended' }>
