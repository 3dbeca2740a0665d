import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A cluster to which a project, a group or the whole installation deploys by its certificate. */
export interface Cluster {
  readonly id: number
  /** At most one of the two is a number. */
  readonly projectId: number | null
  readonly groupId: number | null
  readonly name: string
  readonly domain: string | null
  readonly enabled: boolean
  readonly managed: boolean
  readonly environmentScope: string
  readonly managementProjectId: number | null
  readonly apiUrl: string
  readonly token: string
  readonly namespace: string | null
  readonly caCert: string | null
  readonly authorizationType: 'rbac' | 'abac' | 'unknown_authorization'
  readonly createdById: number
  readonly createdAt: Instant
}

export const clustersTable = table<Cluster>()('clusters', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId])),
  byInstance: index((it) => (it.projectId === null && it.groupId === null ? [0] : undefined)),
})
