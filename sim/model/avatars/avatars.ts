import { type Errors, InvalidRow } from '../invalid-row.ts'
import { safeName } from '../uploads/uploads.ts'
import type { World } from '../world.ts'
import type { AvatarFile, AvatarOwner } from './avatar.ts'

const FORMATS = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'ico', 'webp']
const LARGEST = 200 * 1024

/** Sets or removes an avatar; returns the file name for the row. Throws InvalidRow. */
export function setAvatar(
  world: World,
  kind: AvatarOwner,
  id: number,
  file: Pick<AvatarFile, 'name' | 'bytes'> | null,
): string | null {
  if (file === null) {
    deleteAvatar(world, kind, id)
    return null
  }
  refuse(file)
  return world.avatars.put({ id: `${kind}/${id}`, name: safeName(file.name), bytes: file.bytes }).name
}

export function deleteAvatar(world: World, kind: AvatarOwner, id: number): void {
  world.avatars.delete(`${kind}/${id}`)
}

export function avatarFile(world: World, kind: AvatarOwner, id: number): AvatarFile | undefined {
  return world.avatars.get(`${kind}/${id}`)
}

const folders: { readonly [kind in AvatarOwner]: string } = {
  project: 'project',
  group: 'group',
  user: 'user',
  topic: 'projects/topic',
}

/** The path of an avatar below the address of the installation. */
export function avatarPath(
  kind: AvatarOwner,
  { id, avatar }: { readonly id: number; readonly avatar?: string | null },
): string | null {
  return avatar == null ? null : `uploads/-/system/${folders[kind]}/avatar/${id}/${avatar}`
}

function refuse({ name, bytes }: Pick<AvatarFile, 'name' | 'bytes'>): void {
  const texts: string[] = []
  const format = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!FORMATS.includes(format))
    texts.push(
      `file format is not supported. Please try one of the following supported formats: ${FORMATS.join(', ')}`,
    )
  if (bytes.length > LARGEST) texts.push('is too big (should be at most 200 KiB)')
  const errors: Errors = { avatar: texts }
  if (texts.length > 0) throw new InvalidRow(errors)
}
