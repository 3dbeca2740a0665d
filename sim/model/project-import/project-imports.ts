import type { Instant } from '../../time/calendar.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK, importedPathError, projectPathErrors } from '../names.ts'
import { createProject, initialVisibility, type Namespace } from '../projects/create-project.ts'
import type { Project } from '../projects/project.ts'
import type { ProjectValues } from '../projects/project-values.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { ImportFailure, ImportSource, ProjectImport } from './project-import.ts'

export interface NewImport {
  readonly namespace: Namespace
  readonly importer: User
  readonly name: string
  readonly path: string
  readonly source: ImportSource
  readonly override: ProjectValues
  readonly replaces: ProjectImport['replaces']
  readonly correlationId: string
  readonly runnersToken: string
}

/** How long an import is waiting, and when it is over (project-import#clock). */
const STARTS_AFTER = 1000
const DONE_AFTER = 3000

/** An import that is not over by then has failed (project-import#timeout). */
const TAKES_AT_MOST = 24 * 3_600_000

/** Creates a project that is to be filled by an import. Throws InvalidRow. */
export function scheduleImport(world: World, given: NewImport, now: Instant): Project {
  const { namespace, importer, name, path, runnersToken } = given
  const wrong = path === '' ? BLANK : projectPathErrors(path).length > 0 ? undefined : importedPathError(path)
  if (wrong !== undefined) throw new InvalidRow({ path: [wrong] })
  const created = createProject(
    world,
    {
      namespace,
      creator: importer,
      name,
      path,
      values: { visibility: initialVisibility(world, namespace) },
      runnersToken,
      withReadme: false,
    },
    now,
  )
  const { source, override, replaces, correlationId } = given
  const about = { source, override, replaces, correlationId, origin: null, stats: null }
  world.projectImports.insert({ id: created.id, userId: importer.id, ...about })
  const steps = [
    ['start', STARTS_AFTER],
    ['finish', DONE_AFTER],
  ] as const
  for (const [step, after] of steps) {
    const args = { projectId: created.id, step }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'project-import', args, due: now + after })
  }
  scheduleImportTimeout(world, created, now)
  return world.projects.update(created.id, { importStatus: 'scheduled', importType: 'gitlab_project' })
}

/** Schedules the timeout of an import, which ends it even if the other host never answers. */
export function scheduleImportTimeout(world: World, project: Project, now: Instant): void {
  const args = { projectId: project.id }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'import-timeout', args, due: now + TAKES_AT_MOST })
}

/** Fails an import that is still running at its timeout. */
export function timeOutImport(world: World, project: Project): void {
  if (project.importStatus !== 'scheduled' && project.importStatus !== 'started') return
  const importError = `Import timed out. Import took longer than ${TAKES_AT_MOST / 1000} seconds`
  world.projects.update(project.id, { importStatus: 'failed', importError })
  world.projectImports.update(project.id, { source: null })
}

/** Records an import failure. */
export function recordImportFailure(world: World, failure: Omit<ImportFailure, 'id'>): void {
  world.importFailures.insert({ id: nextId(world, 'importFailures'), ...failure })
}

/**
 * The import of a project, out of an archive unless from another address, has failed; its source is not needed any
 * longer.
 */
export function failImport(world: World, project: Project, message: string, from = ''): void {
  world.projects.update(project.id, {
    importStatus: 'failed',
    importError: `Error importing repository ${from} into ${project.fullPath} - ${redactPaths(message)}`,
  })
  world.projectImports.update(project.id, { source: null })
}

/** A message without file paths and addresses, which clients must not see (project-import#import-error). */
export function redactPaths(message: string): string {
  const words = message.split(/\s+/).filter((word) => word !== '')
  return words.map((word) => (word.includes('/') ? '[FILTERED]' : word)).join(' ')
}
