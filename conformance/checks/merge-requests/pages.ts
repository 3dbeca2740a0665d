import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'
import { sampleMergeRequests } from './sample-merge-requests.ts'

const list = 'GET /projects/:id/merge_requests'

export const pagesOfEveryState = check({
  id: 'merge-requests/pages-of-every-state',
  says: 'The pages of a list of open, closed and merged ones make up the list, in each order and direction',
  source: 'conventions#offset-pagination, merge-requests#order, merge-requests#filter-state',
  level: 'must',
  covers: [list],
  needs: { repository: true },
  readOnly: true,
  arrange: sampleMergeRequests,
  each: () =>
    ['created_at', 'updated_at'].flatMap((order_by) => ['asc', 'desc'].map((sort) => ({ order_by, sort }))),
  holds: async (stage, order) => {
    const all = await idsOf(stage, { ...order, per_page: 100 })
    for (const per_page of [1, 2, 3]) {
      const shown: number[] = []
      for (let page = 1; page <= Math.ceil(all.length / per_page); page++)
        shown.push(...(await idsOf(stage, { ...order, per_page, page })))
      equals(`the merge requests by ${per_page}`, shown, all)
    }
  },
})

async function idsOf(stage: Stage, params: Params): Promise<readonly number[]> {
  const reply = await stage.call(list, { id: stage.project.id, state: 'all', ...params })
  answers(reply, 200)
  return reply.rows().map((row) => numberIn(row, 'id'))
}
