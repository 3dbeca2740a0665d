import type { View } from '../../entities/entity.ts'
import { type Dialect, since } from '../../lib/dialect.ts'
import { isOnline, type Runner, runnerStatuses, runnerTypes, statusOf } from '../../model/runners/runner.ts'
import { customPermissions } from '../../policy/custom-roles.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
import {
  boolean,
  integer,
  oneOf,
  type Params,
  type ParamsOf,
  required,
  string,
  stringList,
} from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'

export const source = 'runners#list-form'

/** Deprecated statuses are accepted beside the current ones. */
const statuses = ['active', 'paused', ...runnerStatuses] as const
const scopes = ['specific', 'shared', ...runnerTypes, ...statuses] as const
type Scope = (typeof scopes)[number]

const { readsRunners, managesRunners } = customPermissions
/** What changed for callers who manage a runner by a custom role; and for those who see it. */
export const managedByRole = [since(managesRunners.since, true)]
export const seenByRole = [...managedByRole, since(readsRunners.since, true)]
export const seenByAuditors = since('runners#later-auditors', true)

/** A token with nothing but this scope manages the runners that its user may. */
export const managingScope = since('access-tokens#later-manage-runner', ['manage_runner'] as const)

export const runnerId = { id: required(integer()) } as const satisfies Params

export const filters = {
  type: oneOf(runnerTypes),
  paused: boolean(),
  status: oneOf(statuses, { about: '`active` and `paused` are deprecated' }),
  tag_list: stringList({ about: 'Runners that have all of these tags' }),
  version_prefix: since(
    'runners#later-version-prefix',
    string({ matches: '^[0-9.]+$', about: 'What the version begins with' }),
  ),
} as const satisfies Params

export const scoped = {
  scope: oneOf(scopes, { about: 'Use `type` or `status`', deprecated: true }),
  ...filters,
} as const satisfies Params

type Filter = (runner: Runner, now: Instant, dialect: Dialect) => boolean

/** What each word selects. The words overlap: a stale runner is offline too (runners#filters). */
const selects: { readonly [word in Scope]: Filter } = {
  specific: ({ type }) => type !== 'instance_type',
  shared: ({ type }) => type === 'instance_type',
  instance_type: ({ type }) => type === 'instance_type',
  group_type: ({ type }) => type === 'group_type',
  project_type: ({ type }) => type === 'project_type',
  active: ({ paused }) => !paused,
  paused: ({ paused }) => paused,
  online: isOnline,
  offline: (runner, now) => runner.contactedAt !== null && !isOnline(runner, now),
  stale: (runner, now, dialect) => statusOf(runner, now, dialect) === 'stale',
  never_contacted: ({ contactedAt }) => contactedAt === null,
}

type Given = ParamsOf<typeof filters> & Partial<ParamsOf<typeof scoped>>

/** The runners that pass all given filters. */
export function filterRunners(runners: readonly Runner[], given: Given, view: View): Listing<Runner> {
  const passes = filterOf(given, view)
  return listingOf(passes === undefined ? runners : runners.filter(passes))
}

/** The condition that the filters make; undefined without filters. */
export function filterOf(
  given: Given,
  { now, dialect }: Pick<View, 'now' | 'dialect'>,
): ((runner: Runner) => boolean) | undefined {
  const words = [given.scope, given.type, given.status].filter((word) => word != null)
  const tags = given.tag_list ?? []
  const { version_prefix: prefix } = given
  if (words.length === 0 && given.paused == null && tags.length === 0 && prefix == null) return undefined
  return (runner) =>
    words.every((word) => selects[word](runner, now, dialect)) &&
    (given.paused == null || runner.paused === given.paused) &&
    (prefix == null || runner.version?.startsWith(prefix) === true) &&
    tags.every((tag) => runner.tags.includes(tag))
}

/** The list of owned runners refuses scopes that name runner types. */
export function refuseTypeScopes(scope: Scope | null | undefined): void {
  const known: readonly string[] = statuses
  if (scope != null && !known.includes(scope)) throw message(400, 'Scope contains invalid value')
}
