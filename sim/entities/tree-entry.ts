import { modes } from '../git/objects.ts'
import type { Entry } from '../git/tree.ts'
import { entity, oneOfTexts, text } from './entity.ts'

/** What lies in a directory (repository#tree-entry; `commit` is a submodule, repository#tree-entry). */
export const treeEntryEntity = entity<Entry>('TreeEntry', {
  id: text(({ id }) => id),
  name: text(({ name }) => name),
  type: oneOfTexts(['tree', 'blob', 'commit'], ({ type }) => type),
  path: text(({ path }) => path),
  mode: oneOfTexts(modes, ({ mode }) => mode),
})
