import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** How the static site of a project is served. */
export interface PagesSettings {
  /** That of the project. */
  readonly id: number
  readonly projectId: number
  readonly uniqueDomain: boolean
  readonly httpsOnly: boolean
  readonly primaryDomain: string | null
}

export const pagesSettingsTable = table<PagesSettings>()('pagesSettings', {
  byProject: index((it) => [it.projectId]),
})

/** A domain of one's own under which the site of a project is served. */
export interface PagesDomain {
  readonly id: number
  readonly projectId: number
  readonly domain: string
  readonly verificationCode: string
  readonly autoSsl: boolean
  readonly certificate: string | null
  readonly key: string | null
  readonly createdAt: Instant
}

export const pagesDomainsTable = table<PagesDomain>()('pagesDomains', {
  byProject: index((it) => [it.projectId, it.domain]),
  byDomain: index((it) => [it.domain]),
})
