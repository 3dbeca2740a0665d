import type { CallOut } from '../lib/outbound.ts'
import type { Steps } from '../lib/steps.ts'
import { accessLevels } from '../model/members/access-level.ts'
import { BOUND, isBoundBot } from '../model/members/bound-bot.ts'
import { readArchive } from '../model/project-export/archive/read-archive.ts'
import { ImportFault } from '../model/project-export/archive/unpack.ts'
import { overwriteProject } from '../model/project-import/overwrite-project.ts'
import type { ProjectImport } from '../model/project-import/project-import.ts'
import { failImport, recordImportFailure, timeOutImport } from '../model/project-import/project-imports.ts'
import { namespaceOf, pathOf } from '../model/projects/create-project.ts'
import type { Project } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import { nextId, type World } from '../model/world.ts'
import { can } from '../policy/abilities.ts'
import { callerFor } from '../policy/caller.ts'
import { ancestorsAndSelf, groupLevel, groupOf } from '../policy/roles.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { fetchArchive } from './remote-archive.ts'

/** The next step of an import: it begins, or it is carried out. */
export function* stepProjectImport(
  world: World,
  { projectId, step }: Job['args'],
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const project = world.projects.get(Number(projectId))
  const row = world.projectImports.get(Number(projectId))
  if (project === undefined || row === undefined) return
  if (step === 'start' && project.importStatus === 'scheduled')
    world.projects.update(project.id, { importStatus: 'started' })
  if (step === 'finish' && project.importStatus === 'started')
    yield* carryOut(world, project, row, now, callOut)
}

/** An import is as old as imports become. */
export function endProjectImport(world: World, { projectId }: Job['args']): void {
  const project = world.projects.get(Number(projectId))
  if (project !== undefined) timeOutImport(world, project)
}

// A failed import leaves nothing but an empty project and what is said of the failure.
function* carryOut(
  world: World,
  project: Project,
  row: ProjectImport,
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const attempt = world.fork()
  try {
    yield* fill(attempt, project, row, now, callOut)
    world.become(attempt)
  } catch (problem) {
    if (!(problem instanceof ImportFault)) throw problem
    for (const { id: _, ...failure } of attempt.importFailures.by('byProject', project.id).list())
      recordImportFailure(world, failure)
    failImport(world, project, problem.message)
  }
}

function* fill(
  world: World,
  project: Project,
  row: ProjectImport,
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const importer = world.users.get(row.userId)
  if (importer === undefined || row.source === null) throw new ImportFault('Nobody imports this any longer')
  const archive = fetchArchive(world, row.source, callOut)
  joinProject(world, project, importer, now)
  const signsNotes = row.origin === null
  const keepsLevels = ownsHierarchy(world, project, importer, now)
  const wish = { importer, mapsUsers: importer.admin, signsNotes, keepsLevels, override: row.override }
  yield* readArchive(world, project, archive, wish, now)
  if (row.replaces !== null) yield* replace(world, project, row.replaces, importer, now)
  world.projects.update(project.id, { importStatus: 'finished', importError: null })
  world.projectImports.update(project.id, { source: null })
}

/** True for whoever owns the topmost of the groups of a project. */
export function ownsHierarchy(world: World, project: Project, user: User, now: Instant): boolean {
  const group = groupOf(world, project)
  if (group === undefined) return false
  const top = [...ancestorsAndSelf(world, group)].at(-1)
  return user.admin || groupLevel(world, user, top, now) === accessLevels.owner
}

// Who imports is a maintainer, but in a group no more than there.
function joinProject(world: World, project: Project, importer: User, now: Instant): void {
  if (world.members.find('bySource', 'project', project.id, importer.id) !== undefined) return
  if (isBoundBot(world, importer))
    throw new ImportFault(`Error adding importer user to Project members. Validation failed: User ${BOUND}`)
  const group = groupOf(world, project)
  const { maintainer } = accessLevels
  const inGroup = group === undefined || importer.admin ? maintainer : groupLevel(world, importer, group, now)
  const isOwner = inGroup === accessLevels.owner
  world.members.insert({
    id: nextId(world, 'members'),
    source: 'project',
    sourceId: project.id,
    userId: importer.id,
    accessLevel: isOwner ? maintainer : inGroup,
    notificationLevel: 3,
    expiresAt: null,
    createdById: importer.id,
    createdAt: now,
  })
}

function* replace(
  world: World,
  project: Project,
  place: NonNullable<ProjectImport['replaces']>,
  importer: User,
  now: Instant,
): Steps<void> {
  const namespace = namespaceOf(world, project)
  const owns =
    namespace.kind === 'group'
      ? can({ world, caller: callerFor(importer), now }, 'admin_group', namespace.group)
      : importer.admin || namespace.user.id === importer.id
  if (!owns)
    throw new ImportFault(
      `User ${importer.username} (${importer.id}) cannot overwrite a project in ${pathOf(namespace)}`,
    )
  yield* overwriteProject(world, world.projects.require(project.id), place, importer, now)
}
