import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** What hooks may be told of. */
export const hookEvents = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'note_events',
  'confidential_note_events',
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'releases_events',
  'subgroup_events',
  'member_events',
  'repository_update_events',
] as const
export type HookEvent = (typeof hookEvents)[number]

/** Whose hook it is: the installation's (with the id 0), a group's or a project's. */
export const hookOwners = ['instance', 'group', 'project'] as const
export type HookOwner = (typeof hookOwners)[number]

/** An address that is told of what happens. */
export interface Hook {
  readonly id: number
  readonly owner: HookOwner
  readonly ownerId: number
  readonly url: string
  /** Sent along, so that the far side knows who speaks. */
  readonly token: string | null
  readonly events: readonly HookEvent[]
  /** Only pushes to branches that fit; with `*` for any text. */
  readonly branchFilter: string | null
  readonly sslVerification: boolean
  readonly createdAt: Instant
}

export const hooksTable = table<Hook>()('hooks', {
  byOwner: index((hook) => [hook.owner, hook.ownerId], 2),
})
