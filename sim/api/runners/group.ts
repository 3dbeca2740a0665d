import { runnerEntity } from '../../entities/runner.ts'
import { runnersForGroup } from '../../policy/runners.ts'
import { operation } from '../../protocol/operation.ts'
import { filtered, filters, source } from './params.ts'

export const listGroupRunners = operation(
  {
    method: 'GET',
    path: '/groups/:id/runners',
    summary: 'List runners of a group, of those above it, and of the installation',
    params: filters,
    subject: 'group',
    needs: 'read_group_runners',
    authorize: 'first',
    answers: { many: runnerEntity },
    source,
  },
  ({ world, group, params, now }) => filtered(runnersForGroup(world, group), params, now),
)
