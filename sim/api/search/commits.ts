import { commitOf } from '../../model/branches/branches.ts'
import { searchCommitMessages, searchCommits } from '../../model/commits/commit-search.ts'
import { titleOf } from '../../model/commits/commit-title.ts'
import { type ProjectCommit, projectCommit } from '../../model/commits/project-commit.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { memoizedCan } from './memoized-can.ts'
import { byRelevance } from './relevance.ts'
import { gatherLimit, orderOf, type SearchRequest } from './search-request.ts'

const COMMIT_ID = /^[0-9a-f]{7,40}$/i

/** Commits of projects whose code the caller may read, newest first. */
export function findCommits(request: SearchRequest): readonly ProjectCommit[] {
  const { project, query, advanced } = request
  if (query === '') return []
  const { oldestFirst } = orderOf(request)
  const found = project !== undefined && !advanced ? grepCommits(request, project) : searchIndex(request)
  return oldestFirst ? [...found].reverse() : found
}

/** Commits whose message contains the whole query; a query that is a commit id adds that commit. */
function grepCommits(request: SearchRequest, project: Project): ProjectCommit[] {
  const { world } = request.situation
  const { query, ref = project.defaultBranch } = request
  const matching = searchCommitMessages(world, project, ref, query).slice(0, gatherLimit(request))
  const found = matching.map((entry) => projectCommit(project, entry))
  const id = COMMIT_ID.test(query) ? commitNamed(world, project, query.toLowerCase()) : undefined
  const isFound = id === undefined || found.some((commit) => commit.id === id)
  return isFound ? found : [...found, commitOf(world, project, id)]
}

function searchIndex(request: SearchRequest): ProjectCommit[] {
  const { situation, place, query } = request
  const { world } = situation
  const reads = memoizedCan(situation, 'read_code')
  const projects = (place.projects(Number.POSITIVE_INFINITY) ?? []).filter(({ id }) => reads(id))
  const found = projects
    .flatMap((project) => searchCommits(world, project, query).map((entry) => projectCommit(project, entry)))
    .sort((a, b) => b.commit.committer.at - a.commit.committer.at)
  if (!orderOf(request).relevance) return found
  return [
    ...byRelevance(found, query, ({ commit }) => [
      titleOf(commit.message),
      commit.message,
      commit.author.name,
    ]),
  ]
}
