import { GitError } from '../git/git-error.ts'
import type { CallOut } from '../lib/outbound.ts'
import { isExtgit, scheduleImportStep } from '../model/external-import/external-imports.ts'
import {
  ExternalHostRefusal,
  type FetchedRepository,
} from '../model/external-import/hosts/external-repository.ts'
import { openExternalRepository } from '../model/external-import/hosts/open-external-repository.ts'
import { writeArchive } from '../model/project-export/archive/write-archive.ts'
import type { ImportStats } from '../model/project-import/project-import.ts'
import { failImport } from '../model/project-import/project-imports.ts'
import type { Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { stepProjectImport } from './project-import.ts'

/** The next step of an import from another host: it begins, everything is fetched, everything is imported. */
export function stepExternalImport(
  world: World,
  { projectId, step }: Job['args'],
  now: Instant,
  callOut: CallOut,
): void {
  const project = world.projects.get(Number(projectId))
  if (project === undefined) return
  if (step === 'start' && project.importStatus === 'scheduled') {
    world.projects.update(project.id, { importStatus: 'started' })
    tell(world, project, { fetched: {}, imported: {} })
    scheduleImportStep(world, project.id, 'fetch', now)
  }
  if (project.importStatus !== 'started') return
  if (step === 'fetch') fetchAll(world, project, now, callOut)
  if (step === 'finish') finish(world, project, now, callOut)
}

// What was fetched is kept in the form in which projects are exported, and imported like any archive.
function fetchAll(world: World, project: Project, now: Instant, callOut: CallOut): void {
  const { source, origin } = world.projectImports.get(project.id) ?? {}
  if (source?.kind !== 'far') return
  try {
    const fetched = openExternalRepository(world, source, callOut).fetch()
    const bytes = writeArchive(
      fetched.world,
      fetched.project,
      { description: null, withGroupMembers: false },
      now,
    )
    tell(world, project, { fetched: counts(fetched), imported: {} })
    world.projectImports.update(project.id, { source: { kind: 'file', bytes } })
    scheduleImportStep(world, project.id, 'finish', now)
  } catch (problem) {
    if (!(problem instanceof ExternalHostRefusal || problem instanceof GitError)) throw problem
    failImport(world, project, problem.message, `${(source.url ?? '').replace(/\/+$/, '')}/${origin}.git`)
  }
}

function finish(world: World, project: Project, now: Instant, callOut: CallOut): void {
  const stats = world.projectImports.get(project.id)?.stats
  stepProjectImport(world, { projectId: project.id, step: 'finish' }, now, callOut)
  const ended = world.projects.get(project.id)
  if (ended?.importStatus === 'finished' && stats) tell(world, ended, { ...stats, imported: stats.fetched })
}

function tell(world: World, project: Project, stats: ImportStats): void {
  // Imports from a self-hosted server are not counted (external-import#extserver-success).
  if (isExtgit(project)) world.projectImports.update(project.id, { stats })
}

/** Counts by kind, in the order of their names, without those that there are none of. */
function counts({ world, project }: FetchedRepository): ImportStats['fetched'] {
  const requests = world.mergeRequests.by('byIid', project.id).list()
  const notes = world.notes
    .by('byProject', project.id)
    .list()
    .filter(({ system }) => !system)
  const all = {
    diff_note: notes.filter(({ type }) => type === 'DiffNote').length,
    issue: world.issues.by('byProject', project.id).count(),
    label: world.labels.by('byProject', project.id).count(),
    milestone: world.milestones.by('byProject', project.id).count(),
    note: notes.filter(({ type }) => type !== 'DiffNote').length,
    protected_branch: 0,
    pull_request: requests.length,
    pull_request_merged_by: requests.filter(({ state }) => state === 'merged').length,
  }
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))
}
