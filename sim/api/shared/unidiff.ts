import { since } from '../../lib/dialect.ts'
import { boolean, withDefault } from '../../protocol/params.ts'

/** The parameter of operations that show diffs of files (repository#later-unidiff). */
export const unidiff = since(
  'repository#later-unidiff',
  withDefault(boolean({ about: 'Diffs begin with the lines `---` and `+++`' }), false),
)
