import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Runner } from './runner.ts'

/** A machine on which a runner runs; several may share the configuration of one runner. */
export interface RunnerManager
  extends Pick<Runner, 'version' | 'revision' | 'platform' | 'architecture' | 'ipAddress'> {
  readonly id: number
  readonly runnerId: number
  /** What the machine calls itself. */
  readonly systemId: string
  readonly contactedAt: Instant
  readonly createdAt: Instant
}

export const runnerManagersTable = table<RunnerManager>()('runnerManagers', {
  byRunner: index((it) => [it.runnerId, it.systemId]),
})
