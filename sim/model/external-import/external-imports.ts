import type { Instant } from '../../time/calendar.ts'
import { cappedVisibility } from '../installation/restricted-visibility.ts'
import { scheduleImportTimeout } from '../project-import/project-imports.ts'
import { createProject, initialVisibility, type Namespace } from '../projects/create-project.ts'
import type { Project } from '../projects/project.ts'
import type { Visibility } from '../projects/visibility.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { ExternalRepositoryDetails } from './hosts/external-repository.ts'
import type { ExternalSource } from './hosts/open-external-repository.ts'

export interface NewExternalImport {
  readonly namespace: Namespace
  readonly importer: User
  /** The name of the repository unless given. */
  readonly name: string | undefined
  readonly source: ExternalSource
  readonly about: ExternalRepositoryDetails
  /** What the status calls the kind of import. */
  readonly importType: string
  readonly correlationId: string
  readonly runnersToken: string
}

/** Names of the hosted service, in the words of the specification and of the real service. */
const extgitNames = ['extgit', 'github']

export function isExtgit({ importType }: Pick<Project, 'importType'>): boolean {
  return importType !== null && extgitNames.includes(importType)
}

type Step = 'start' | 'fetch' | 'finish'

/** Virtual milliseconds between the steps. */
const STEP = 1000

/** Creates a project that is to be filled from another host. Throws InvalidRow. */
export function scheduleExternalImport(world: World, given: NewExternalImport, now: Instant): Project {
  const { namespace, importer, source, about, importType, correlationId, runnersToken } = given
  const visibility = visibilityOf(world, given)
  const created = createProject(
    world,
    {
      namespace,
      creator: importer,
      name: given.name ?? about.name,
      path: undefined,
      values: { visibility },
      runnersToken,
      withReadme: false,
    },
    now,
  )
  world.projectImports.insert({
    id: created.id,
    userId: importer.id,
    source,
    origin: about.fullName,
    // The visibility of the repository does not decide that of the project.
    override: { visibility },
    replaces: null,
    correlationId,
    stats: null,
  })
  scheduleImportStep(world, created.id, 'start', now)
  scheduleImportTimeout(world, created, now)
  return world.projects.update(created.id, { importStatus: 'scheduled', importType })
}

/** The next step of an import; each is scheduled by the one before, which may have to wait for the other host. */
export function scheduleImportStep(world: World, projectId: number, step: Step, now: Instant): void {
  const args = { projectId, step }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'external-import', args, due: now + STEP })
}

// A group's token has no user whose choice could count: the project gets the visibility of the repository, where its
// group and the installation allow that.
function visibilityOf(world: World, { about, importer, namespace }: NewExternalImport): Visibility {
  if (about.private) return 'private'
  if (!importer.bot) return initialVisibility(world, namespace)
  return cappedVisibility(world, 'public', namespace.kind === 'group' ? namespace.group.visibility : 'public')
}

/** Cancels a running import; what is imported by then stays. */
export function cancelImport(world: World, project: Project): Project {
  world.projectImports.update(project.id, { source: null })
  return world.projects.update(project.id, { importStatus: 'canceled' })
}
