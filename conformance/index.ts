export { type Check, check, type Law, law, type Needs } from './kit/check.ts'
export { type Citation, citationsOf, type Documentation, documentationOf } from './kit/citation.ts'
export type { Call, CallOptions, Reply } from './kit/client.ts'
export {
  Failure,
  type Finding,
  type Level,
  type MergedFinding,
  mergeFindings,
  Skipped,
} from './kit/finding.ts'
export { type Mutant, mutants, mutated } from './mutants/index.ts'
export { type Coverage, coverage, coverageTable } from './report/coverage.ts'
export type { CheckEnded, Counts, Event, Recipe, Result } from './run/events.ts'
export { createJudge, type ExitStatus, type Judge } from './run/judge.ts'
export { type Suite, wholePlan } from './run/plan.ts'
export { createSession, type RunOptions, run, type Session } from './run/runner.ts'
export { type Scope, type ScopeOfRun, scopes } from './run/scope.ts'
export { type Selection, select, type Wishes } from './run/selection.ts'
export type { Stage } from './run/stage.ts'
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
