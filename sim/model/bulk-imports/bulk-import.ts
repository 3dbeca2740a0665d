import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** The states of a migration and of its entities (bulk-imports#status-filter). */
export const migrationStatuses = ['created', 'started', 'finished', 'timeout', 'failed'] as const
/** The same where a release can cancel migrations. */
export const laterMigrationStatuses = [...migrationStatuses, 'canceled'] as const
export type MigrationStatus = (typeof laterMigrationStatuses)[number]

/** A migration of groups from another installation. */
export interface BulkImport {
  readonly id: number
  /** The user who migrates; nobody else sees it. */
  readonly userId: number
  readonly status: MigrationStatus
  /** Address of the source, without a trailing slash. */
  readonly url: string
  /** The access token of the source; null once it is no longer needed. */
  readonly accessToken: string | null
  /** Number of the request that started it. */
  readonly correlationId: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const bulkImportsTable = table<BulkImport>()('bulkImports', {
  byUser: index((it) => [it.userId, it.createdAt]),
  byUserStatus: index((it) => [it.userId, it.status, it.createdAt]),
})

/** Objects of a relation. */
export interface RelationCount {
  readonly source: number
  readonly fetched: number
  readonly imported: number
}

/** One group or project of a migration. */
export interface BulkImportEntity {
  readonly id: number
  readonly bulkImportId: number
  readonly userId: number
  /** The entity that it was found in. */
  readonly parentId: number | null
  readonly kind: 'group' | 'project'
  readonly status: MigrationStatus
  readonly sourceFullPath: string
  /** The id of the group at its source, once it is known. */
  readonly sourceId?: number
  readonly destinationSlug: string
  /** Full path of a group; empty for the top. */
  readonly destinationNamespace: string
  readonly migrateProjects: boolean
  /** Set where newer releases are told to leave the members out. */
  readonly withoutMembers?: true
  /** How much of each relation its source has, was fetched, and was imported, in releases that count. */
  readonly counts?: { readonly [relation: string]: RelationCount }
  /** The group or project that it was imported as, once created. */
  readonly groupId: number | null
  readonly projectId: number | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const bulkImportEntitiesTable = table<BulkImportEntity>()('bulkImportEntities', {
  byUser: index((it) => [it.userId, it.createdAt]),
  byUserStatus: index((it) => [it.userId, it.status, it.createdAt]),
  byImport: index((it) => [it.bulkImportId]),
  byImportTime: index((it) => [it.bulkImportId, it.createdAt]),
})

export const pipelineSteps = ['extractor', 'transformer', 'loader', 'after_run'] as const
export type PipelineStep = (typeof pipelineSteps)[number]

/** A part of an entity that could not be imported. */
export interface BulkImportFailure {
  readonly id: number
  readonly entityId: number
  readonly relation: string
  readonly step: PipelineStep
  readonly pipelineClass: string
  readonly exceptionClass: string
  readonly exceptionMessage: string
  readonly correlationId: string
  readonly createdAt: Instant
}

export const bulkImportFailuresTable = table<BulkImportFailure>()('bulkImportFailures', {
  byEntity: index((it) => [it.entityId]),
})
