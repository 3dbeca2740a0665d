import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Visibility } from '../projects/visibility.ts'

export interface SnippetFile {
  readonly path: string
  readonly content: string
}

export interface Snippet {
  readonly id: number
  /** Null for a personal snippet. */
  readonly projectId: number | null
  readonly authorId: number
  readonly title: string
  readonly description: string | null
  readonly visibility: Visibility
  /** At least one; the first one's path is the snippet's file name. */
  readonly files: readonly SnippetFile[]
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const snippetsTable = table<Snippet>((it) => [it.title, it.description, it.files[0]?.path ?? null])(
  'snippets',
  {
    // The order of lists is that of the ids.
    byProjectId: index((it) => (it.projectId === null ? undefined : [it.projectId])),
    byOwner: index((it) => (it.projectId === null ? [it.authorId] : undefined)),
    byOpen: index((it) => (it.projectId === null && it.visibility === 'public' ? [it.updatedAt] : undefined)),
    byProject: index((it) => (it.projectId === null ? undefined : [it.projectId, it.updatedAt])),
    byAuthor: index((it) => [it.authorId, it.updatedAt]),
    byUpdated: index((it) => [it.updatedAt]),
    byCreated: index((it) => [it.createdAt]),
  },
)
