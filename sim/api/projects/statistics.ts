import { projectStatisticsEntity } from '../../entities/statistics.ts'
import { operation } from '../../protocol/operation.ts'

export const getProjectStatistics = operation(
  {
    method: 'GET',
    path: '/projects/:id/statistics',
    summary: 'Get the fetch statistics of a project (last 30 days)',
    auth: 'public',
    subject: 'project',
    needs: 'push_code',
    answers: { one: projectStatisticsEntity },
    beyond: true,
  },
  ({ project }) => project,
)
