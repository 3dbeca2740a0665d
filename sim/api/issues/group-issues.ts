import { groupIssueEntity } from '../../entities/issue-detail.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import { operation } from '../../protocol/operation.ts'
import { issueList } from './filter.ts'
import { groupScope, issueListParams, issueListRules } from './params.ts'

export const listGroupIssues = operation(
  {
    method: 'GET',
    path: '/groups/:id/issues',
    summary: 'List the issues of a group',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: { ...issueListParams, ...groupScope },
    rules: issueListRules,
    answers: { many: groupIssueEntity },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    return issueList(view.situation, params, [...projectsBelow(world, group)])
  },
)
