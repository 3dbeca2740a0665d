import type { Json } from '../../lib/json.ts'
import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** An integration of a project or a group. */
export interface Integration {
  readonly id: number
  /** One of the two is null. */
  readonly projectId: number | null
  readonly groupId: number | null
  readonly slug: string
  readonly active: boolean
  /** The parameters of the integration, secrets among them, by name. */
  readonly properties: { readonly [name: string]: Json }
  /** The events that are sent to it. */
  readonly events: { readonly [name: string]: boolean }
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const integrationsTable = table<Integration>()('integrations', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId, it.slug])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId, it.slug])),
})
