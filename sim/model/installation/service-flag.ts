import { table } from '../../store/database.ts'

/** A feature flag of the service itself that was set; the id is its name. */
export interface ServiceFlag {
  readonly id: string
  readonly on: boolean
  /** On for this share of what it is asked for. */
  readonly percentage?: number
}

export const serviceFlagsTable = table<ServiceFlag>()('serviceFlags', {})
