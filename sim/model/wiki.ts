import { table } from '../store/database.ts'
import { index } from '../store/table.ts'
import type { Instant } from '../time/calendar.ts'

/** A page of a project's wiki. */
export interface WikiPage {
  readonly id: number
  readonly projectId: number
  /** Path without the extension: `guides/first-day`. */
  readonly slug: string
  readonly title: string
  readonly format: 'markdown' | 'rdoc' | 'asciidoc' | 'org'
  readonly content: string
  readonly authorId: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const wikiPagesTable = table<WikiPage>()('wikiPages', {
  byProject: index((page) => [page.projectId, page.slug], 1),
})
