import type { Instant } from '../../time/calendar.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { ExportFile, ProjectExport } from './project-export.ts'

/** A client that asks once a second sees each state once (project-export#clock). */
const STARTS_AFTER = 1001
const WRITTEN_AFTER = 2500
const DONE_AFTER = 3000
/** What is not done by then is given up. */
const GIVEN_UP_AFTER = 6 * 3_600_000
/** How long an archive is kept. */
const KEPT = 24 * 3_600_000

/** Asks for an export. */
export function scheduleExport(
  world: World,
  project: Project,
  author: User,
  given: Pick<ProjectExport, 'description' | 'upload'>,
  now: Instant,
): ProjectExport {
  const row = world.projectExports.insert({
    id: nextId(world, 'projectExports'),
    projectId: project.id,
    userId: author.id,
    status: 'queued',
    ...given,
  })
  const steps = [
    ['start', STARTS_AFTER],
    ['write', WRITTEN_AFTER],
    ['finish', DONE_AFTER],
    ['give up', GIVEN_UP_AFTER],
  ] as const
  for (const [step, after] of steps) {
    const args = { exportId: row.id, step }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'project-export', args, due: now + after })
  }
  return row
}

/** Keeps the archive of a project for a day; an earlier one gives way. */
export function keepExportFile(
  world: World,
  project: Project,
  file: Pick<ExportFile, 'name' | 'bytes'>,
  now: Instant,
): void {
  world.exportFiles.put({ id: project.id, ...file, createdAt: now })
  const args = { projectId: project.id }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'export-expiry', args, due: now + KEPT })
}

/** Removes the archives that are as old as archives become. */
export function expireExportFile(world: World, projectId: number, now: Instant): void {
  const file = world.exportFiles.get(projectId)
  if (file !== undefined && file.createdAt + KEPT <= now) world.exportFiles.delete(projectId)
}

/** What is going on, worked out from exports and archive at each reading (project-export#status-rules). */
export function exportState(world: World, project: Project) {
  const waiting = (status: ProjectExport['status']) =>
    world.projectExports.by('byProject', project.id, status).first() !== undefined
  return {
    queued: waiting('queued'),
    started: waiting('started'),
    written: waiting('written'),
    file: world.exportFiles.get(project.id) !== undefined,
  }
}
