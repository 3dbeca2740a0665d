import { md5Hex } from '../lib/hash.ts'
import { switchedOff } from '../model/settings/in-force.ts'
import { type User, userStates } from '../model/user.ts'
import type { World } from '../model/world.ts'
import { integer, nullable, settledEntity, text, url, word } from './entity.ts'

/** A user wherever somebody is named (specification 1, Shared shapes). */
export const userRefEntity = settledEntity<User>('UserRef', {
  id: integer((user) => user.id),
  username: text((user) => user.username),
  name: text((user) => user.name),
  state: word(userStates, (user) => user.state),
  avatar_url: nullable(url((user, { world }) => avatarOf(world, user))),
  web_url: url((user, view) => view.url(user.username)),
})

const avatars = new WeakMap<User, string>()

/** The picture that the avatar service has for the user's mail address; null where that service is not asked. */
export function avatarOf(world: World, user: User): string | null {
  if (switchedOff(world, 'gravatar_enabled')) return null
  let avatar = avatars.get(user)
  if (avatar === undefined) {
    avatar = `https://www.gravatar.com/avatar/${md5Hex(user.email.toLowerCase())}?s=80&d=identicon`
    avatars.set(user, avatar)
  }
  return avatar
}
