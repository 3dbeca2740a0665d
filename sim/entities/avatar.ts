import type { User } from '../model/users/user.ts'
import { entity, nullable, url } from './entity.ts'
import { avatarOf, gravatar } from './user-ref.ts'

/** The avatar of a user, or of an email address without a visible user. */
export interface ShownAvatar {
  readonly user: User | undefined
  readonly email: string
  /** In pixels; as everywhere unless said. */
  readonly size: number | null
}

export const avatarEntity = entity<ShownAvatar>('Avatar', {
  avatar_url: nullable(
    url(({ user, email, size }, { world }) =>
      user?.avatar == null ? gravatar(world, user?.email ?? email, size) : avatarOf(world, user),
    ),
  ),
})
