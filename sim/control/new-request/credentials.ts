import type { Token } from '../../model/access-tokens/token.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { isUsable, personalKinds } from '../../policy/tokens.ts'
import type { Instant } from '../../time/calendar.ts'
import { CallRefused } from '../call.ts'

/**
 * Headers with which a request is made as a user: a token of his own, or that of an administrator and sudo. Throws a
 * `CallRefused` where the world has neither.
 */
export function headersAs(
  username: string,
  { world, now }: { readonly world: World; readonly now: Instant },
): { readonly [name: string]: string } {
  const user = world.users.find('byUsername', username.toLowerCase())
  if (user === undefined) throw new CallRefused(404, `there is no user '${username}'`)
  const own = best(tokensOf(world, user, now))
  if (own !== undefined) return { 'private-token': own.value }
  for (const admin of world.users.all().ascending()) {
    if (!admin.admin || admin.state !== 'active') continue
    const token = best(tokensOf(world, admin, now).filter(({ scopes }) => scopes.includes('sudo')))
    if (token !== undefined) return { 'private-token': token.value, sudo: user.username }
  }
  throw new CallRefused(
    409,
    `neither ${username} nor an administrator with the scope sudo has a token that works`,
  )
}

function tokensOf(world: World, user: User, now: Instant): readonly Token[] {
  const all = world.tokens.all().list()
  return all.filter(
    (token) =>
      token.userId === user.id &&
      personalKinds.includes(token.kind) &&
      token.scopes.includes('api') &&
      !token.revoked &&
      (token.expiresAt === null || token.expiresAt > now) &&
      isUsable(world, token),
  )
}

// An administrator may have one for each of his powers.
function best(tokens: readonly Token[]): Token | undefined {
  return [...tokens].sort((a, b) => b.scopes.length - a.scopes.length || a.id - b.id)[0]
}
