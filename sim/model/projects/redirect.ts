import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** A path under which a project was known before; git goes on finding it there (conventions#moved-projects). */
export interface Redirect {
  /** The full path in lower case. */
  readonly id: string
  readonly projectId: number
}

export const redirectsTable = table<Redirect>()('redirects', {
  byProject: index((redirect) => [redirect.projectId]),
})
