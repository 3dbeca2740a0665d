import { discussables } from '../../arrange/discussables.ts'
import { casesBy } from '../../kit/cases.ts'
import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'

const places = casesBy(discussables.slice(0, 2), ([path]) => path)

export const timeTracking = check<string>({
  id: 'issues/time-tracking',
  says: 'The time statistics of an issue or merge request show the estimate and the sum of the time spent, each until it is reset',
  source: 'issues#time-estimate, issues#time-spent, issues#time-units',
  level: 'should',
  covers: places.names.flatMap((path) => [
    `GET ${path}/time_stats`,
    ...['time_estimate', 'reset_time_estimate', 'add_spent_time', 'reset_spent_time'].map(
      (it) => `POST ${path}/${it}`,
    ),
  ]),
  needs: { repository: true, writes: true },
  each: () => places.names,
  holds: async (stage, path) => {
    const [, placeOf] = places.named(path)
    const place = await placeOf(stage)
    const call = (operation: string, duration?: string) =>
      stage.call(`${operation.replace(' ', ` ${path}/`)}`, { ...place, ...(duration && { duration }) })
    const stats = (
      estimate: number,
      spent: number,
      estimateText: string | null,
      spentText: string | null,
    ) => ({
      time_estimate: estimate,
      total_time_spent: spent,
      human_time_estimate: estimateText,
      human_total_time_spent: spentText,
    })
    answers(await call('GET time_stats'), 200, stats(0, 0, null, null))
    answers(await call('POST time_estimate', '1d 2h'), 200, stats(36_000, 0, '1d 2h', null))
    answers(await call('POST add_spent_time', '1h'), 201, stats(36_000, 3600, '1d 2h', '1h'))
    answers(await call('POST add_spent_time', '-30m'), 201, stats(36_000, 1800, '1d 2h', '30m'))
    answers(await call('POST time_estimate', 'soon'), 400)
    answers(await call('GET time_stats'), 200, stats(36_000, 1800, '1d 2h', '30m'))
    answers(await call('POST reset_time_estimate'), 200, stats(0, 1800, null, '30m'))
    answers(await call('POST reset_spent_time'), 200, stats(0, 0, null, null))
  },
})
