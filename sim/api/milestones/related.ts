import { issueEntity } from '../../entities/issue.ts'
import { mergeRequestEntity } from '../../entities/merge-request.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { byLabelPriority } from './label-priority.ts'
import { milestoneId } from './params.ts'

const source = 'milestones#create'

export const listProjectMilestoneIssues = operation(
  {
    method: 'GET',
    path: '/projects/:id/milestones/:milestone_id/issues',
    summary: 'List the issues of a project milestone',
    params: milestoneId,
    subject: 'milestone',
    needs: 'read_milestone',
    answers: { many: issueEntity },
    source,
  },
  ({ world, milestone, view }) => {
    const rows = world.issues.by('byMilestone', milestone.id).list()
    return listingOf(
      byLabelPriority(
        world,
        rows.filter((issue) => seesIssue(view.situation, issue)),
      ),
    )
  },
)

export const listProjectMilestoneMergeRequests = operation(
  {
    method: 'GET',
    path: '/projects/:id/milestones/:milestone_id/merge_requests',
    summary: 'List the merge requests of a project milestone',
    params: milestoneId,
    subject: 'milestone',
    needs: 'read_milestone',
    answers: { many: mergeRequestEntity },
    source,
  },
  ({ world, project, milestone, view }) => {
    // Merge requests that the caller may not see are left out instead of refused.
    if (!can(view.situation, 'read_merge_requests', project)) return listingOf([])
    return listingOf(byLabelPriority(world, mergeRequestsOf(world, milestone)))
  },
)

function mergeRequestsOf(world: World, milestone: Milestone) {
  return world.mergeRequests.by('byMilestone', milestone.id).list()
}
