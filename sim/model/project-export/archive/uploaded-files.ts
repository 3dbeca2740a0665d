import { Pace, type Steps } from '../../../lib/steps.ts'
import type { AvatarFile } from '../../avatars/avatar.ts'
import { avatarFile, setAvatar } from '../../avatars/avatars.ts'
import { InvalidRow } from '../../invalid-row.ts'
import type { Project } from '../../projects/project.ts'
import { addUpload } from '../../uploads/uploads.ts'
import type { World } from '../../world.ts'
import type { Reading } from './field.ts'
import type { Entry } from './layout.ts'
import type { Unpacked } from './unpack.ts'

/** The files of a project that no repository holds: its avatar, and what texts link to. */
export function* uploadedFiles(world: World, { id }: Project): Generator<Entry> {
  const avatar = avatarFile(world, 'project', id)
  if (avatar !== undefined) yield { path: `avatar/${avatar.name}`, bytes: avatar.bytes }
  for (const { secret, name, bytes } of world.uploads.by('byProject', id).list())
    yield { path: `uploads/${secret}/${name}`, bytes }
}

const AVATAR = /^avatar\/(?:.*\/)?([^/]+)$/
// Releases before hashed storage put the path of the project in front.
const UPLOAD = /^uploads\/(?:.*\/)?([0-9a-f]{32})\/([^/]+)$/

/** Keeps the files of an archive; a picture that is none is passed over, as the service passes it over. */
export function* readUploadedFiles(
  { paths, file }: Unpacked,
  project: Project,
  { world, importer, now }: Reading,
): Steps<void> {
  const pace = new Pace()
  for (const path of paths) {
    if (pace.after(0)) yield
    const bytes = file(path) ?? new Uint8Array()
    const [, secret, name] = UPLOAD.exec(path) ?? []
    if (secret !== undefined && name !== undefined)
      addUpload(world, project, { secret, name, bytes, userId: importer.id }, now)
  }
  const path = paths.find((candidate) => AVATAR.test(candidate))
  if (path === undefined) return
  const name = AVATAR.exec(path)?.[1] ?? ''
  const avatar = keptAvatar(world, 'project', project.id, { name, bytes: file(path) ?? new Uint8Array() })
  if (avatar !== undefined) world.projects.update(project.id, { avatar })
}

/** The name of a picture that is one. */
export function keptAvatar(
  world: World,
  kind: 'project' | 'group',
  id: number,
  picture: Pick<AvatarFile, 'name' | 'bytes'>,
): string | null | undefined {
  try {
    return setAvatar(world, kind, id, picture)
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    return undefined
  }
}
