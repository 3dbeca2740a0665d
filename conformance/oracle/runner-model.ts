import type { Row } from '../kit/json.ts'

const HOUR = 3600

/** A runner as the suite remembers it. */
export interface RunnerRecord {
  readonly id: number
  readonly token: string
  readonly paused: boolean
  readonly tags: readonly string[]
  /** Seconds of the session; undefined before the runner was heard of. */
  readonly contactedAt: number | undefined
  readonly projects: readonly number[]
}

/** What the suite believes of the runners of two projects. Commands change it beside the real ones. */
export interface RunnerModel {
  readonly runners: Map<number, RunnerRecord>
  readonly second: number
  /** Seconds that the session has let pass. */
  time: number
}

/** What a list must show of a runner. */
export function shownRunner({ id, paused, contactedAt }: RunnerRecord, time: number): Row {
  const online = contactedAt === undefined ? null : time - contactedAt < 2 * HOUR
  const status =
    online === null
      ? 'never_contacted'
      : paused
        ? 'paused'
        : online
          ? ('online' as const)
          : ('offline' as const)
  return { id, paused, active: !paused, online, status }
}
