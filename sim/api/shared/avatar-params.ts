import type { AvatarOwner } from '../../model/avatars/avatar.ts'
import { setAvatar } from '../../model/avatars/avatars.ts'
import type { World } from '../../model/world.ts'
import { file, type Upload } from '../../protocol/params.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

/** The parameter of an avatar: a file of a multipart body. */
export const avatar = file({ about: 'Image file of at most 200 KiB; an empty string removes the avatar' })

/** The row with the avatar that was sent, or unchanged if none was. */
export function withAvatar<R extends { readonly id: number; readonly avatar?: string | null }>(
  world: World,
  kind: AvatarOwner,
  row: R,
  sent: Upload | null | undefined,
): R {
  if (sent === undefined) return row
  const name = refuseInvalidRow(() => setAvatar(world, kind, row.id, sent))
  if (name === (row.avatar ?? null)) return row
  const changed = { ...row, avatar: name }
  switch (kind) {
    case 'project':
      return world.projects.put(changed as never) as unknown as R
    case 'group':
      return world.groups.put(changed as never) as unknown as R
    case 'user':
      return world.users.put(changed as never) as unknown as R
    case 'topic':
      return world.topics.put(changed as never) as unknown as R
    default:
      return kind satisfies never
  }
}
