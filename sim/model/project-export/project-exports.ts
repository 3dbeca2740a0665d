import type { Instant } from '../../time/calendar.ts'
import { isReleased } from '../installation/released.ts'
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

/** The archive that a user downloads: from 17.3 on his own, before that the one of the project. */
export function exportFileFor(world: World, project: Project, userId: number): ExportFile | undefined {
  return filesFor(world, project, userId).first()
}

/** Removes it: another one was asked for. */
export function removeExportFile(world: World, project: Project, userId: number): void {
  for (const { id } of filesFor(world, project, userId).list()) world.exportFiles.delete(id)
}

function filesFor(world: World, project: Project, userId: number) {
  const { exportFiles } = world
  return isOfUser(world)
    ? exportFiles.by('byProject', project.id, userId)
    : exportFiles.by('byProject', project.id)
}

function isOfUser(world: World): boolean {
  return isReleased(world, 'project-export#later-of-user')
}

/** Keeps the archive of an export for a day; an earlier one gives way. */
export function keepExportFile(
  world: World,
  project: Project,
  { userId }: Pick<ProjectExport, 'userId'>,
  given: Pick<ExportFile, 'name' | 'bytes'>,
  now: Instant,
): void {
  removeExportFile(world, project, userId)
  const id = nextId(world, 'exportFiles')
  world.exportFiles.insert({ id, projectId: project.id, userId, ...given, createdAt: now })
  const args = { fileId: id }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'export-expiry', args, due: now + KEPT })
}

/** Removes an archive that is as old as archives become, unless it gave way before. */
export function expireExportFile(world: World, id: number): void {
  if (world.exportFiles.get(id) !== undefined) world.exportFiles.delete(id)
}

/** What is going on for a user, worked out from exports and archive at each reading (project-export#status-rules). */
export function exportState(world: World, project: Project, userId: number) {
  const isOwn = isOfUser(world) ? (row: ProjectExport) => row.userId === userId : () => true
  const waiting = (status: ProjectExport['status']) =>
    world.projectExports.by('byProject', project.id, status).list().some(isOwn)
  return {
    queued: waiting('queued'),
    started: waiting('started'),
    written: waiting('written'),
    file: exportFileFor(world, project, userId) !== undefined,
  }
}
