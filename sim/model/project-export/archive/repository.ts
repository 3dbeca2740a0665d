import { type Bundle, decodeBundleSteps, encodeBundleSteps } from '../../../git/archive/bundle.ts'
import type { ObjectStore } from '../../../git/objects.ts'
import type { Ref } from '../../../git/refs.ts'
import { compareNames } from '../../../git/tree-order.ts'
import { forEach, Pace, type Steps } from '../../../lib/steps.ts'
import type { Project } from '../../projects/project.ts'
import { fitRefs, KEPT } from '../../repository/fit-refs.ts'
import { storeObjects } from '../../repository/packed-objects.ts'
import { repositoryOf } from '../../repository/repository.ts'
import type { World } from '../../world.ts'

/** A bundle of a project's repository; undefined while that is empty. */
export function* repositoryBundle(world: World, project: Project): Steps<Uint8Array | undefined> {
  const { refs, objects } = repositoryOf(world, project)
  const named = refs.list('refs/').filter(({ name }) => !KEPT.test(name))
  if (!named.some(({ name }) => name.startsWith('refs/heads/'))) return undefined
  const all = [...named, ...keptRefs(world, project, objects)].sort((a, b) => compareNames(a.name, b.name))
  const head = refs.get(`refs/heads/${project.defaultBranch}`)
  return yield* encodeBundleSteps(objects, head === undefined ? all : [...all, { name: 'HEAD', id: head }])
}

// Merge requests and pipelines speak of commits that no branch leads to any more.
function keptRefs(world: World, project: Project, objects: ObjectStore): Ref[] {
  const refs: Ref[] = []
  const kept = new Set<string>()
  for (const it of world.mergeRequests.by('byProject', project.id).ascending()) {
    if (it.sha !== null) refs.push({ name: `refs/merge-requests/${it.iid}/head`, id: it.sha })
    for (const id of [it.baseSha, it.startSha, it.mergeCommitSha, it.squashCommitSha])
      if (id !== null) kept.add(id)
  }
  for (const { sha, commitless } of world.pipelines.by('byProject', project.id).ascending())
    if (!commitless) kept.add(sha)
  for (const { position } of world.notes.by('byProject', project.id).ascending())
    if (position !== null)
      for (const id of [position.baseSha, position.startSha, position.headSha]) kept.add(id)
  for (const id of kept) refs.push({ name: `refs/keep-around/${id}`, id })
  return refs.filter(({ id }) => objects.get(id)?.type === 'commit')
}

/** A repository from an archive. */
export interface ImportedRepository {
  readonly bundle: Bundle | undefined
  readonly has: (id: string) => boolean
}

/** Reads a bundle without storing anything. Throws a GitError. */
export function* readRepositoryBundle(bytes: Uint8Array | undefined): Steps<ImportedRepository> {
  const bundle = bytes === undefined ? undefined : yield* decodeBundleSteps(bytes)
  return { bundle, has: (id) => bundle?.objects.typeOf(id) === 'commit' }
}

/** Stores an imported repository as that of a project; branches and tags with invalid names are left out. */
export function* storeRepository(
  world: World,
  project: Project,
  { bundle }: ImportedRepository,
): Steps<void> {
  if (bundle === undefined) return
  yield* storeObjects(world, bundle.objects)
  const { refs } = repositoryOf(world, project)
  yield* forEach(fitRefs(bundle), new Pace(), ({ name, id }) => refs.set(name, id))
}

/** The branch that `HEAD` of a bundle means, as git guesses it. */
export function headBranch({ bundle }: ImportedRepository): string | undefined {
  const head = bundle?.refs.find(({ name }) => name === 'HEAD')?.id
  const branches = bundle?.refs.filter(({ name, id }) => name.startsWith('refs/heads/') && id === head) ?? []
  const found = branches.find(({ name }) => /^refs\/heads\/(?:main|master)$/.test(name)) ?? branches[0]
  return found?.name.slice('refs/heads/'.length)
}
