import type { Upload } from '../model/upload.ts'
import { entity, integer, text } from './entity.ts'

const SHOWN = /\.(?:png|jpe?g|gif|bmp|tiff|ico|webp|mp4|m4v|mov|webm|ogv|mp3|oga|ogg|spx|wav)$/i

/** A file attached to a project, and how a text shows it. */
export const uploadEntity = entity<Upload>('Upload', {
  id: integer(({ id }) => id),
  alt: text(altOf),
  url: text(pathOf),
  full_path: text(
    (upload, { world }) => `/${world.projects.require(upload.projectId).fullPath}${pathOf(upload)}`,
  ),
  markdown: text((upload) => `${SHOWN.test(upload.name) ? '!' : ''}[${altOf(upload)}](${pathOf(upload)})`),
})

// What is shown goes without the end of its name.
function altOf({ name }: Upload): string {
  return (SHOWN.test(name) ? name.replace(/\.[^.]*$/, '') : name).replace(/[[\]]/g, '\\$&')
}

function pathOf({ secret, name }: Upload): string {
  return `/uploads/${secret}/${name}`
}
