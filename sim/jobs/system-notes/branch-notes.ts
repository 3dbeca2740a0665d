import { logSteps, mergeBase, mergeBases } from '../../git/history.ts'
import { readCommit } from '../../git/objects.ts'
import { escapeHtml } from '../../lib/html.ts'
import type { Steps } from '../../lib/steps.ts'
import { titleOf } from '../../model/commits/commit-title.ts'
import { isDraft } from '../../model/discussions/drafts.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { addSystemNote } from '../../model/merge-requests/merge-requests.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import type { World } from '../../model/world.ts'
import type { Instant } from '../../time/calendar.ts'
import type { WorldChange } from '../pushed-pipelines.ts'

/**
 * Tells the open merge requests of a branch that it moved: that it is gone or back, and which commits came. A commit
 * that is to be changed yet makes them drafts (discussions#pushed-commits).
 */
export function* recordBranchMoves(done: WorldChange): Steps<void> {
  const { before, after, user, now } = done
  if (user === undefined) return
  for (const { before: was, after: is } of after.gitRefs.since(before.gitRefs)) {
    const { name, projectId } = is ?? was ?? { name: '', projectId: 0 }
    const branch = name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : undefined
    if (branch === undefined) continue
    for (const row of after.mergeRequests.by('bySource', projectId, branch, 'opened').list()) {
      const known = before.mergeRequests.get(row.id)
      if (known === undefined) continue
      if (is === undefined || was === undefined) {
        const text = `${is === undefined ? 'deleted' : 'restored'} source branch \`${branch}\``
        addSystemNote(after, row, user.id, text, now)
      }
      if (is !== undefined)
        yield* tellCommits(after, row, user.id, { from: was?.sha, to: is.sha, known }, now)
      yield
    }
  }
}

interface Move {
  readonly from: string | undefined
  readonly to: string
  /** The merge request as it was. */
  readonly known: MergeRequest
}

function* tellCommits(
  world: World,
  row: MergeRequest,
  userId: number,
  { from, to, known }: Move,
  now: Instant,
): Steps<void> {
  const objects = objectsOf(world)
  const since = from ?? (known.sha === null ? undefined : mergeBase(objects, known.sha, to))
  if (since === undefined) return
  const came = (yield* logSteps(objects, to, { exclude: [since] })).map(({ id }) => id).reverse()
  if (came.length === 0) return
  // What both branches have, without a walk through what the target alone has.
  const exclude = row.startSha === null ? [] : mergeBases(objects, row.startSha, to)
  const own = new Set((yield* logSteps(objects, to, { exclude })).map(({ id }) => id))
  const commits = { fresh: came.filter((id) => own.has(id)), others: came.filter((id) => !own.has(id)) }
  addSystemNote(world, row, userId, addedText(world, row, commits, from), now)
  const title = (id: string) => titleOf(readCommit(objects, id).message)
  const unready = commits.fresh.find((id) => isUnready(title(id)))
  if (unready === undefined || isDraft(row.title)) return
  const draft = world.mergeRequests.update(row.id, { title: `Draft: ${row.title}`, updatedAt: now })
  addSystemNote(world, draft, userId, `marked this merge request as **draft** from ${unready}`, now)
}

function isUnready(title: string): boolean {
  return isDraft(title.trimStart()) || /(?:fixup!|squash!)\s/.test(title)
}

interface Came {
  /** Commits that the merge request brings, oldest first. */
  readonly fresh: readonly string[]
  /** Commits that its target branch has already. */
  readonly others: readonly string[]
}

/** Of more commits than these only the latest are listed. */
const LISTED = 10

function addedText(
  world: World,
  row: MergeRequest,
  { fresh, others }: Came,
  from: string | undefined,
): string {
  const objects = objectsOf(world)
  const line = (id: string) => `<li>${short(id)} - ${escaped(titleOf(readCommit(objects, id).message))}</li>`
  const earlier = fresh.slice(0, Math.max(0, fresh.length - LISTED))
  const lines = [
    ...(others.length === 0
      ? []
      : [
          `<li>${rangeOf(others, from)} - ${counted(others.length, 'commit')} from branch <code>${targetOf(world, row)}</code></li>`,
        ]),
    ...(earlier.length === 0
      ? []
      : [
          `<li>${rangeOf(earlier, others.at(-1) ?? from)} - ${counted(earlier.length, 'earlier commit')}</li>`,
        ]),
    ...fresh.slice(earlier.length).map(line),
  ]
  const { fullPath } = world.projects.require(row.projectId)
  const version = world.mergeRequestVersions.by('byMergeRequest', row.id).last()?.id
  const page = `/${fullPath}/-/merge_requests/${row.iid}/diffs?diff_id=${version}&start_sha=${from ?? '0'.repeat(40)}`
  return [
    `added ${counted(fresh.length + others.length, 'commit')}`,
    `<ul>${lines.join('')}</ul>`,
    `[Compare with previous version](${page})`,
  ].join('\n\n')
}

function rangeOf(ids: readonly string[], from: string | undefined): string {
  const [first, last] = [ids[0] as string, ids.at(-1) as string]
  if (ids.length === 1) return short(first)
  return from === undefined ? `${short(first)}..${short(last)}` : `${short(from)}...${short(last)}`
}

function targetOf(world: World, { projectId, sourceProjectId, targetBranch }: MergeRequest): string {
  const { fullPath } = world.projects.require(projectId)
  const branch = escaped(targetBranch)
  return sourceProjectId === projectId ? branch : `${fullPath.slice(0, fullPath.lastIndexOf('/'))}:${branch}`
}

function short(id: string): string {
  return id.slice(0, 8)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function escaped(text: string): string {
  return escapeHtml(text).replaceAll("'", '&#39;')
}
