import { GitError } from '../git/git-error.ts'
import { fetchRemote } from '../git/remote.ts'
import { text } from '../lib/bytes.ts'
import type { CallOut } from '../lib/outbound.ts'
import { forEach, Pace, type Steps } from '../lib/steps.ts'
import { redactPaths } from '../model/project-import/project-imports.ts'
import type { Project } from '../model/projects/project.ts'
import { withoutCredentials } from '../model/remote-mirrors/remote-mirrors.ts'
import { fitRefs } from '../model/repository/fit-refs.ts'
import { moveBranch } from '../model/repository/new-commit.ts'
import { storeObjects } from '../model/repository/packed-objects.ts'
import { repositoryOf } from '../model/repository/repository.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { exchangeWith } from './git-exchange.ts'

const HEADS = 'refs/heads/'

/** The next step of filling a new project from a git repository elsewhere. */
export function* stepGitImport(
  world: World,
  { projectId, step }: Job['args'],
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const project = world.projects.get(Number(projectId))
  const address = project?.importUrl
  if (project === undefined || !address) return
  if (step === 'start') {
    world.projects.update(project.id, { importStatus: 'started' })
    return
  }
  try {
    yield* fetchAll(world, project, address, now, callOut)
    world.projects.update(project.id, { importStatus: 'finished', importError: null })
  } catch (problem) {
    if (!(problem instanceof GitError)) throw problem
    const from = withoutCredentials(address)
    const importError = `Error importing repository ${from} into ${project.fullPath} - ${redactPaths(problem.message)}`
    world.projects.update(project.id, { importStatus: 'failed', importError })
  }
}

// The branch that is moved first becomes the default one: that of the repository there, where it tells.
function* fetchAll(
  world: World,
  project: Project,
  address: string,
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const { refs } = repositoryOf(world, project)
  const exchange = exchangeWith(world, address, callOut)
  const told = text(exchange('GET', '/info/refs?service=git-upload-pack'))
  const [, head = `${HEADS}${project.defaultBranch}`] = /symref=HEAD:(refs\/heads\/[^\s\0]+)/.exec(told) ?? []
  const there = yield* fetchRemote(exchange)
  yield* storeObjects(world, there.objects)
  const kept = fitRefs(there)
  const first = kept.filter(({ name }) => name === head)
  yield* forEach([...first, ...kept.filter((ref) => !first.includes(ref))], new Pace(), ({ name, id }) => {
    if (name.startsWith(HEADS)) moveBranch(world, project, name.slice(HEADS.length), id, now)
    else refs.set(name, id)
  })
}
