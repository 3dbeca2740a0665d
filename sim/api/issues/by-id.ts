import { globalIssueEntity } from '../../entities/issue-detail.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'

export const getAnyIssue = operation(
  {
    method: 'GET',
    path: '/issues/:id',
    summary: 'One issue of any project, by its id',
    auth: 'admin',
    params: { id: required(integer({ about: 'Id of the issue, not its internal one' })) },
    answers: { one: globalIssueEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => {
    const issue = world.issues.get(params.id ?? 0)
    if (issue === undefined) throw notFound('Issue')
    return issue
  },
)
