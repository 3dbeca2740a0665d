import type { Json } from '../../lib/json.ts'
import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A connection of a project, or of a group, to a service elsewhere. */
export interface Integration {
  readonly id: number
  /** One of the two is null. */
  readonly projectId: number | null
  readonly groupId: number | null
  readonly slug: string
  readonly active: boolean
  /** What its service needs, secrets among it, by the names of the parameters. */
  readonly properties: { readonly [name: string]: Json }
  /** What happens that the service hears of. */
  readonly events: { readonly [name: string]: boolean }
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const integrationsTable = table<Integration>()('integrations', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId, it.slug])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId, it.slug])),
})
