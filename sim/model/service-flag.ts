import { table } from '../store/database.ts'

/** A switch of the service's own development, where somebody has set it; the id is its name. */
export interface ServiceFlag {
  readonly id: string
  readonly on: boolean
}

export const serviceFlagsTable = table<ServiceFlag>()('serviceFlags', {})
