import { avatarEntity } from '../../entities/avatar.ts'
import type { AvatarOwner } from '../../model/avatars/avatar.ts'
import { avatarFile } from '../../model/avatars/avatars.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { hidesProfiles } from '../../policy/visible.ts'
import { type Content, operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { forbidden, notFound } from '../../protocol/refusal.ts'
import { avatar, withAvatar } from '../shared/avatar-params.ts'

export const getAvatar = operation(
  {
    method: 'GET',
    path: '/avatar',
    summary: 'Get the avatar of a user by public email address',
    auth: 'public',
    params: {
      email: required(string({ about: 'Public email address of the user' })),
      size: integer({
        about: 'Size in pixels, for pictures of the avatar service only',
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

export const uploadOwnAvatar = operation(
  {
    method: 'PUT',
    path: '/user/avatar',
    summary: 'Upload an avatar for the current user',
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
  {
    ...downloading,
    path: '/projects/:id/avatar',
    summary: 'Download the avatar of a project',
    subject: 'project',
  },
  ({ world, project }) => avatarContent(world, 'project', project.id),
)

export const downloadGroupAvatar = operation(
  { ...downloading, path: '/groups/:id/avatar', summary: 'Download the avatar of a group', subject: 'group' },
  ({ world, group }) => avatarContent(world, 'group', group.id),
)

function avatarContent(world: World, kind: AvatarOwner, id: number): Content {
  const file = avatarFile(world, kind, id)
  if (file === undefined) throw notFound('Avatar')
  return {
    bytes: file.bytes,
    headers: { 'Content-Disposition': `attachment; filename="${file.name}"; filename*=UTF-8''${file.name}` },
  }
}
