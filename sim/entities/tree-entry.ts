import { modes } from '../git/objects.ts'
import type { Entry } from '../git/tree.ts'
import { entity, text, word } from './entity.ts'

/** What lies in a directory (repository#tree-entry; `commit` is a submodule, repository#tree-entry). */
export const treeEntryEntity = entity<Entry>('TreeEntry', {
  id: text(({ id }) => id),
  name: text(({ name }) => name),
  type: word(['tree', 'blob', 'commit'], ({ type }) => type),
  path: text(({ path }) => path),
  mode: word(modes, ({ mode }) => mode),
})
