import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import type { Project } from '../projects/project.ts'
import type { Runner } from '../runners/runner.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { type AuditScope, noTarget, recordAudit } from './audit-log.ts'

/** The author of an event: a user, or the holder of a registration token. */
export type RunnerActor =
  | User
  | { readonly registrationToken: string }
  | { readonly authenticationToken: string }

/** The project, group or installation that a runner serves. */
export type RunnerPlace = { readonly project: Project } | { readonly group: Group } | 'installation'

/** Records the audit event of a runner (audit-events#runners). */
export function recordRunnerAudit(
  world: World,
  runner: Runner,
  place: RunnerPlace,
  by: RunnerActor,
  text: string,
  now: Instant,
): void {
  const target = { targetId: runner.id, targetType: 'Ci::Runner', targetDetails: pathOf(runner, place) }
  const change = { custom_message: text }
  const scope = scopeOf(place)
  if ('id' in by) recordAudit(world, { author: by, scope, target, change }, now)
  else {
    const [key, token] =
      'registrationToken' in by
        ? ['runner_registration_token', by.registrationToken]
        : ['runner_authentication_token', by.authenticationToken]
    const author = { id: -1, name: masked(token) } as const
    recordAudit(world, { author, scope, target, change: { ...change, [key]: masked(token) } }, now)
  }
}

/** Records the reset of a registration token. */
export function recordTokenReset(
  world: World,
  place: RunnerPlace,
  reset: { readonly by: User; readonly before: string; readonly after: string },
  now: Instant,
): void {
  const { by, before, after } = reset
  const kind = place === 'installation' ? 'instance' : 'group' in place ? 'group' : 'project'
  const change = {
    custom_message: `Reset ${kind} runner registration token`,
    from: masked(before),
    to: masked(after),
  }
  recordAudit(world, { author: by, scope: scopeOf(place), target: noTarget, change }, now)
}

function scopeOf(place: RunnerPlace): AuditScope {
  return place === 'installation' ? { instance: true } : place
}

function pathOf({ id }: Runner, place: RunnerPlace): string {
  if (place === 'installation') return `/admin/runners/${id}`
  return 'group' in place
    ? `/groups/${place.group.fullPath}/-/runners/${id}`
    : `/${place.project.fullPath}/-/runners/${id}`
}

const PREFIX = 'GR1348941'

/** The beginning of a token: enough to recognise it, too little to use it. */
function masked(token: string): string {
  return token.slice(0, (token.startsWith(PREFIX) ? PREFIX.length : 0) + 8)
}
