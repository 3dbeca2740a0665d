import { changed, type Dialect, inDialect, since } from '../../lib/dialect.ts'
import { scopesHere } from '../../model/access-tokens/scopes.ts'
import {
  deployScopes,
  type LaterScope,
  laterScopes,
  type Scope,
  type TokenKind,
} from '../../model/access-tokens/token.ts'
import { isReleased } from '../../model/installation/released.ts'
import { changedLaterSetting, settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { licensed } from '../../policy/tier.ts'
import { boolean, datetime, oneOf, string } from '../../protocol/params.ts'
import { badRequest, invalid, message } from '../../protocol/refusal.ts'
import { type Day, dayOf, type Instant, parseDay } from '../../time/calendar.ts'

const DAY = 86_400_000

/** The tokens that users, bots and service accounts have. */
export const ownKinds: readonly TokenKind[] = ['personal', 'impersonation', 'project', 'group']

/** A token tells of itself and ends itself whatever its scopes are. */
export const anyScope = changed('access-tokens#later-create-runner', {
  before: ['read_user', 'read_repository', 'read_api'] as const,
  after: ['read_user', 'read_repository', 'read_api', ...(Object.keys(laterScopes) as LaterScope[])],
})

/** The requested scopes of a token; refuses unknown ones. */
export function knownScopes(world: World, given: readonly string[]): Scope[] {
  if (scopesFault(world, given) !== undefined) throw invalid('scopes does not have a valid value')
  return scopesHere(world).filter((scope) => given.includes(scope))
}

/** What is wrong with the requested scopes of a token. */
export function scopesFault(world: World, given: readonly string[]): string | undefined {
  if (given.length === 0) return "can't be blank"
  const known: readonly string[] = scopesHere(world).filter((scope) => !deployScopes.includes(scope))
  return given.every((scope) => known.includes(scope)) ? undefined : 'can only contain available scopes'
}

export function dayFrom(text: string | null | undefined): Day | null {
  return (text && parseDay(text)) || null
}

/** Whether a token ends that nobody gave a last day. */
export const tokensEnd = changed('access-tokens#later-expiry', { before: false, after: true })

/** The day on which a new token ends: newer releases choose one where none is asked for. */
export function lastDay(
  { world, dialect, now }: { readonly world: World; readonly dialect: Dialect; readonly now: Instant },
  text: string | null | undefined,
): Day | null {
  const asked = dayFrom(text)
  if (asked !== null || !mustEnd(world, dialect)) return asked
  const most = licensed(world, 'ultimate')
    ? settingInForce(world, 'max_personal_access_token_lifetime')
    : null
  return dayOf(now + Math.min(USUAL, most ?? USUAL) * DAY)
}

/** Days that a token of newer releases lasts unless more is asked for. */
const USUAL = 365

function mustEnd(world: World, dialect: Dialect): boolean {
  return (
    inDialect<boolean>(tokensEnd, dialect) &&
    changedLaterSetting(world, 'require_personal_access_token_expiry') !== false
  )
}

/** Where an administrator limits the lifetime of tokens, every token has to expire within it. */
export function refuseLongLifetime(world: World, expiresOn: Day | null, now: Instant): void {
  const fault = lifetimeFault(world, expiresOn, now)
  if (fault !== undefined) throw message(422, `Expires at ${fault}`)
}

/** What is wrong with the day on which a token ends. */
export function lifetimeFault(world: World, expiresOn: Day | null, now: Instant): string | undefined {
  const late = yearFault(world, expiresOn, now)
  if (late !== undefined) return late
  const days = settingInForce(world, 'max_personal_access_token_lifetime')
  if (days === null || !licensed(world, 'ultimate')) return undefined
  if (expiresOn === null) return "can't be blank"
  return expiresOn > dayOf(now + days * DAY) ? 'is invalid' : undefined
}

/** What a token is for. */
export const description = since('access-tokens#later-description', string())

/** Whether a last day may lie more than a year ahead; the rule asks by the release. */
export const tokensLastAYear = changed('access-tokens#later-longest', { before: false, after: true })

/** What is wrong with a last day of newer releases that lies more than a year ahead, where tokens have to end. */
export function yearFault(world: World, expiresOn: Day | null, now: Instant): string | undefined {
  const most = dayOf(now + USUAL * DAY)
  if (expiresOn === null || expiresOn <= most || !isReleased(world, 'access-tokens#later-longest'))
    return undefined
  if (changedLaterSetting(world, 'require_personal_access_token_expiry') === false) return undefined
  return `must be before ${most}`
}

/** What releases changed of the secret of a new token; and of its scopes, beyond what they open. */
export const newSecret = since('access-tokens#later-routable', true)
export const newScopes = since('access-tokens#later-k8s-proxy', true)

/** A token with nothing but this scope rotates itself. */
export const rotatesItself = since('access-tokens#later-self-rotate', ['self_rotate'] as const)

/** The last day of a token that is rotated. */
export const rotation = {
  expires_at: since(
    'access-tokens#later-rotate-until',
    string({ about: '`YYYY-MM-DD`; in a week by default' }),
  ),
}

/** The last day of a rotated token: a week from now unless another is asked for. */
export function rotatedUntil(world: World, text: string | null | undefined, now: Instant): Day {
  const asked = dayFrom(text)
  const late = yearFault(world, asked, now)
  if (late !== undefined) throw badRequest(`Expires at ${late}`)
  return asked ?? dayOf(now + 7 * DAY)
}

/** The filters of a list of tokens. */
export const tokenFilter = {
  revoked: boolean(),
  state: oneOf(['active', 'inactive']),
  created_after: datetime(),
  created_before: datetime(),
  last_used_after: datetime({ about: 'Nothing notes who uses a token: none is found' }),
  last_used_before: datetime({ about: 'Nothing notes who uses a token: none is found' }),
  search: string({ about: 'Part of the name' }),
  sort: oneOf(['created_asc', 'created_desc', 'expires_asc', 'expires_desc', 'name_asc', 'name_desc']),
}
