import type { Mode } from '../git/objects.ts'
import { since } from '../lib/dialect.ts'
import type { FileChange } from '../model/repository/file-changes.ts'
import { entity, flag, text } from './entity.ts'

/** A file in a comparison (repository#diff). */
export const diffEntity = entity<FileChange>('Diff', {
  old_path: text(({ entry }) => entry.oldPath),
  new_path: text(({ entry }) => entry.newPath),
  a_mode: text(({ entry }) => modeOf(entry.oldMode)),
  b_mode: text(({ entry }) => modeOf(entry.newMode)),
  new_file: flag(({ entry }) => entry.status === 'added'),
  renamed_file: flag(({ entry }) => entry.status === 'renamed'),
  deleted_file: flag(({ entry }) => entry.status === 'deleted'),
  diff: text(({ diff }) => diff),
  collapsed: since(
    'repository#later-collapsed',
    flag<FileChange>(({ leftOut }) => leftOut === 'collapsed'),
  ),
  too_large: since(
    'repository#later-collapsed',
    flag<FileChange>(({ leftOut }) => leftOut === 'too_large'),
  ),
})

function modeOf(mode: Mode | undefined): string {
  return mode ?? '0'
}
