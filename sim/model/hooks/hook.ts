import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** The events of webhooks. */
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
  'emoji_events',
  'feature_flag_events',
  'milestone_events',
  'resource_access_token_events',
  'vulnerability_events',
  'project_events',
] as const
export type HookEvent = (typeof hookEvents)[number]

/** How `branchFilter` is compared: as a pattern, as a regular expression, or not at all. */
export const branchStrategies = ['wildcard', 'regex', 'all_branches'] as const

/** A header that is sent with each call, beside those of every delivery. */
export interface CustomHeader {
  readonly key: string
  readonly value: string
}

/** What stands for `{key}` in the address of a hook; a secret. */
export interface UrlVariable {
  readonly key: string
  readonly value: string
}

/** The owner of a hook: the installation (with the id 0), a group or a project. */
export const hookOwners = ['instance', 'group', 'project'] as const
export type HookOwner = (typeof hookOwners)[number]

/** How the last deliveries of a webhook ended. Missing while none failed. */
export interface HookHealth {
  /** Failures since the last success. */
  readonly failures: number
  /** How often it was disabled for a time since then. */
  readonly backoffs: number
  /** The end of the latest of these times; null where the receiver refused what came. */
  readonly until: Instant | null
}

/** A webhook. */
export interface Hook {
  readonly id: number
  readonly owner: HookOwner
  readonly ownerId: number
  readonly url: string
  readonly urlVariables?: readonly UrlVariable[]
  readonly name?: string | null
  readonly description?: string | null
  /** Sent with each request, so that the receiver can verify it. */
  readonly token: string | null
  readonly events: readonly HookEvent[]
  /** Only pushes to branches that fit; with `*` for any text. */
  readonly branchFilter: string | null
  /** Missing means by pattern. */
  readonly branchStrategy?: (typeof branchStrategies)[number]
  /** Text with `{{fields}}` of the payload that is sent in its place. */
  readonly template?: string | null
  readonly customHeaders?: readonly CustomHeader[]
  readonly sslVerification: boolean
  readonly createdAt: Instant
  readonly health?: HookHealth
}

export const hooksTable = table<Hook>()('hooks', {
  byOwner: index((hook) => [hook.owner, hook.ownerId]),
})
