import { table } from '../../store/database.ts'

/** A switch of the service's own development, where somebody has set it; the id is its name. */
export interface ServiceFlag {
  readonly id: string
  readonly on: boolean
  /** On for this share of what it is asked for. */
  readonly percentage?: number
}

export const serviceFlagsTable = table<ServiceFlag>()('serviceFlags', {})
