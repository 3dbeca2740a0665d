import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const wikiFormats = ['markdown', 'rdoc', 'asciidoc', 'org'] as const
export type WikiFormat = (typeof wikiFormats)[number]

/** A page of the wiki of a project or a group. */
export interface WikiPage {
  readonly id: number
  /** Null for what is of a group. */
  readonly projectId: number | null
  readonly groupId?: number
  /** Path without the extension: `guides/first-day`. */
  readonly slug: string
  readonly title: string
  readonly format: WikiFormat
  readonly content: string
  readonly authorId: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const wikiPagesTable = table<WikiPage>()('wikiPages', {
  byProject: index((page) => (page.projectId === null ? undefined : [page.projectId, page.slug])),
  byGroup: index((page) => (page.groupId === undefined ? undefined : [page.groupId, page.slug])),
})

/** A file that pages of a wiki can show. */
export interface WikiAttachment {
  readonly id: number
  /** Null for what is of a group. */
  readonly projectId: number | null
  readonly groupId?: number
  readonly name: string
  /** `uploads/0123…/name.png` */
  readonly path: string
  readonly bytes: Uint8Array
  readonly createdAt: Instant
}

export const wikiAttachmentsTable = table<WikiAttachment>()('wikiAttachments', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId])),
  byGroup: index((it) => (it.groupId === undefined ? undefined : [it.groupId])),
})
