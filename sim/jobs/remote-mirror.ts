import { GitError } from '../git/git-error.ts'
import { pushRemote, type RemoteChange } from '../git/push-remote.ts'
import { fetchRemote, type RemoteRef } from '../git/remote.ts'
import type { CallOut } from '../lib/outbound.ts'
import { forEach, Pace, type Steps } from '../lib/steps.ts'
import { isReachable } from '../model/merge-requests/mergeability.ts'
import type { Project } from '../model/projects/project.ts'
import { isProtected } from '../model/protected-tags/protections.ts'
import type { MirrorProgress, PullMirror, RemoteMirror } from '../model/remote-mirrors/remote-mirror.ts'
import { scheduleMirrorUpdate } from '../model/remote-mirrors/remote-mirrors.ts'
import { fitRefs } from '../model/repository/fit-refs.ts'
import { deleteBranch, moveBranch } from '../model/repository/new-commit.ts'
import { storeObjects } from '../model/repository/packed-objects.ts'
import { repositoryOf } from '../model/repository/repository.ts'
import { nextId, type World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'
import { exchangeWith } from './git-exchange.ts'

const TAKES = 2000
const HEADS = 'refs/heads/'

/** Updates mirrors of projects whose branches and tags are not what they were. */
export function updateMirrors(before: World, after: World, now: Instant): void {
  if (after.remoteMirrors.size === 0) return
  const pushed = new Set<number>()
  for (const { before: was, after: is } of after.gitRefs.since(before.gitRefs))
    pushed.add((is ?? was)?.projectId ?? 0)
  for (const id of pushed)
    for (const mirror of after.remoteMirrors.by('byProject', id).list())
      scheduleMirrorUpdate(after, mirror, now)
}

/** The next step of updating a push mirror. */
export function* stepRemoteMirror(
  world: World,
  { mirrorId, step }: Job['args'],
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const mirror = world.remoteMirrors.get(Number(mirrorId))
  const project = mirror && world.projects.get(mirror.projectId)
  if (mirror === undefined || project === undefined || !mirror.enabled) return
  if (step === 'start') {
    world.remoteMirrors.put({ ...mirror, status: 'started', startedAt: now })
    const args = { mirrorId: mirror.id, step: 'push' }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'remote-mirror', args, due: now + TAKES })
    return
  }
  const work = push(world, project, mirror, callOut)
  world.remoteMirrors.put({ ...mirror, ...(yield* outcome(mirror, now, work)) })
}

/** The next step of updating a pull mirror. */
export function* stepPullMirror(
  world: World,
  { projectId, step }: Job['args'],
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const mirror = world.pullMirrors.get(Number(projectId))
  const project = world.projects.get(Number(projectId))
  if (mirror === undefined || project === undefined || !mirror.enabled) return
  if (step === 'start') {
    world.pullMirrors.put({ ...mirror, status: 'started', startedAt: now })
    const args = { projectId: mirror.id, step: 'pull' }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'pull-mirror', args, due: now + TAKES })
    return
  }
  const work = pull(world, project, mirror, now, callOut)
  world.pullMirrors.put({ ...mirror, ...(yield* outcome(mirror, now, work)) })
}

function* outcome(mirror: MirrorProgress, now: Instant, work: Steps<void>): Steps<MirrorProgress> {
  const { startedAt, succeededAt } = mirror
  try {
    yield* work
    return { status: 'finished', startedAt, updatedAt: now, succeededAt: now, error: null }
  } catch (problem) {
    if (!(problem instanceof GitError)) throw problem
    return { status: 'failed', startedAt, updatedAt: now, succeededAt, error: problem.message }
  }
}

function* push(world: World, project: Project, mirror: RemoteMirror, callOut: CallOut): Steps<void> {
  const { objects, refs } = repositoryOf(world, project)
  const own = [...refs.list(HEADS), ...refs.list('refs/tags/')].filter((ref) =>
    isMirrored(world, project, mirror, ref),
  )
  const diverged: string[] = []
  yield* pushRemote(exchangeWith(world, mirror.url, callOut), objects, function* (there) {
    const theirs = new Map(there.map(({ name, id }) => [name, id]))
    const changes: RemoteChange[] = []
    for (const { name, id: to } of own) {
      const from = theirs.get(name)
      if (from === to) continue
      yield
      const follows = from === undefined || (objects.get(from) !== undefined && isReachable(world, from, to))
      if (follows || !mirror.keepsDivergent) changes.push({ name, from, to })
      else diverged.push(name)
    }
    return [...changes, ...(yield* gone(world, project, mirror, there))]
  })
  if (diverged.length > 0)
    throw new GitError(
      `Some refs have diverged and have not been updated on the remote:\n\n${diverged.join('\n')}`,
    )
}

/** What was deleted here and has nothing there that is not here goes there as well. */
function* gone(
  world: World,
  project: Project,
  mirror: RemoteMirror,
  there: readonly RemoteRef[],
): Steps<readonly RemoteChange[]> {
  const { refs, objects } = repositoryOf(world, project)
  const main = refs.get(HEADS + project.defaultBranch)
  const changes: RemoteChange[] = []
  for (const { name, id: from } of there) {
    if (refs.get(name) !== undefined || !isMirrored(world, project, mirror, { name })) continue
    yield
    if (main !== undefined && objects.get(from)?.type === 'commit' && isReachable(world, from, main))
      changes.push({ name, from, to: undefined })
  }
  return changes
}

function isMirrored(
  world: World,
  { id }: Project,
  { onlyProtected }: RemoteMirror,
  { name }: { readonly name: string },
): boolean {
  if (!onlyProtected) return true
  if (!name.startsWith(HEADS)) return false
  return isProtected(world, { projectId: id, ref: name.slice(HEADS.length), tag: false })
}

function* pull(
  world: World,
  project: Project,
  mirror: PullMirror,
  now: Instant,
  callOut: CallOut,
): Steps<void> {
  const { refs } = repositoryOf(world, project)
  const there = yield* fetchRemote(exchangeWith(world, mirror.url, callOut))
  yield* storeObjects(world, there.objects)
  for (const { name, id } of fitRefs(there)) {
    const from = refs.get(name)
    if (from === id) continue
    yield
    if (!name.startsWith(HEADS)) {
      refs.set(name, id)
      continue
    }
    const branch = name.slice(HEADS.length)
    if (mirror.onlyProtected && !isProtected(world, { projectId: project.id, ref: branch, tag: false }))
      continue
    const follows = from === undefined || isReachable(world, from, id)
    if (follows || mirror.overwritesDivergent) moveBranch(world, project, branch, id, now)
  }
  if (mirror.onlyProtected) return
  const theirs = new Set(there.refs.map(({ name }) => name))
  yield* forEach(refs.list(HEADS), new Pace(), ({ name }) => {
    const branch = name.slice(HEADS.length)
    if (!theirs.has(name) && branch !== project.defaultBranch) deleteBranch(world, project, branch, now)
  })
}
