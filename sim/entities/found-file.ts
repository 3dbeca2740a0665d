import { since } from '../lib/dialect.ts'
import type { FoundFile } from '../model/search/found-files.ts'
import { constant, entity, type Field, integer, text } from './entity.ts'

const path: Field<FoundFile> = text((found) => found.path)

/** A file, or some lines of one, that a search found (search#blob-fields). */
export const foundFileEntity = entity<FoundFile>('FoundFile', {
  basename: text((found) => withoutExtension(found.path)),
  data: text((found) => found.data()),
  path,
  filename: { ...path, deprecated: true },
  id: constant(null),
  ref: text(({ ref }) => ref),
  startline: integer(({ startLine }) => startLine),
  project_id: integer(({ project }) => project.id),
})

/** A page of a wiki that a search found. */
export const foundPageEntity = entity<FoundFile>('FoundPage', {
  ...foundFileEntity.fields,
  group_id: since('search#later-group-id', constant<FoundFile>(null)),
})

// `.gitignore` has no extension, `docs/home.md` and `a.tar.gz` lose their last one.
function withoutExtension(whole: string): string {
  return whole.replace(/(?<=[^/.])\.[^/.]*$/, '')
}
