import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A tag that was published with notes. */
export interface Release {
  readonly id: number
  readonly projectId: number
  readonly tag: string
  /** The commit of the tag when it was released. */
  readonly sha: string | null
  readonly name: string
  readonly description: string | null
  readonly authorId: number | null
  readonly milestoneIds: readonly number[]
  readonly releasedAt: Instant
  readonly createdAt: Instant
  readonly updatedAt: Instant
}
export const releasesTable = table<Release>()('releases', {
  byProject: index((release) => [release.projectId, release.tag]),
  byReleased: index((release) => [release.projectId, release.releasedAt]),
  byCreated: index((release) => [release.projectId, release.createdAt]),
})

export const linkTypes = ['other', 'runbook', 'image', 'package'] as const

/** A link of a release. */
export interface ReleaseLink {
  readonly id: number
  readonly releaseId: number
  readonly projectId: number
  readonly name: string
  readonly url: string
  /** Where it is found below the release, with a slash before it. */
  readonly filepath: string | null
  readonly type: (typeof linkTypes)[number]
}
export const releaseLinksTable = table<ReleaseLink>()('releaseLinks', {
  byRelease: index((link) => [link.releaseId]),
  byName: index((link) => [link.releaseId, link.name]),
  byUrl: index((link) => [link.releaseId, link.url]),
  byFilepath: index((link) => (link.filepath === null ? undefined : [link.releaseId, link.filepath])),
  byProject: index((link) => [link.projectId]),
})
