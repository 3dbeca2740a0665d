import fc from 'fast-check'
import { utf8 } from '../../lib/bytes.ts'
import type { Mode, ObjectStore } from '../objects.ts'
import { type TreeFile, treeFrom } from '../tree.ts'

interface File {
  readonly mode: Exclude<Mode, '040000'>
  /** Lines of a text, or the bytes of something else. */
  readonly content: readonly string[] | Uint8Array
}

/** A folder of files by path. */
export type Files = Map<string, File>

const paths = ['a', 'b', 'c', 'd', 'd/a', 'd/b', 'd/e/a', 'e/x', 'e/y', 'a/z']
const path = fc.constantFrom(...paths)
const lines = (most: number): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: most })

/** One thing done to a folder. */
export type Edit =
  | {
      readonly kind: 'edit'
      readonly path: string
      readonly at: number
      readonly cut: number
      readonly put: string[]
    }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'write'; readonly path: string; readonly put: string[] }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'chmod'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string }
  | { readonly kind: 'binary'; readonly path: string; readonly byte: number }

const editFile = fc.record({
  kind: fc.constant('edit' as const),
  path,
  at: fc.nat(20),
  cut: fc.nat(2),
  put: lines(2),
})
const moveFile = fc.record({
  kind: fc.constant('move' as const),
  path,
  to: fc.constantFrom(...paths, 'n1', 'd/n2'),
})
const writeFile = fc.record({ kind: fc.constant('write' as const), path, put: lines(8) })
const binaryFile = fc.record({ kind: fc.constant('binary' as const), path, byte: fc.nat(3) })
const others = fc.record({
  kind: fc.constantFrom('remove' as const, 'chmod' as const, 'link' as const),
  path,
})

/** Edits of the kinds that can meet in a merge, changes of text most often. */
export function edits(most: number): fc.Arbitrary<Edit[]> {
  const edit = fc.oneof(
    { weight: 8, arbitrary: editFile },
    { weight: 3, arbitrary: moveFile },
    { weight: 2, arbitrary: others },
    { weight: 1, arbitrary: writeFile },
    { weight: 1, arbitrary: binaryFile },
  )
  return fc.array<Edit>(edit, { minLength: 1, maxLength: most })
}

/** Folders of some text files. */
export const folders: fc.Arbitrary<Files> = fc
  .array(fc.tuple(path, lines(12)), { minLength: 3, maxLength: 8 })
  .map((entries) => {
    const files: Files = new Map()
    for (const [path, content] of entries) place(files, path, { mode: '100644', content })
    return files
  })

/** Puts a file in place of whatever stands in its way. */
function place(files: Files, path: string, file: File): void {
  for (const other of [...files.keys()]) {
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.delete(other)
  }
  files.set(path, file)
}

/** The folder after some edits; edits of what is not there do nothing. */
export function applyEdits(files: Files, steps: readonly Edit[]): Files {
  const result: Files = new Map(files)
  for (const step of steps) apply(result, step)
  return result
}

function apply(files: Files, edit: Edit): void {
  const { path } = edit
  if (edit.kind === 'write') place(files, path, { mode: '100644', content: edit.put })
  else if (edit.kind === 'link') place(files, path, { mode: '120000', content: utf8('target') })
  else if (edit.kind === 'binary')
    place(files, path, { mode: '100644', content: Uint8Array.of(0, 1, edit.byte, 3, 4, 5) })
  else {
    const file = files.get(path)
    if (file) change(files, file, edit)
  }
}

function change(
  files: Files,
  file: File,
  edit: Extract<Edit, { kind: 'edit' | 'move' | 'remove' | 'chmod' }>,
): void {
  const isText = !(file.content instanceof Uint8Array)
  if (edit.kind === 'edit' && isText) {
    const content = file.content.toSpliced(edit.at % (file.content.length + 1), edit.cut, ...edit.put)
    files.set(edit.path, { ...file, content })
  } else if (edit.kind === 'chmod' && file.mode !== '120000') {
    files.set(edit.path, { ...file, mode: file.mode === '100644' ? '100755' : '100644' })
  } else if (edit.kind === 'move' || edit.kind === 'remove') {
    files.delete(edit.path)
    if (edit.kind === 'move') place(files, edit.to, file)
  }
}

/** Stores a folder and answers the id of its tree. */
export function storeFiles(objects: ObjectStore, files: Files): string {
  const entries = [...files].map(([path, { mode, content }]): [string, TreeFile] => [
    path,
    {
      mode,
      blob: content instanceof Uint8Array ? content : utf8(content.map((line) => `${line}\n`).join('')),
    },
  ])
  return treeFrom(objects, entries)
}
