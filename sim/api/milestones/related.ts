import { issueEntity } from '../../entities/issue.ts'
import { mergeRequestEntity } from '../../entities/merge-request.ts'
import { can } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { milestoneIssues, milestoneMergeRequests } from './milestone-items.ts'
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
  ({ milestone, view }) => milestoneIssues(view.situation, milestone.id),
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
  // Merge requests that the caller may not see are left out instead of refused.
  ({ world, project, milestone, view }) => {
    const sees = can(view.situation, 'read_merge_requests', project)
    return milestoneMergeRequests(world, milestone.id, () => sees)
  },
)
