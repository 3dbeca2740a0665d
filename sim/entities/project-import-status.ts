import { changed, differs } from '../lib/dialect.ts'
import type { ImportFailure } from '../model/project-import/project-import.ts'
import { importStatuses, type Project } from '../model/projects/project.ts'
import {
  constant,
  entity,
  integer,
  json,
  many,
  nullable,
  oneOfTexts,
  text,
  timestamp,
  type View,
} from './entity.ts'
import { projectSummary } from './project-summary.ts'

/** Something that an import had to leave out. */
const failedRelationEntity = entity<ImportFailure>('FailedRelation', {
  id: integer(({ id }) => id),
  created_at: timestamp(({ createdAt }) => createdAt),
  exception_class: text(({ exceptionClass }) => exceptionClass),
  source: text(({ source }) => source),
  exception_message: differs('X8', {
    specification: text<ImportFailure>(({ exceptionMessage }) => exceptionMessage),
    real: constant<ImportFailure>(null),
  }),
  relation_name: text(({ relationName }) => relationName),
  line_number: integer(({ lineNumber }) => lineNumber),
})

/** project-import#failed-relations. */
const MOST_FAILURES = 100

/** How the import of a project goes (project-import#status-object). */
export const projectImportStatusEntity = entity<Project>('ProjectImportStatus', {
  ...projectSummary,
  import_status: oneOfTexts(importStatuses, (project) => project.importStatus),
  import_type: nullable(text((project) => project.importType as string)),
  correlation_id: nullable(
    text((project, { world }) => (importOf(project, world)?.correlationId ?? null) as string),
  ),
  failed_relations: many(failedRelationEntity, latestFailures),
  import_error: changed('project-import#later-error-hidden', {
    before: nullable(text((project) => project.importError as string)),
    after: nullable(text((project, view) => errorFor(project, view) as string)),
  }),
  stats: json({ type: ['object', 'null'] }, (project, { world }) => importOf(project, world)?.stats ?? null),
})

function errorFor(project: Project, view: View): string | null {
  const { importError: error } = project
  if (error === null || view.can('update_project', project)) return error
  if (view.situation.caller.user === undefined) return null
  return 'Ask a maintainer to check the import status for more details.'
}

function importOf({ id }: Project, world: View['world']) {
  return world.projectImports.get(id)
}

function latestFailures({ id }: Project, { world }: View): ImportFailure[] {
  const latest: ImportFailure[] = []
  for (const failure of world.importFailures.by('byProject', id).descending()) {
    if (latest.length === MOST_FAILURES) break
    latest.push(failure)
  }
  return latest
}
