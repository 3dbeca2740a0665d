import type { CallOut } from '../lib/outbound.ts'
import type { Steps } from '../lib/steps.ts'
import type { Epic } from '../model/epics/epic.ts'
import { callFault } from '../model/hooks/outbound-rules.ts'
import { accessLevels } from '../model/members/access-level.ts'
import { archiveName, archiveSteps } from '../model/project-export/archive/write-archive.ts'
import type { ProjectExport } from '../model/project-export/project-export.ts'
import { expireExportFile, exportFileFor, keepExportFile } from '../model/project-export/project-exports.ts'
import type { Project } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { readsEpic } from '../policy/epics.ts'
import { groupLevel, groupOf } from '../policy/roles.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'

/** The next step of an export: it begins, its archive is written, what comes after it is done, or takes too long. */
export function* stepProjectExport(
  world: World,
  { exportId, step }: Job['args'],
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const row = world.projectExports.get(Number(exportId))
  const project = world.projects.get(row?.projectId ?? 0)
  if (row === undefined || project === undefined) return
  if (step === 'start') world.projectExports.update(row.id, { status: 'started' })
  else if (step === 'write') yield* write(world, project, row, now)
  else {
    if (step === 'finish') upload(world, project, row, callOut)
    world.projectExports.delete(row.id)
  }
}

function* write(world: World, project: Project, row: ProjectExport, now: Instant): Steps<void> {
  const exporter = world.users.get(row.userId)
  const withGroupMembers = exporter !== undefined && ownsGroup(world, project, exporter, now)
  const tellsEpic = (epic: Epic) => exporter !== undefined && readsEpic(world, epic, exporter, now)
  const wish = { description: row.description, withGroupMembers, tellsEpic }
  const bytes = yield* archiveSteps(world, project, wish, now)
  keepExportFile(world, project, row, { name: archiveName(project, now), bytes }, now)
  world.projectExports.update(row.id, { status: 'written' })
}

// Who is in the groups above is told to those alone who own them.
function ownsGroup(world: World, project: Project, user: User, now: Instant): boolean {
  const group = groupOf(world, project)
  return user.admin || (group !== undefined && groupLevel(world, user, group, now) >= accessLevels.owner)
}

// Whatever the target says, the archive is there: only a mail would tell of a failure.
function upload(world: World, project: Project, row: ProjectExport, callOut: CallOut): void {
  const file = exportFileFor(world, project, row.userId)
  if (row.upload === null || file === undefined || callFault(world, row.upload.url) !== undefined) return
  const { url, method } = row.upload
  callOut({ method, url, headers: { 'Content-Type': 'application/gzip' }, body: file.bytes })
}

/** An archive is as old as archives become. */
export function expireProjectExport(world: World, { fileId }: Job['args']): void {
  expireExportFile(world, Number(fileId))
}
