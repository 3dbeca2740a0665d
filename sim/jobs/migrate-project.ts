import type { Steps } from '../lib/steps.ts'
import type { BulkImportEntity } from '../model/bulk-imports/bulk-import.ts'
import { countRelation, recordFailure, STAGE_DURATION } from '../model/bulk-imports/bulk-imports.ts'
import {
  downloadFromInstallation,
  getInstallationObject,
  postToInstallation,
} from '../model/external-import/hosts/installation.ts'
import { type Row, textIn } from '../model/external-import/hosts/rest.ts'
import { isReleased } from '../model/installation/released.ts'
import { cappedVisibility } from '../model/installation/restricted-visibility.ts'
import { projectRelations } from '../model/project-export/archive/project-relations.ts'
import { readArchive } from '../model/project-export/archive/read-archive.ts'
import { failImport } from '../model/project-import/project-imports.ts'
import { createProject } from '../model/projects/create-project.ts'
import type { Project } from '../model/projects/project.ts'
import { visibilityNamed } from '../model/projects/visibility.ts'
import type { World } from '../model/world.ts'
import { can } from '../policy/abilities.ts'
import { callerFor } from '../policy/caller.ts'
import { migrateMembers } from './migrate-members.ts'
import {
  attemptStep,
  attemptSteps,
  LoaderFault,
  type MigrationRun,
  type Outcome,
  runnersTokenOf,
  type Stage,
  WAITS,
} from './migration-run.ts'
import { ownsHierarchy } from './project-import.ts'

/** The stages of a project: it comes as the archive that the source exports. */
export const projectStages: readonly Stage[] = [begin, fetchArchive, migrateProjectMembers, () => 'done']

function begin(run: MigrationRun): Outcome {
  const { world, entity, remote, now } = run
  const row = attemptStep(run, 'project', 'extractor', () => {
    const found = getInstallationObject(remote, at(run))
    postToInstallation(remote, `${at(run)}/export`)
    return found
  })
  if (row === undefined) return 'failed'
  const project = attemptStep(run, 'project', 'loader', () => projectFrom(run, row))
  if (project === undefined) return 'failed'
  world.bulkImportEntities.update(entity.id, { projectId: project.id, updatedAt: now })
  return 'done'
}

function projectFrom({ world, entity, migration, user, now }: MigrationRun, row: Row): Project {
  const group = world.groups.find('byFullPath', entity.destinationNamespace.toLowerCase())
  if (group === undefined || !can({ world, caller: callerFor(user), now }, 'create_projects', group))
    throw new LoaderFault('BulkImports::Error', 'User not allowed to create project')
  const visibility = cappedVisibility(world, visibilityNamed(row.visibility), group.visibility)
  const project = createProject(
    world,
    {
      namespace: { kind: 'group', group },
      creator: user,
      name: textIn(row, 'name') ?? undefined,
      path: entity.destinationSlug,
      values: { visibility },
      runnersToken: runnersTokenOf('project', entity),
      withReadme: false,
    },
    now,
  )
  world.projectImports.insert({
    id: project.id,
    userId: user.id,
    correlationId: migration.correlationId,
    source: null,
    override: { visibility },
    replaces: null,
    origin: null,
    stats: null,
  })
  return world.projects.update(project.id, {
    importStatus: 'started',
    importType: 'gitlab_project_migration',
  })
}

function* fetchArchive(run: MigrationRun): Steps<Outcome> {
  const { remote, entity, now } = run
  const archive = attemptStep(run, 'project', 'extractor', () => {
    const status = textIn(getInstallationObject(remote, `${at(run)}/export`), 'export_status')
    if (status === 'finished') return downloadFromInstallation(remote, `${at(run)}/export/download`)
    if (now - entity.updatedAt >= WAITS - STAGE_DURATION)
      throw new LoaderFault('BulkImports::Pipeline::ExpiredError', 'Empty export status on source instance')
    return 'not yet' as const
  })
  if (archive === 'not yet') return 'again'
  if (archive === undefined) return failed(run)
  const filled = yield* attemptSteps(run, 'project', 'loader', fill(run, archive))
  return filled === undefined ? failed(run) : 'done'
}

// An archive that cannot be read leaves the project empty.
function* fill({ world, entity, user, now }: MigrationRun, archive: Uint8Array): Steps<Project> {
  const attempt = world.fork()
  const project = attempt.projects.require(entity.projectId ?? 0)
  const { override } = attempt.projectImports.require(project.id)
  const keepsLevels = ownsHierarchy(attempt, project, user, now)
  const wish = { importer: user, mapsUsers: true, signsNotes: true, keepsLevels, override }
  yield* readArchive(attempt, project, archive, wish, now)
  for (const failure of attempt.importFailures.by('byProject', project.id).list())
    recordFailure(
      attempt,
      entity,
      {
        relation: failure.relationName,
        step: 'loader',
        pipelineClass: `BulkImports::Projects::Pipelines::${camel(failure.relationName)}Pipeline`,
        exceptionClass: failure.exceptionClass,
        message: failure.exceptionMessage,
      },
      now,
    )
  countRelations(attempt, entity, project)
  const filled = attempt.projects.update(project.id, { importStatus: 'finished', importError: null })
  world.become(attempt)
  return filled
}

// What the archive had of a relation is what is there now, and what could not be imported.
function countRelations(world: World, entity: BulkImportEntity, project: Project): void {
  if (!isReleased(world, 'bulk-imports#later-stats')) return
  countRelation(world, entity, 'self', 1, 1)
  const failures = world.importFailures.by('byProject', project.id).list()
  const out = { world, withGroupMembers: false, tellsEpic: () => true }
  for (const { name, shape, rows } of projectRelations) {
    if (shape !== 'many') continue
    const imported = [...rows(project, out)].length
    const missed = failures.filter(({ relationName }) => relationName === name).length
    countRelation(world, entity, name, imported + missed, imported)
  }
}

function camel(relation: string): string {
  return relation.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function failed({ world, entity }: MigrationRun): Outcome {
  const project = world.projects.get(entity.projectId ?? 0)
  if (project !== undefined) failImport(world, project, 'The source could not be imported')
  return 'failed'
}

function migrateProjectMembers(run: MigrationRun): Outcome {
  if (run.entity.projectId !== null) migrateMembers(run, 'project', run.entity.projectId)
  return 'done'
}

function at({ entity }: MigrationRun): string {
  return `/projects/${encodeURIComponent(entity.sourceFullPath)}`
}
