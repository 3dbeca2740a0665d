import { globalIssueEntity } from '../../entities/issue-detail.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, lookedUp, required } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'

export const getIssueById = operation(
  {
    method: 'GET',
    path: '/issues/:id',
    summary: 'Get an issue by its id',
    auth: 'admin',
    params: lookedUp({ id: required(integer({ about: 'Global id of the issue, not its `iid`' })) }),
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
