import { logSteps } from '../git/history.ts'
import { peel } from '../git/revision.ts'
import type { Steps } from '../lib/steps.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import { isReachable } from '../model/merge-requests/mergeability.ts'
import { markMergedByPush } from '../model/merge-requests/merged-by-push.ts'
import { mayRunForMergeRequests } from '../model/pipelines/pipeline-config.ts'
import type { Project } from '../model/projects/project.ts'
import { objectsOf } from '../model/repository/repository.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import {
  mergeRequestPipelineStart,
  openPipeline,
  PipelineRefused,
  skipsCi,
  startAutomaticPipeline,
} from './open-pipeline.ts'
import { stopEnvironmentsOf } from './stop-environment.ts'

/** What one request or job changed: the world before and after it, and the user. */
export interface WorldChange {
  readonly before: World
  readonly after: World
  readonly user: User | undefined
  readonly now: Instant
  /** What a push by git said besides. */
  readonly pushOptions?: readonly string[]
}

/** How many branches and tags of one push start pipelines, and have the messages of their commits read: the first of them. */
export const MOST_REFS = 4

/**
 * Starts the pipelines of branches and tags that a request or a job moved. Merge requests whose commits arrived in their
 * target are merged. What moved is what two versions of the world do not share, so nothing that moves a branch has to think
 * of this.
 */
export function* startPushPipelines(done: WorldChange): Steps<void> {
  const moved = movedRefs(done)
  for (const move of moved) {
    if (!move.tag) yield* land(done, move)
    yield
  }
  for (const move of moved) {
    if (move.place < MOST_REFS) yield* pushed(done, move)
    yield
  }
}

/** Stops the environments of branches that are gone. */
export function* forgetBranches({ before, after, user, now }: WorldChange): Steps<void> {
  for (const { before: was, after: is } of after.gitRefs.since(before.gitRefs)) {
    const project = is === undefined && was !== undefined ? after.projects.get(was.projectId) : undefined
    const branch = /^refs\/heads\/(.+)$/.exec(was?.name ?? '')?.[1]
    if (project === undefined || branch === undefined) continue
    stopEnvironmentsOf(after, project, branch, user?.id ?? 0, now)
    yield
  }
}

/** The branches and tags that were created or moved. */
export function movedRefs({ before, after }: WorldChange): readonly Moved[] {
  return after.gitRefs.since(before.gitRefs).flatMap(({ before: was, after: is }, place) => {
    if (is === undefined) return []
    const [, kind, ref] = /^refs\/(heads|tags)\/(.+)$/.exec(is.name) ?? []
    const project = after.projects.get(is.projectId)
    // What is created together with its project is copied, and was built elsewhere.
    const known = project !== undefined && before.projects.get(project.id) !== undefined
    return ref === undefined || !known
      ? []
      : [{ project, tag: kind === 'tags', ref, from: was?.sha, to: is.sha, place }]
  })
}

export interface Moved {
  readonly project: Project
  readonly tag: boolean
  readonly ref: string
  readonly from: string | undefined
  readonly to: string
  /** Which of those that changed. */
  readonly place: number
}

function* pushed(done: WorldChange, { project, tag, ref, from, to }: Moved): Steps<void> {
  const { after, now } = done
  const sha = peel(objectsOf(after), to, 'commit')
  const userId = whoMoved(done, project, ref)
  if (sha === undefined || userId === undefined || !builds(project)) return
  const variables = variablesFrom(done.pushOptions ?? [])
  yield* startAutomaticPipeline(
    done.after,
    {
      project,
      sha,
      ref,
      source: 'push',
      userId,
      skip: done.pushOptions?.some((option) => option === 'ci.skip') ?? false,
      ...(tag && { tag }),
      ...(!tag && from !== undefined && { beforeSha: from }),
      ...(variables.length > 0 && { variables }),
    },
    now,
  )
}

function builds({ features, archived }: Project): boolean {
  return features.builds !== 'disabled' && !archived
}

/** Whoever asked; for what a job did, whoever asked for the merge. */
export function whoMoved(
  { before, after, user }: WorldChange,
  project: Project,
  ref: string,
): number | undefined {
  if (user !== undefined) return user.id
  for (const { after: row } of after.mergeRequests.since(before.mergeRequests))
    if (row?.state === 'merged' && row.projectId === project.id && row.targetBranch === ref)
      return row.mergedById ?? undefined
  return undefined
}

function variablesFrom(options: readonly string[]) {
  return options.flatMap((option) => {
    const [, key, value] = /^ci\.variable="?(\w+)=(.*?)"?$/s.exec(option) ?? []
    return key === undefined || value === undefined ? [] : [{ key, value }]
  })
}

/** Merge requests whose last commit this brought into their target branch are merged, whoever brought it there. */
function* land(done: WorldChange, move: Moved): Steps<void> {
  const { after, now } = done
  const { project, ref } = move
  for (const row of yield* landedBy(after, move)) {
    const by = after.users.get(whoMoved(done, project, ref) ?? 0)
    if (by !== undefined) markMergedByPush(after, row, by, now)
  }
}

// What a branch had before is not walked: it may be a long history, and a push mostly brings a commit or two.
function* landedBy(world: World, { project, ref, from, to }: Moved): Steps<readonly MergeRequest[]> {
  const within = [project.id, ref] as const
  const open = world.mergeRequests.by('byTargetHead', ...within)
  if (from === undefined)
    return inOrder(open.list().filter(({ sha }) => isReachable(world, sha as string, to)))
  const most = open.count()
  if (most === 0) return []
  const came = yield* logSteps(objectsOf(world), to, { exclude: [from] })
  const ids = new Set(came.map(({ id }) => id))
  const found =
    came.length < most
      ? came.flatMap(({ id }) => world.mergeRequests.by('byTargetHead', ...within, id).list())
      : open.list().filter(({ sha }) => ids.has(sha as string))
  // Dates that run backwards may hide that it was there.
  return inOrder(found.filter(({ sha }) => !isReachable(world, sha as string, from)))
}

function inOrder(rows: readonly MergeRequest[]): readonly MergeRequest[] {
  return rows.toSorted((one, other) => one.createdAt - other.createdAt || one.id - other.id)
}

/** Starts the pipelines of merge requests that were opened or got new commits. */
export function* startMergeRequestPipelines(done: WorldChange): Steps<void> {
  const { before, after, now } = done
  for (const { before: was, after: row } of after.mergeRequests.since(before.mergeRequests)) {
    if (row?.state !== 'opened' || was?.sha === row.sha) continue
    yield* startForMergeRequest(after, row, done.user?.id ?? row.authorId, now)
    yield
  }
}

function* startForMergeRequest(
  world: World,
  mergeRequest: MergeRequest,
  userId: number,
  now: Instant,
): Steps<void> {
  const about = mergeRequestPipelineStart(world, mergeRequest, userId)
  if (about === undefined || !builds(about.project)) return
  if (!mayRunForMergeRequests(world, about.project, about.sha) || skipsCi(world, about.sha)) return
  try {
    yield* openPipeline(world, about, now)
  } catch (problem) {
    if (!(problem instanceof PipelineRefused)) throw problem
  }
}
