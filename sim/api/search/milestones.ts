import type { Milestone } from '../../model/milestones/milestone.ts'
import type { Project } from '../../model/projects/project.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import { type Asked, orderOf } from './asked.ts'
import { byTime, find, type Walk, walkThrough } from './find.ts'
import { byRelevance } from './relevance.ts'
import { remembering } from './rights.ts'

/** Milestones alone are found by two characters (dossier 1, 8.2). */
const SHORTEST_TERM = 2

/** Milestones of projects whose issues or merge requests the caller may read; those of groups are never found. */
export function milestonesFound(asked: Asked): Iterable<Milestone> {
  const { situation, place, query } = asked
  const { milestones } = situation.world
  const { relevance, byCreation, oldestFirst } = orderOf(asked)
  const readsIssues = remembering(situation, 'read_issues')
  const readsMergeRequests = remembering(situation, 'read_merge_requests')
  const matches = matcher(query, SHORTEST_TERM)
  const before = byTime<Milestone>(byCreation ? (it) => it.createdAt : (it) => it.updatedAt, oldestFirst)
  const shelves = {
    of: ({ id }: Project) => milestones.by('byProjectUpdated', id),
    whole: { run: milestones.all(), size: milestones.size, sorted: false },
  }
  const walk = (): Walk<Milestone> => {
    const walked = walkThrough(place, shelves, before, oldestFirst)
    return byCreation ? { ...walked, sorted: false } : walked
  }
  const rows = find({
    candidates: milestones.mentioning(piecesOf(query, SHORTEST_TERM)),
    walk,
    passes: ({ projectId, title, description }) =>
      projectId !== null &&
      place.holds(projectId) &&
      matches([title, description]) &&
      (readsIssues(projectId) || readsMergeRequests(projectId)),
    before,
  })
  return relevance ? byRelevance(rows, query, ({ title, description }) => [title, description]) : rows
}
