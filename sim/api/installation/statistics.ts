import { instanceStatisticsEntity } from '../../entities/statistics.ts'
import { operation } from '../../protocol/operation.ts'

export const getInstanceStatistics = operation(
  {
    method: 'GET',
    path: '/application/statistics',
    summary: 'Get the statistics of the instance',
    auth: 'admin',
    answers: { one: instanceStatisticsEntity },
    beyond: true,
  },
  ({ world }) => world,
)
