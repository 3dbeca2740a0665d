import { log } from '../../git/history.ts'
import { runArranged } from '../../store/arranged.ts'
import type { Key } from '../../store/key.ts'
import type { Run } from '../../store/run.ts'
import type { Project } from '../projects/project.ts'
import { objectsOf } from '../repository/repository.ts'
import type { World } from '../world.ts'
import type { MergeRequest } from './merge-request.ts'
import { isReachable } from './mergeability.ts'

/** Those with more commits are asked one by one. */
const MOST_COMMITS = 100
/** They stand under the id that no commit has. */
const LONG = ''

/** The merge requests of a project that have a commit or made it. */
interface WithCommit {
  /** By their creation. */
  readonly run: Run<MergeRequest>
  /** Further ones, which have many commits, in the same order. */
  readonly long: readonly MergeRequest[]
}

export function mergeRequestsWith(world: World, { id: projectId }: Project, commit: string): WithCommit {
  // Many merge requests may have the same commits.
  const known = new Map<string, readonly string[]>()
  const keys = (row: MergeRequest, world: World): Key[] => {
    if (row.projectId !== projectId) return []
    const range = `${row.baseSha} ${row.sha}`
    const walked = known.get(range) ?? walkedOf(world, row)
    known.set(range, walked)
    const ids = walked.length > MOST_COMMITS ? [LONG] : new Set([...walked, ...madeBy(row)])
    return Array.from(ids, (id) => [id, row.createdAt])
  }
  const among = () => world.mergeRequests.by('byProject', projectId).list()
  const under = (id: string) =>
    runArranged(world.mergeRequests.state, { name: `commits of ${projectId}`, keys, among }, world, [id])
  return {
    run: under(commit),
    long: under(LONG)
      .list()
      .filter((row) => includesCommit(world, row, commit)),
  }
}

function walkedOf(world: World, { sha, baseSha }: MergeRequest): string[] {
  if (sha === null) return []
  const exclude = baseSha === null ? [] : [baseSha]
  return [...log(objectsOf(world), sha, { exclude, limit: MOST_COMMITS + 1 })].map(({ id }) => id)
}

function madeBy({ mergeCommitSha, squashCommitSha }: MergeRequest): string[] {
  return [mergeCommitSha, squashCommitSha].filter((id) => id !== null)
}

function includesCommit(world: World, row: MergeRequest, id: string): boolean {
  if (madeBy(row).includes(id)) return true
  const { sha, baseSha } = row
  if (sha === null || !isReachable(world, id, sha)) return false
  return baseSha === null || !isReachable(world, id, baseSha)
}
