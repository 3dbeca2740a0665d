import { runnerEntity } from '../../entities/runner.ts'
import { changed } from '../../lib/dialect.ts'
import { runnersForGroup } from '../../policy/runners.ts'
import { operation } from '../../protocol/operation.ts'
import { filters, source } from './params.ts'
import { runnerList } from './runner-list.ts'

export const listGroupRunners = operation(
  {
    method: 'GET',
    path: '/groups/:id/runners',
    summary: 'List the runners of a group',
    params: filters,
    subject: 'group',
    needs: changed('runners#later-group-role', {
      before: 'read_group_runners',
      after: 'list_group_runners',
    }),
    authorize: 'first',
    answers: { many: runnerEntity },
    source,
  },
  ({ world, group, params, view }) => runnerList(runnersForGroup(world, group), params, view),
)
