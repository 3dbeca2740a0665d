import { check } from '../../kit/check.ts'
import { answers, has, numberIn, says } from '../../kit/expect.ts'

const PATH = '/projects/:id/freeze_periods'

const ONE = `${PATH}/:freeze_period_id`

const weekend = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' }

export const freezePeriodLife = check({
  id: 'pipelines/freeze-period-life',
  says: 'A freeze period shows the values that it was created with, an update keeps the attributes that are not sent, and a deleted one answers 404',
  source: 'pipelines#freeze-object, pipelines#freeze-create, pipelines#freeze-update, pipelines#freeze-list',
  level: 'should',
  covers: [`GET ${PATH}`, `POST ${PATH}`, `GET ${ONE}`, `PUT ${ONE}`, `DELETE ${ONE}`],
  holds: async ({ call, project }) => {
    const made = await call(`POST ${PATH}`, { id: project.id, ...weekend })
    answers(made, 201)
    has(made.row(), { ...weekend, cron_timezone: 'UTC' }, made)
    const named = { id: project.id, freeze_period_id: numberIn(made.row(), 'id') }
    const changed = await call(`PUT ${ONE}`, { ...named, freeze_end: '0 8 * * 1' })
    has(changed.row(), { ...weekend, freeze_end: '0 8 * * 1', cron_timezone: 'UTC' }, changed)
    answers(await call(`GET ${ONE}`, named), 200, changed.json)
    answers(await call(`GET ${PATH}`, { id: project.id }), 200, [changed.json ?? null])
    answers(await call(`DELETE ${ONE}`, named), 204)
    answers(await call(`GET ${ONE}`, named), 404)
    answers(await call(`GET ${PATH}`, { id: project.id }), 200, [])
  },
})

export const freezePeriodInvalid = check({
  id: 'pipelines/freeze-period-invalid',
  says: 'A freeze period whose start, end or time zone cannot be parsed answers 400 and is not created',
  source: 'pipelines#freeze-invalid',
  level: 'should',
  covers: [`POST ${PATH}`],
  each: () => ['freeze_start', 'freeze_end', 'cron_timezone'],
  holds: async ({ call, project }, attribute: string) => {
    const wish = { id: project.id, ...weekend, [attribute]: 'never' }
    says(await call(`POST ${PATH}`, wish), 400, { [attribute]: [' is invalid syntax'] })
    answers(await call(`GET ${PATH}`, { id: project.id }), 200, [])
  },
})
