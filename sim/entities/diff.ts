import type { Mode } from '../git/objects.ts'
import { changed, since } from '../lib/dialect.ts'
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
  diff: changed('repository#later-unidiff', {
    before: text<FileChange>(({ diff }) => diff),
    after: text<FileChange>((change, view) =>
      view.asked('unidiff') === true ? unified(change) : change.diff,
    ),
  }),
  collapsed: since(
    'repository#later-collapsed',
    flag<FileChange>(({ leftOut }) => leftOut === 'collapsed'),
  ),
  too_large: since(
    'repository#later-collapsed',
    flag<FileChange>(({ leftOut }) => leftOut === 'too_large'),
  ),
  generated_file: since(
    'repository#later-generated-file',
    flag<FileChange>(() => false),
  ),
})

function modeOf(mode: Mode | undefined): string {
  return mode ?? '0'
}

/** The changes with the lines that name both files. */
function unified({ entry, diff }: FileChange): string {
  if (diff === '') return ''
  const old = entry.status === 'added' ? '/dev/null' : `a/${entry.oldPath}`
  const now = entry.status === 'deleted' ? '/dev/null' : `b/${entry.newPath}`
  return `--- ${old}\n+++ ${now}\n${diff}`
}
