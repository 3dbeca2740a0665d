import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

export const laterFields = check({
  id: 'pipelines/later-fields',
  says: 'Trigger tokens and schedules have the fields that their release brought',
  source: 'pipelines#later-trigger-expiry, pipelines#later-schedule-inputs',
  level: 'should',
  covers: ['POST /projects/:id/triggers', 'POST /projects/:id/pipeline_schedules'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const trigger = await call('POST /projects/:id/triggers', { id, description: 'later' })
    answers(trigger, 201)
    await hasLater(
      stage,
      trigger.row(),
      { 'pipelines#later-trigger-expiry': { expires_at: ['null', 'time'] } },
      trigger,
    )
    const nightly = { id, description: 'nightly', ref: branch, cron: '0 1 * * *', active: false }
    const schedule = await call('POST /projects/:id/pipeline_schedules', nightly)
    answers(schedule, 201)
    await hasLater(
      stage,
      schedule.row(),
      { 'pipelines#later-schedule-inputs': { inputs: ['list'] } },
      schedule,
    )
  },
})
