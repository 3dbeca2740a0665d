import { deployScopes, type Scope, scopes, type Token } from '../../model/access-tokens/token.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { licensed } from '../../policy/tier.ts'
import { boolean, datetime, oneOf, type ParamsOf, string } from '../../protocol/params.ts'
import { invalid, message } from '../../protocol/refusal.ts'
import { type Day, dayOf, type Instant, parseDay } from '../../time/calendar.ts'

const DAY = 86_400_000

/** The scopes of a token that were asked for; refuses what there is not. */
export function knownScopes(given: readonly string[]): Scope[] {
  const found = scopes.filter((scope) => given.includes(scope) && !deployScopes.includes(scope))
  if (found.length === 0 || found.length < new Set(given).size)
    throw invalid('scopes does not have a valid value')
  return found
}

export function dayFrom(text: string | null | undefined): Day | null {
  return (text && parseDay(text)) || null
}

/** Administrators may say how long a token lives at most; then each has to end. */
export function refuseLongLife(world: World, expiresOn: Day | null, now: Instant): void {
  const days = settingInForce(world, 'max_personal_access_token_lifetime')
  if (days === null || !licensed(world, 'ultimate')) return
  if (expiresOn === null) throw message(422, "Expires at can't be blank")
  if (expiresOn > dayOf(now + days * DAY)) throw message(422, 'Expires at is invalid')
}

/** A week from now, when a token is renewed and nothing is said. */
export function inAWeek(now: Instant): Day {
  return dayOf(now + 7 * DAY)
}

/** What a list of tokens is asked by. */
export const tokenFilter = {
  revoked: boolean(),
  state: oneOf(['active', 'inactive']),
  created_after: datetime(),
  created_before: datetime(),
  search: string({ about: 'Part of a name' }),
  sort: oneOf(['created_asc', 'created_desc', 'expires_asc', 'expires_desc', 'name_asc', 'name_desc']),
}

/** The tokens that pass, in the order asked for; by id unless said. */
export function filteredTokens(
  tokens: readonly Token[],
  params: Partial<ParamsOf<typeof tokenFilter>>,
  now: Instant,
): Token[] {
  const { revoked, state, created_after: after, created_before: before, search, sort } = params
  const wanted = search?.toLowerCase()
  const passing = tokens.filter(
    (token) =>
      (revoked == null || token.revoked === revoked) &&
      (!state || isActive(token, now) === (state === 'active')) &&
      (after == null || token.createdAt > after) &&
      (before == null || token.createdAt < before) &&
      (!wanted || token.name.toLowerCase().includes(wanted)),
  )
  return sort ? passing.sort(orders[sort]) : passing
}

function isActive({ revoked, expiresAt }: Token, now: Instant): boolean {
  return !revoked && (expiresAt === null || expiresAt > now)
}

type Order = (a: Token, b: Token) => number
const created: Order = (a, b) => a.createdAt - b.createdAt || a.id - b.id
const never = Number.MAX_SAFE_INTEGER
const expires: Order = (a, b) => (a.expiresAt ?? never) - (b.expiresAt ?? never) || a.id - b.id
const named: Order = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id)
const orders = {
  created_asc: created,
  created_desc: (a, b) => -created(a, b),
  expires_asc: expires,
  expires_desc: (a, b) => -expires(a, b),
  name_asc: named,
  name_desc: (a, b) => -named(a, b),
} as const satisfies { readonly [sort: string]: Order }
