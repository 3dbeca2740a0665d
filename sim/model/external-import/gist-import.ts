import { table } from '../../store/database.ts'

/** An import of gists that is under way; the id is the user's. */
export interface GistImport {
  readonly id: number
  readonly accessToken: string
}

export const gistImportsTable = table<GistImport>()('gistImports', {})
