import { isAncestor, log } from '../../git/history.ts'
import { type ObjectStore, readTree } from '../../git/objects.ts'
import { readOutline } from '../../git/outline.ts'
import { branchHead } from '../../git/repository.ts'
import { peel, resolveCommit } from '../../git/revision.ts'
import { typeOfMode } from '../../git/tree.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { objectsOf, refsUnder, repositoryOf } from './repository.ts'

// All repositories share one store of objects, so an id alone must not lead into somebody else's. What a repository
// holds is what can be reached from its references, or from commits that its merge requests and pipelines keep.

/** The commit that a branch, tag or id names in a project's repository; undefined also for commits of other projects. */
export function commitNamed(world: World, project: Project, revision: string): string | undefined {
  const repository = repositoryOf(world, project)
  const { objects } = repository
  const isHeld = (id: string) => {
    const commit = peel(objects, id, 'commit')
    return commit !== undefined && holdsCommit(world, project, commit)
  }
  const own = { ...objects, find: (prefix: string) => (objects.find?.(prefix) ?? []).filter(isHeld) }
  const id = resolveCommit({ ...repository, objects: own }, revision)
  const byId = /^[0-9a-f]{40}/i.test(revision)
  return id === undefined || !byId || isHeld(id) ? id : undefined
}

function holdsCommit(world: World, project: Project, id: string): boolean {
  const repository = repositoryOf(world, project)
  const { objects, defaultBranch } = repository
  // Most commits are in the default branch: for them no other reference is looked at.
  const main = branchHead(repository, defaultBranch)
  if (main !== undefined && isAncestor(objects, id, main)) return true
  // Most others are the heads of branches.
  if (world.gitRefs.by('byTarget', project.id, 'heads', id).first() !== undefined) return true
  const reaches = (roots: readonly string[]) => {
    for (const entry of log(objects, roots)) if (entry.id === id) return true
    return false
  }
  return reaches(namedCommits(world, project)) || reaches(keptCommits(world, project))
}

/** The blob of this id in a project's repository. */
export function blobInProject(world: World, project: Project, id: string): Uint8Array | undefined {
  const repository = repositoryOf(world, project)
  const { objects, defaultBranch } = repository
  const object = objects.get(id)
  if (object?.type !== 'blob') return undefined
  const { inFiles, inHistory } = blobSearch(objects, id)
  const isInFiles = (root: string) => workedOut(`blob ${id} in files of ${root}`, () => inFiles(root))
  const isHeld = (roots: readonly string[]) =>
    workedOut(`blob ${id} in ${roots.join()}`, () => inHistory(roots))
  // Most blobs that are asked for are in the latest files: for them no other reference is looked at.
  const main = commitsOf(objects, [branchHead(repository, defaultBranch)])
  return main.some(isInFiles) || isHeld(namedCommits(world, project)) || isHeld(keptCommits(world, project))
    ? object.bytes
    : undefined
}

/** Bytes that take as long to handle as an entry of a tree takes to be looked at. */
const EACH = 64

/** Looks through the trees of a history, youngest first; no tree is read twice, and none after the blob is found. */
function blobSearch(objects: ObjectStore, id: string) {
  const seen = new Set<string>()
  const pace = new Pace()
  // Not by recursion, since trees are deep.
  function* inTree(root: string): Steps<boolean> {
    const open = [root]
    for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
      if (seen.has(tree)) continue
      seen.add(tree)
      const { entries } = readTree(objects, tree)
      for (const entry of entries) {
        const type = typeOfMode(entry.mode)
        if (type === 'tree') open.push(entry.id)
        else if (type === 'blob' && entry.id === id) return true
      }
      if (pace.after(EACH * entries.length)) yield
    }
    return false
  }
  const inFiles = (commit: string) => inTree(readOutline(objects, commit).tree)
  function* inHistory(roots: readonly string[]): Steps<boolean> {
    for (const root of roots) if (yield* inFiles(root)) return true
    for (const { outline } of log(objects, roots)) {
      if (yield* inTree(outline.tree)) return true
      if (pace.after(0)) yield
    }
    return false
  }
  return { inFiles, inHistory }
}

/** The commits that references of a project name, each once, in the order of the names. */
export function namedCommits(world: World, project: Project): string[] {
  const refs = refsUnder(world, project, 'refs/').list()
  const targets = refs.map(({ sha }) => sha)
  return commitsOf(objectsOf(world), targets)
}

/** Commits that stay without a reference, since merge requests and pipelines refer to them. */
function keptCommits(world: World, project: Project): string[] {
  const { objects } = repositoryOf(world, project)
  const kept: (string | null)[] = []
  for (const index of ['byProject', 'bySource'] as const)
    for (const it of world.mergeRequests.by(index, project.id).ascending())
      kept.push(it.sha, it.baseSha, it.startSha, it.mergeCommitSha, it.squashCommitSha)
  for (const { sha, commitless } of world.pipelines.by('byProject', project.id).ascending())
    if (!commitless) kept.push(sha)
  return commitsOf(objects, kept)
}

function commitsOf(objects: ObjectStore, ids: readonly (string | null | undefined)[]): string[] {
  const commits = new Set<string>()
  for (const id of new Set(ids)) {
    const commit = id == null ? undefined : peel(objects, id, 'commit')
    if (commit !== undefined) commits.add(commit)
  }
  return [...commits]
}
