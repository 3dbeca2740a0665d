import { configurePipelines } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const PATH = '/projects/:id/pipeline_schedules'

const ONE = `${PATH}/:pipeline_schedule_id`

export const schedulePlay = check({
  id: 'pipelines/schedule-play',
  says: 'Playing a schedule starts a pipeline with the variables of the schedule and leaves the next run as it is',
  source: 'pipelines#schedule-play, pipelines#schedule-runs',
  level: 'should',
  covers: [`POST ${ONE}/play`, `GET ${ONE}`, `GET ${ONE}/pipelines`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await configurePipelines(stage)
    const wish = { id: project.id, description: 'Played', ref: project.branch, cron: '0 1 1 1 *' }
    const schedule = arranged(await call(`POST ${PATH}`, wish))
    const named = { id: project.id, pipeline_schedule_id: numberIn(schedule, 'id') }
    expectArranged(await call(`POST ${ONE}/variables`, { ...named, key: 'TOLD', value: 'yes' }))
    answers(await call(`POST ${ONE}/play`, named), 201, { message: '201 Created' })
    const shown = await stage.until(
      () => call(`GET ${ONE}`, named),
      (reply) => isRow(reply.row().last_pipeline),
      { seconds: 60 },
    )
    const last = shown.row().last_pipeline
    equals('a pipeline was started', isRow(last), true, shown)
    if (!isRow(last)) return
    has(last, { source: 'schedule', ref: project.branch }, shown)
    equals('comes next', shown.row().next_run_at ?? null, schedule.next_run_at ?? null, shown)
    const started = await call(`GET ${ONE}/pipelines`, named)
    equals(
      'the pipelines it started',
      started.rows().map(({ id }) => id ?? null),
      [last.id ?? null],
      started,
    )
    const told = await call('GET /projects/:id/pipelines/:pipeline_id/variables', {
      id: project.id,
      pipeline_id: numberIn(last, 'id'),
    })
    equals(
      'what it was told',
      told.rows().map(({ key, value }) => [key ?? null, value ?? null]),
      [['TOLD', 'yes']],
      told,
    )
  },
})

export const scheduleRuns = check({
  id: 'pipelines/schedule-runs',
  says: 'A schedule starts a pipeline each time that it is due, unless it is inactive',
  source: 'pipelines#schedule-runs',
  level: 'should',
  covers: [`POST ${PATH}`, `PUT ${ONE}`, `GET ${ONE}/pipelines`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.movesClock) stage.skip("the target's clock cannot be moved")
    await configurePipelines(stage)
    const wish = { id: project.id, description: 'Hourly', ref: project.branch, cron: '0 * * * *' }
    const schedule = arranged(await call(`POST ${PATH}`, wish))
    const named = { id: project.id, pipeline_schedule_id: numberIn(schedule, 'id') }
    const untilFirst = Date.parse(String(schedule.next_run_at)) - Date.parse(String(schedule.created_at))
    await stage.wait(untilFirst / 1000 + 3600 + 60)
    const first = await call(`GET ${ONE}/pipelines`, named)
    equals('pipelines an hour after the first', first.rows().length, 2, first)
    await call(`PUT ${ONE}`, { ...named, active: false })
    await stage.wait(2 * 3600)
    const then = await call(`GET ${ONE}/pipelines`, named)
    equals('pipelines while it is not active', then.rows().length, 2, then)
  },
})
