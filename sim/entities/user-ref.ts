import { since } from '../lib/dialect.ts'
import { md5Hex } from '../lib/hash.ts'
import { avatarPath } from '../model/avatars/avatars.ts'
import { switchedOff } from '../model/settings/in-force.ts'
import { type User, userStates } from '../model/users/user.ts'
import { instanceOf, type World } from '../model/world.ts'
import { entity, flag, integer, nullable, oneOfTexts, text, url, type View } from './entity.ts'

/** A user wherever somebody is named (merge-requests#user-inside). */
export const userRefEntity = entity<User>('UserRef', {
  id: integer((user) => user.id),
  username: text((user) => user.username),
  public_email: since(
    'users#later-public-email',
    text<User>((user) => user.publicEmail),
  ),
  name: text((user) => user.name),
  state: oneOfTexts(userStates, (user) => user.state),
  locked: since(
    'users#later-locked',
    flag<User>(() => false),
  ),
  avatar_url: nullable(url((user, { world }) => avatarOf(world, user))),
  web_url: url((user, view) => view.url(user.username)),
})

/** The user with an id, where there is one. */
export function userWith(id: number | null | undefined, { world }: View): User | undefined {
  return id == null ? undefined : world.users.get(id)
}

/** The first of these users who is still there. */
export function firstOf(ids: readonly number[], view: View): User | undefined {
  for (const id of ids) {
    const user = userWith(id, view)
    if (user !== undefined) return user
  }
  return undefined
}

const avatars = new WeakMap<User, string>()

/** The user's own picture, or the one that the avatar service has for the mail address; null where neither is to be had. */
export function avatarOf(world: World, user: User): string | null {
  const own = avatarPath('user', user)
  if (own !== null) return `${instanceOf(world).url}/${own}`
  if (switchedOff(world, 'gravatar_enabled')) return null
  let avatar = avatars.get(user)
  if (avatar === undefined) {
    avatar = dots(user.email, USUAL_SIZE)
    avatars.set(user, avatar)
  }
  return avatar
}

const USUAL_SIZE = 40
// For displays with two dots a pixel.
const SCALE = 2

/** The picture that the avatar service has for a mail address; null where that service is not asked. */
export function gravatar(world: World, email: string, size: number | null): string | null {
  if (switchedOff(world, 'gravatar_enabled')) return null
  return dots(email, size !== null && size > 0 ? size : USUAL_SIZE)
}

function dots(email: string, size: number): string {
  return `https://www.gravatar.com/avatar/${md5Hex(email.toLowerCase())}?s=${size * SCALE}&d=identicon`
}
