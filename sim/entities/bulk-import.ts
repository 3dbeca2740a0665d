import { changed, since, until } from '../lib/dialect.ts'
import {
  type BulkImport,
  type BulkImportEntity,
  type BulkImportFailure,
  laterMigrationStatuses,
  type MigrationStatus,
  migrationStatuses,
  pipelineSteps,
} from '../model/bulk-imports/bulk-import.ts'
import {
  constant,
  entity,
  flag,
  integer,
  json,
  many,
  nullable,
  oneOfTexts,
  text,
  timestamp,
  type View,
} from './entity.ts'

type WithStatus = { readonly status: MigrationStatus }
const status = changed('bulk-imports#later-cancel', {
  before: oneOfTexts<WithStatus, MigrationStatus>(migrationStatuses, ({ status }) => status),
  after: oneOfTexts<WithStatus, MigrationStatus>(laterMigrationStatuses, ({ status }) => status),
})

/** A migration of groups from another installation (bulk-imports#migration-object). */
export const bulkImportEntity = entity<BulkImport>('BulkImport', {
  id: integer(({ id }) => id),
  status,
  source_type: constant('gitlab'),
  source_url: since(
    'bulk-imports#later-source-url',
    text<BulkImport>(({ url }) => url),
  ),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  has_failures: since(
    'bulk-imports#later-has-failures',
    flag<BulkImport>(({ id }, { world }) =>
      world.bulkImportEntities
        .by('byImport', id)
        .list()
        .some((part) => hasFailed(part, world)),
    ),
  ),
})

function hasFailed({ id }: BulkImportEntity, world: View['world']): boolean {
  return world.bulkImportFailures.by('byEntity', id).list().length > 0
}

/** What of an entity could not be imported. */
export const bulkImportFailureEntity = entity<BulkImportFailure>('BulkImportFailure', {
  relation: text(({ relation }) => relation),
  step: until(
    'bulk-imports#later-failures',
    oneOfTexts(pipelineSteps, ({ step }: BulkImportFailure) => step),
  ),
  exception_message: text(({ exceptionMessage }) => exceptionMessage),
  exception_class: text(({ exceptionClass }) => exceptionClass),
  correlation_id_value: text(({ correlationId }) => correlationId),
  created_at: until(
    'bulk-imports#later-failures',
    timestamp<BulkImportFailure>(({ createdAt }) => createdAt),
  ),
  pipeline_class: until(
    'bulk-imports#later-failures',
    text<BulkImportFailure>(({ pipelineClass }) => pipelineClass),
  ),
  pipeline_step: until(
    'bulk-imports#later-failures',
    oneOfTexts(pipelineSteps, ({ step }: BulkImportFailure) => step),
  ),
  source_url: since('bulk-imports#later-failures', constant<BulkImportFailure>(null)),
  source_title: since('bulk-imports#later-failures', constant<BulkImportFailure>(null)),
})

const relationCount = {
  type: 'object',
  properties: { source: { type: 'integer' }, fetched: { type: 'integer' }, imported: { type: 'integer' } },
  required: ['source', 'fetched', 'imported'],
  additionalProperties: false,
}

/** One group or project of a migration. */
export const bulkImportPartEntity = entity<BulkImportEntity>('BulkImportEntity', {
  id: integer(({ id }) => id),
  bulk_import_id: integer(({ bulkImportId }) => bulkImportId),
  status,
  entity_type: oneOfTexts(['group', 'project'], ({ kind }) => kind),
  source_full_path: text(({ sourceFullPath }) => sourceFullPath),
  destination_full_path: nullable(text((part, { world }) => createdPath(part, world) as string)),
  destination_name: text(({ destinationSlug }) => destinationSlug),
  destination_slug: text(({ destinationSlug }) => destinationSlug),
  destination_namespace: text(({ destinationNamespace }) => destinationNamespace),
  parent_id: nullable(integer(({ parentId }) => parentId as number)),
  namespace_id: nullable(integer(({ groupId }) => groupId as number)),
  project_id: nullable(integer(({ projectId }) => projectId as number)),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  failures: many(bulkImportFailureEntity, ({ id }, { world }) =>
    world.bulkImportFailures.by('byEntity', id).list(),
  ),
  migrate_projects: flag(({ migrateProjects }) => migrateProjects),
  migrate_memberships: since(
    'bulk-imports#later-memberships',
    flag<BulkImportEntity>(({ withoutMembers }) => withoutMembers !== true),
  ),
  has_failures: since(
    'bulk-imports#later-has-failures',
    flag<BulkImportEntity>((part, { world }) => hasFailed(part, world)),
  ),
  stats: since(
    'bulk-imports#later-stats',
    json<BulkImportEntity>(
      { type: 'object', additionalProperties: relationCount },
      ({ counts }) => counts ?? {},
    ),
  ),
})

function createdPath({ groupId, projectId }: BulkImportEntity, world: View['world']): string | null {
  const created = groupId === null ? world.projects.get(projectId ?? 0) : world.groups.get(groupId)
  return created?.fullPath ?? null
}
