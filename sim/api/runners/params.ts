import { since } from '../../lib/dialect.ts'
import { runnerStatuses, runnerTypes } from '../../model/runners/runner.ts'
import { customPermissions } from '../../policy/custom-roles.ts'
import { boolean, integer, oneOf, type Params, required, string, stringList } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'

export const source = 'runners#list-form'

/** Deprecated statuses are accepted beside the current ones. */
const statuses = ['active', 'paused', ...runnerStatuses] as const
const scopes = ['specific', 'shared', ...runnerTypes, ...statuses] as const
export type Scope = (typeof scopes)[number]

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

/** The list of owned runners refuses scopes that name runner types. */
export function refuseTypeScopes(scope: Scope | null | undefined): void {
  const known: readonly string[] = statuses
  if (scope != null && !known.includes(scope)) throw message(400, 'Scope contains invalid value')
}
