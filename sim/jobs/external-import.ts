import { GitError } from '../git/git-error.ts'
import type { CallOut } from '../lib/outbound.ts'
import type { Steps } from '../lib/steps.ts'
import { withoutEnd } from '../lib/trim.ts'
import { isExtgit, scheduleImportStep } from '../model/external-import/external-imports.ts'
import { type Collaborator, ExternalHostRefusal } from '../model/external-import/hosts/external-repository.ts'
import { openExternalRepository } from '../model/external-import/hosts/open-external-repository.ts'
import { importedCounts } from '../model/external-import/imported-counts.ts'
import { isReleased } from '../model/installation/released.ts'
import type { ImportStats } from '../model/project-import/project-import.ts'
import { failImport, recordImportFailure } from '../model/project-import/project-imports.ts'
import type { Project } from '../model/projects/project.ts'
import { userByEmail } from '../model/users/accounts.ts'
import { instanceOf, nextId, type World } from '../model/world.ts'
import { groupLevel, groupOf } from '../policy/roles.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { stepProjectImport } from './project-import.ts'

/** The next step of an import from another host: it begins, everything is fetched, everything is imported. */
export function* stepExternalImport(
  world: World,
  { projectId, step }: Job['args'],
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const project = world.projects.get(Number(projectId))
  if (project === undefined) return
  if (step === 'start' && project.importStatus === 'scheduled') {
    world.projects.update(project.id, { importStatus: 'started' })
    tell(world, project, { fetched: {}, imported: {} })
    scheduleImportStep(world, project.id, 'fetch', now)
  }
  if (project.importStatus !== 'started') return
  if (step === 'fetch') yield* fetchAll(world, project, now, callOut)
  if (step === 'finish') yield* finish(world, project, now, callOut)
}

// What was fetched is kept in the form in which projects are exported, and imported like any archive.
function* fetchAll(world: World, project: Project, now: Instant, callOut: CallOut): Steps<void> {
  const { source, origin, userId = 0 } = world.projectImports.get(project.id) ?? {}
  if (source?.kind !== 'remote') return
  try {
    const to = {
      importer: world.users.get(userId)?.username ?? '',
      projectUrl: `${instanceOf(world).url}/${project.fullPath}`,
    }
    const host = openExternalRepository(world, source, callOut)
    const { archive: bytes, counts, failures = [], collaborators = [] } = yield* host.fetch(now, to)
    tell(world, project, { fetched: present(counts), imported: {} })
    for (const { relation, message } of failures)
      recordImportFailure(world, {
        projectId: project.id,
        exceptionClass: 'StandardError',
        exceptionMessage: message,
        source: 'fetch',
        relationName: relation,
        lineNumber: 0,
        createdAt: now,
      })
    addCollaborators(world, project, collaborators, userId, now)
    world.projectImports.update(project.id, { source: { kind: 'file', bytes } })
    scheduleImportStep(world, project.id, 'finish', now)
  } catch (problem) {
    if (!(problem instanceof ExternalHostRefusal || problem instanceof GitError)) throw problem
    failImport(world, project, problem.message, `${withoutEnd(source.url ?? '', '/')}/${origin}.git`)
  }
}

// Who has no account here does not become a member, and nobody gets less than a group gives already.
function addCollaborators(
  world: World,
  project: Project,
  collaborators: readonly Collaborator[],
  createdById: number,
  now: Instant,
): void {
  if (isReleased(world, 'external-import#later-placeholders')) return
  const group = groupOf(world, project)
  for (const { email, level } of collaborators) {
    const user = userByEmail(world, email)
    if (user === undefined || user.bot || user.id === createdById) continue
    if (world.members.find('bySource', 'project', project.id, user.id) !== undefined) continue
    if (group !== undefined && groupLevel(world, user, group, now) > level) continue
    world.members.insert({
      id: nextId(world, 'members'),
      source: 'project',
      sourceId: project.id,
      userId: user.id,
      accessLevel: level,
      notificationLevel: 3,
      expiresAt: null,
      createdById,
      createdAt: now,
    })
  }
}

function* finish(world: World, project: Project, now: Instant, callOut: CallOut): Steps<void> {
  const stats = world.projectImports.get(project.id)?.stats
  yield* stepProjectImport(world, { projectId: project.id, step: 'finish' }, now, callOut)
  const ended = world.projects.get(project.id)
  if (ended?.importStatus !== 'finished' || !stats) return
  const whole = world.importFailures.by('byProject', project.id).first() === undefined
  tell(world, ended, { ...stats, imported: whole ? stats.fetched : arrived(world, ended, stats) })
}

// What was passed over is not imported, and neither are the comments on it.
function arrived(world: World, project: Project, { fetched }: ImportStats): ImportStats['imported'] {
  const counts = importedCounts(world, project)
  return present(
    Object.fromEntries(
      Object.entries(fetched).map(([kind, count]) => [kind, Math.min(count, counts[kind] ?? count)]),
    ),
  )
}

function tell(world: World, project: Project, stats: ImportStats): void {
  // Imports from a self-hosted server are not counted (external-import#extserver-success).
  if (isExtgit(project)) world.projectImports.update(project.id, { stats })
}

/** Counts in the order of their names, without those that there are none of. */
function present(counts: ImportStats['fetched']): ImportStats['fetched'] {
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
