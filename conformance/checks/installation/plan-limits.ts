import { check } from '../../kit/check.ts'
import { answers, numberIn } from '../../kit/expect.ts'

const PATH = '/application/plan_limits'

export const planLimits = check({
  id: 'installation/plan-limits',
  says: 'Updating a plan limit changes that limit and no other',
  source: 'installation#plan-limits',
  level: 'should',
  covers: [`GET ${PATH}`, `PUT ${PATH}`],
  needs: { role: 'admin', project: 'none', restores: true },
  holds: async ({ call }) => {
    const before = await call(`GET ${PATH}`)
    answers(before, 200)
    const ci_pipeline_schedules = numberIn(before.row(), 'ci_pipeline_schedules') + 1
    const changed = await call(`PUT ${PATH}`, { plan_name: 'default', ci_pipeline_schedules })
    answers(changed, 200, { ...before.row(), ci_pipeline_schedules })
    answers(await call(`GET ${PATH}`), 200, { ...before.row(), ci_pipeline_schedules })
  },
})
