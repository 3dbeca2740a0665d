import { avatarEntity } from '../../entities/avatar.ts'
import type { Pictured } from '../../model/avatars/avatar.ts'
import { avatarFile } from '../../model/avatars/avatars.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { hidesProfiles } from '../../policy/visible.ts'
import { type Content, operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { forbidden, notFound } from '../../protocol/refusal.ts'
import { avatar, withAvatar } from '../shared/avatar-params.ts'

export const getAvatarByAddress = operation(
  {
    method: 'GET',
    path: '/avatar',
    summary: 'The picture of whoever has a public mail address',
    auth: 'public',
    params: {
      email: required(string({ about: 'Public address of the user' })),
      size: integer({
        about: 'In pixels, where the picture is that of the avatar service',
        atLeast: 1,
        atMost: 512,
      }),
    },
    answers: { one: avatarEntity },
    refuses: [403],
    beyond: true,
  },
  ({ world, caller, params }) => {
    if (hidesProfiles(world, caller)) throw forbidden('Unauthorized access')
    const email = params.email ?? ''
    const user = world.users.by('byPublicEmail', email).first()
    return { user, email, size: params.size ?? null }
  },
)

export const putOwnAvatar = operation(
  {
    method: 'PUT',
    path: '/user/avatar',
    summary: 'Give the caller a picture',
    params: { avatar: required(avatar) },
    answers: { one: avatarEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, params }) => {
    const user = withAvatar(world, 'user', caller.user as User, params.avatar)
    return { user, email: user.email, size: null }
  },
)

const downloading = {
  method: 'GET',
  auth: 'public',
  answers: { bytes: 'application/octet-stream' },
  refuses: [404],
  beyond: true,
} as const

export const downloadProjectAvatar = operation(
  { ...downloading, path: '/projects/:id/avatar', summary: 'The picture of a project', subject: 'project' },
  ({ world, project }) => sent(world, 'project', project.id),
)

export const downloadGroupAvatar = operation(
  { ...downloading, path: '/groups/:id/avatar', summary: 'The picture of a group', subject: 'group' },
  ({ world, group }) => sent(world, 'group', group.id),
)

function sent(world: World, kind: Pictured, id: number): Content {
  const file = avatarFile(world, kind, id)
  if (file === undefined) throw notFound('Avatar')
  return {
    bytes: file.bytes,
    headers: { 'Content-Disposition': `attachment; filename="${file.name}"; filename*=UTF-8''${file.name}` },
  }
}
