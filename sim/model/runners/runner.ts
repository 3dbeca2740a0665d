import { changed, type Dialect, inDialect } from '../../lib/dialect.ts'
import { table } from '../../store/database.ts'
import { index, indexEach } from '../../store/table.ts'
import { addMonths, type Instant } from '../../time/calendar.ts'
import type { Present } from '../../time/moments.ts'

export const runnerTypes = ['instance_type', 'group_type', 'project_type'] as const
export type RunnerType = (typeof runnerTypes)[number]

export const runnerStatuses = ['online', 'offline', 'stale', 'never_contacted'] as const
export type RunnerStatus = (typeof runnerStatuses)[number]

export const runnerAccessLevels = ['not_protected', 'ref_protected'] as const
export type RunnerAccessLevel = (typeof runnerAccessLevels)[number]

export interface Runner {
  readonly id: number
  readonly type: RunnerType
  readonly description: string | null
  /** The authentication token, with which the runner itself signs in. */
  readonly token: string
  /** When the token expires; absent where it never does. */
  readonly tokenExpiresAt?: Instant
  readonly paused: boolean
  readonly locked: boolean
  readonly runUntagged: boolean
  /** Whether it takes jobs of protected branches and tags alone. */
  readonly accessLevel: RunnerAccessLevel
  /** Seconds. */
  readonly maximumTimeout: number | null
  /** As stored, not sorted. */
  readonly tags: readonly string[]
  readonly maintenanceNote: string | null
  /** What the runner reported at its last contact; null before. */
  readonly name: string | null
  readonly version: string | null
  readonly revision: string | null
  readonly platform: string | null
  readonly architecture: string | null
  readonly ipAddress: string | null
  readonly contactedAt: Instant | null
  /** When it asked for work last; absent for one that never did. */
  readonly askedAt?: Instant
  readonly createdAt: Instant
  /** Who created it; absent where it registered with a token. */
  readonly creatorId?: number
  /** The last change by a person; what the runner tells of itself is none. */
  readonly updatedAt: Instant
}

export const runnersTable = table<Runner>()('runners', {
  byType: index((runner) => [runner.type]),
  byToken: index((runner) => [runner.token]),
  byAsked: index(({ askedAt }) => (askedAt === undefined ? undefined : [askedAt])),
  byContact: index(({ contactedAt }) => (contactedAt === null ? undefined : [contactedAt])),
  byLastSign: index((runner) => [lastSignOf(runner)]),
  byTag: indexEach((runner) => runner.tags.map((tag) => [tag])),
})

/** A project in which a project runner is enabled; the first one is its owner. */
export interface RunnerProject {
  readonly id: number
  readonly runnerId: number
  readonly projectId: number
  readonly updatedAt: Instant
}

export const runnerProjectsTable = table<RunnerProject>()('runnerProjects', {
  byRunner: index((it) => [it.runnerId]),
  byProject: index((it) => [it.projectId, it.runnerId]),
})

/** The group of a group runner. */
export interface RunnerGroup {
  readonly id: number
  readonly runnerId: number
  readonly groupId: number
}

export const runnerGroupsTable = table<RunnerGroup>()('runnerGroups', {
  byRunner: index((it) => [it.runnerId]),
  byGroup: index((it) => [it.groupId, it.runnerId]),
})

/** How long after a contact a runner counts as online, in milliseconds. */
export const ONLINE_FOR = 2 * 3_600_000
/** How long without contact (or since creation) a runner is not stale. */
export const freshFor = changed<{ readonly months: number } | { readonly days: number }>(
  'runners#later-stale',
  {
    before: { months: 3 },
    after: { days: 7 },
  },
)
const DAY = 24 * 3_600_000

export function staleBefore(now: Instant, dialect: Dialect): Instant {
  const fresh = inDialect<{ readonly months: number } | { readonly days: number }>(freshFor, dialect)
  return 'months' in fresh ? addMonths(now, -fresh.months) : now - fresh.days * DAY
}

/** The status of a runner now. Stale is checked before never contacted, as in the service. */
export function statusOf(
  runner: Pick<Runner, 'contactedAt' | 'createdAt'>,
  present: Present,
  dialect: Dialect,
): RunnerStatus {
  if (isStale(lastSignOf(runner), present, dialect)) return 'stale'
  if (runner.contactedAt === null) return 'never_contacted'
  return isOnline(runner, present) ? 'online' : 'offline'
}

// Three months take 89 to 92 days. In between, months end on different days: a runner may be stale, and not any more.
function isStale(lastSign: Instant, present: Present, dialect: Dialect): boolean {
  if (!present.hasCome(lastSign + 7 * DAY)) return false
  const fresh = inDialect(freshFor, dialect)
  if ('days' in fresh) return present.hasCome(lastSign + fresh.days * DAY + 1)
  if (!present.hasCome(lastSign + 89 * DAY)) return false
  return present.hasCome(lastSign + 93 * DAY) || lastSign < staleBefore(present.now, dialect)
}

/** When it was created, or was heard of last. */
export function lastSignOf({ createdAt, contactedAt }: Pick<Runner, 'contactedAt' | 'createdAt'>): Instant {
  return Math.max(createdAt, contactedAt ?? createdAt)
}

/** The status as shown: a paused runner that was contacted once is `paused` (runners#status-order). */
export function shownStatus(runner: Runner, present: Present, dialect: Dialect): RunnerStatus | 'paused' {
  const status = statusOf(runner, present, dialect)
  return runner.paused && (status === 'online' || status === 'offline') ? 'paused' : status
}

/** True while the last contact is recent, whatever else is true of the runner. */
export function isOnline({ contactedAt }: Pick<Runner, 'contactedAt'>, { hasCome }: Present): boolean {
  return contactedAt !== null && !hasCome(contactedAt + ONLINE_FOR)
}
