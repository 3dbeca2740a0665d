export { type Check, check, type Law, law, type Needs } from './check.ts'
export type { Call, CallOptions, Reply } from './client.ts'
export { type Coverage, coverage, coverageTable } from './coverage.ts'
export type { CheckEnded, Counts, Event, Recipe, Result } from './events.ts'
export { Failure, type Finding, type Level, type MergedFinding, mergeFindings, Skipped } from './finding.ts'
export { createJudge, type ExitStatus, type Judge } from './judge.ts'
export { type Mutant, mutants, mutated } from './mutants/index.ts'
export { type Selection, type Suite, select, wholePlan } from './plan.ts'
export { createSession, type RunOptions, run, type Session } from './runner.ts'
export type { Stage } from './stage.ts'
export { suite } from './suite.ts'
export { type LiveTargetOptions, liveTarget } from './targets/live.ts'
export { type SimulatorTargetOptions, simulatorTarget } from './targets/simulator.ts'
export type {
  Credential,
  Credentials,
  Door,
  Mode,
  Place,
  Role,
  Target,
  Who,
  WireReply,
  WireRequest,
} from './targets/target.ts'
