import { commitOf, type ProjectCommit } from '../../model/branches/branches.ts'
import { commitsSaying, commitsWith } from '../../model/commits/commit-search.ts'
import { titleOf } from '../../model/commits/commit-title.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/own-content.ts'
import { termsOf } from '../../model/search/search.ts'
import { type Asked, mostGathered, orderOf } from './asked.ts'
import { byRelevance } from './relevance.ts'
import { remembering } from './rights.ts'

const COMMIT_ID = /^[0-9a-f]{7,40}$/i

/** Commits of projects whose code the caller may read, newest first. */
export function commitsFound(asked: Asked): readonly ProjectCommit[] {
  const { project, query, advanced } = asked
  if (query === '') return []
  const { oldestFirst } = orderOf(asked)
  const found = project !== undefined && !advanced ? greppedIn(asked, project) : indexed(asked)
  return oldestFirst ? [...found].reverse() : found
}

/** By the whole query as part of the message; an id adds the commit that it names. */
function greppedIn(asked: Asked, project: Project): ProjectCommit[] {
  const { world } = asked.situation
  const { query, ref = project.defaultBranch } = asked
  const saying = commitsSaying(world, project, ref, query).slice(0, mostGathered(asked))
  const found = saying.map((entry) => ({ project, ...entry }))
  const id = COMMIT_ID.test(query) ? commitNamed(world, project, query.toLowerCase()) : undefined
  const isThere = id === undefined || found.some((commit) => commit.id === id)
  return isThere ? found : [...found, commitOf(world, project, id)]
}

function indexed(asked: Asked): ProjectCommit[] {
  const { situation, place, query } = asked
  const { world } = situation
  const reads = remembering(situation, 'read_code')
  const terms = termsOf(query).filter((term) => term !== '')
  const projects = (place.projects(Number.POSITIVE_INFINITY) ?? []).filter(({ id }) => reads(id))
  const found = projects
    .flatMap((project) => commitsWith(world, project, terms).map((entry) => ({ project, ...entry })))
    .sort((a, b) => b.commit.committer.at - a.commit.committer.at)
  if (!orderOf(asked).relevance) return found
  return [
    ...byRelevance(found, query, ({ commit }) => [
      titleOf(commit.message),
      commit.message,
      commit.author.name,
    ]),
  ]
}
