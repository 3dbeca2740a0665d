import type { Milestone } from '../../model/milestones/milestone.ts'
import type { Project } from '../../model/projects/project.ts'
import { byTime, find, walkThrough } from './find.ts'
import { memoizedCan } from './memoized-can.ts'
import { byRelevance } from './relevance.ts'
import { orderOf, type SearchRequest } from './search-request.ts'
import { termsOfSearch } from './terms.ts'

/** Only milestones are found by terms of two characters (search#terms). */
const SHORTEST_TERM = 2

/** Milestones of projects whose issues or merge requests the caller may read; group milestones are never found. */
export function findMilestones(request: SearchRequest): Iterable<Milestone> {
  const { situation, place, query } = request
  const { milestones } = situation.world
  const { relevance, byCreation, oldestFirst } = orderOf(request)
  const readsIssues = memoizedCan(situation, 'read_issues')
  const readsMergeRequests = memoizedCan(situation, 'read_merge_requests')
  const terms = termsOfSearch(request, SHORTEST_TERM)
  const before = byTime<Milestone>(byCreation ? (it) => it.createdAt : (it) => it.updatedAt, oldestFirst)
  const tableRuns = {
    of: ({ id }: Project) => milestones.by(byCreation ? 'byProjectCreated' : 'byProjectUpdated', id),
    whole: byCreation
      ? { run: milestones.by('byCreated'), size: milestones.size, sorted: true }
      : { run: milestones.all(), size: milestones.size, sorted: false },
  }
  const rows = find({
    candidates: terms.candidates(milestones),
    isTold: terms.isTold,
    walk: () => walkThrough(place, tableRuns, before, oldestFirst),
    matches: (milestone) => terms.match(milestone, [milestone.title, milestone.description]),
    passes: (milestone, matches) => {
      const { projectId } = milestone
      return (
        projectId !== null &&
        place.holds(projectId) &&
        matches(milestone) &&
        (readsIssues(projectId) || readsMergeRequests(projectId))
      )
    },
    before,
  })
  return relevance ? byRelevance(rows, query, ({ title, description }) => [title, description]) : rows
}
