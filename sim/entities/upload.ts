import { changed, since } from '../lib/dialect.ts'
import type { Upload } from '../model/uploads/upload.ts'
import type { User } from '../model/users/user.ts'
import { entity, integer, nullable, one, text, timestamp } from './entity.ts'

const SHOWN = /\.(?:png|jpe?g|gif|bmp|tiff|ico|webp|mp4|m4v|mov|webm|ogv|mp3|oga|ogg|spx|wav)$/i

/** A file attached to a project, and how a text shows it. */
export const uploadEntity = entity<Upload>('Upload', {
  id: since(
    'uploads#later-id',
    integer<Upload>(({ id }) => id),
  ),
  alt: text(altOf),
  url: text(pathOf),
  full_path: changed('uploads#later-full-path', {
    before: text<Upload>(
      (upload, { world }) =>
        `/${world.projects.require(upload.projectId as number).fullPath}${pathOf(upload)}`,
    ),
    after: text<Upload>((upload) => `/-/project/${upload.projectId}${pathOf(upload)}`),
  }),
  markdown: text((upload) => `${SHOWN.test(upload.name) ? '!' : ''}[${altOf(upload)}](${pathOf(upload)})`),
})

// What is shown goes without the end of its name.
function altOf({ name }: Upload): string {
  return (SHOWN.test(name) ? name.replace(/\.[^.]*$/, '') : name).replace(/[[\]]/g, '\\$&')
}

function pathOf({ secret, name }: Upload): string {
  return `/uploads/${secret}/${name}`
}

const uploaderEntity = entity<User>('Uploader', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  username: text(({ username }) => username),
})

/** A file among all that are attached. */
export const listedUploadEntity = entity<Upload>('ListedUpload', {
  id: integer(({ id }) => id),
  size: integer(({ bytes }) => bytes.length),
  filename: text(({ name }) => name),
  created_at: timestamp(({ createdAt }) => createdAt),
  uploaded_by: nullable(one(uploaderEntity, ({ userId }, { world }) => world.users.get(userId ?? 0))),
})
