import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says } from '../../kit/expect.ts'
import { isRow, type Row } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const PATH = '/projects/:id/pipeline_schedules'

const ONE = `${PATH}/:pipeline_schedule_id`

const nightly = { description: 'Nightly', cron: '0 1 * * *' }

export const scheduleLife = check({
  id: 'pipelines/schedule-life',
  says: 'A schedule shows the values that it was created with, an update keeps the attributes that are not sent, and a deleted one answers 404',
  source:
    'pipelines#schedule-object, pipelines#schedule-create, pipelines#schedule-list, pipelines#schedule-delete, pipelines#schedule-missing',
  level: 'should',
  covers: [`GET ${PATH}`, `POST ${PATH}`, `GET ${ONE}`, `PUT ${ONE}`, `DELETE ${ONE}`],
  needs: { repository: true },
  each: () => [{}, { active: false }, { cron_timezone: 'Europe/Berlin' }, { cron: '*/20 * * * 1-5' }],
  holds: async ({ call, project }, extra: object) => {
    const wish = { ...nightly, ref: project.branch, cron_timezone: 'UTC', active: true, ...extra }
    const made = await call(`POST ${PATH}`, { id: project.id, ...wish })
    answers(made, 201)
    const { ref, ...told } = wish
    has(made.row(), { ...told, last_pipeline: null, variables: [] }, made)
    holds(String(made.row().ref).endsWith(ref), 'the branch that was asked for', made.row().ref, made)
    const named = { id: project.id, pipeline_schedule_id: numberIn(made.row(), 'id') }
    const changed = await call(`PUT ${ONE}`, { ...named, description: 'Weekly' })
    has(changed.row(), { ...told, description: 'Weekly' }, changed)
    const listed = await call(`GET ${PATH}`, { id: project.id, scope: wish.active ? 'active' : 'inactive' })
    equals(
      'the ids listed',
      listed.rows().map(({ id }) => id ?? null),
      [made.row().id ?? null],
      listed,
    )
    const others = await call(`GET ${PATH}`, { id: project.id, scope: wish.active ? 'inactive' : 'active' })
    answers(others, 200, [])
    answers(await call(`DELETE ${ONE}`, named), 204)
    says(await call(`GET ${ONE}`, named), 404, '404 Pipeline Schedule Not Found')
  },
})

export const scheduleNextRun = check({
  id: 'pipelines/schedule-next-run',
  says: 'The next run of a schedule is a time that its cron expression names in its time zone',
  source: 'pipelines#schedule-cron, pipelines#schedule-polling',
  level: 'should',
  covers: [`POST ${PATH}`],
  needs: { repository: true },
  each: (): readonly (readonly [string, string, string])[] => [
    ['0 1 * * *', 'UTC', 'T01:00'],
    ['30 12 * * *', 'Asia/Tokyo', 'T03:30'],
    ['0 0 * * *', 'Asia/Kolkata', 'T18:30'],
  ],
  holds: async ({ call, project }, [cron, cron_timezone, at]) => {
    const wish = { ...nightly, id: project.id, ref: project.branch, cron, cron_timezone }
    const made = await call(`POST ${PATH}`, wish)
    answers(made, 201)
    // The service looks at its schedules every few minutes, so it may name the first look after the time.
    const next = String(made.row().next_run_at)
    holds(next.includes(at.slice(0, 4)), `comes next at ${at}`, next, made)
  },
})

export const scheduleInvalid = check<readonly [object, string]>({
  id: 'pipelines/schedule-invalid',
  says: 'A schedule whose cron expression or time zone cannot be parsed answers 400 and is not created',
  source: 'pipelines#schedule-invalid',
  level: 'should',
  covers: [`POST ${PATH}`],
  needs: { repository: true },
  each: () => [
    [{ cron: 'sometimes' }, 'cron'],
    [{ cron: '99 * * * *' }, 'cron'],
    [{ cron_timezone: 'Atlantis' }, 'cron_timezone'],
  ],
  holds: async ({ call, project }, [extra, attribute]) => {
    const wish = { ...nightly, id: project.id, ref: project.branch, ...extra }
    says(await call(`POST ${PATH}`, wish), 400, { [attribute]: [' is invalid syntax'] })
    answers(await call(`GET ${PATH}`, { id: project.id }), 200, [])
  },
})

export const scheduleOwner = check({
  id: 'pipelines/schedule-owner',
  says: 'Only the owner updates a schedule; a Maintainer takes ownership, and the previous owner then gets 403',
  source: 'pipelines#schedule-update, pipelines#schedule-ownership',
  level: 'should',
  covers: [`PUT ${ONE}`, `POST ${ONE}/take_ownership`, `DELETE ${ONE}`],
  needs: { repository: true },
  holds: async ({ call, project, user }) => {
    const wish = { ...nightly, id: project.id, ref: project.branch }
    const made = arranged(await call(`POST ${PATH}`, wish, { as: 'developer' }))
    const named = { id: project.id, pipeline_schedule_id: numberIn(made, 'id') }
    const change = { ...named, description: 'Mine' }
    says(await call(`PUT ${ONE}`, change, { as: 'maintainer' }), 403, '403 Forbidden')
    const taken = await call(`POST ${ONE}/take_ownership`, named, { as: 'maintainer' })
    answers(taken, 201)
    equals('its owner', ownerOf(taken.row()), user('maintainer').id, taken)
    answers(await call(`PUT ${ONE}`, change, { as: 'maintainer' }), 200)
    says(await call(`PUT ${ONE}`, change, { as: 'developer' }), 403, '403 Forbidden')
    says(await call(`DELETE ${ONE}`, named, { as: 'developer' }), 403, '403 Forbidden')
  },
})

function ownerOf({ owner }: Row) {
  return isRow(owner) ? (owner.id ?? null) : null
}

export const scheduleVariables = check({
  id: 'pipelines/schedule-variables',
  says: 'Variables of a schedule are shown, updated and deleted by key; a second one of the same key answers 400',
  source: 'pipelines#schedule-variables, pipelines#schedule-variable-missing',
  level: 'should',
  covers: ['GET', 'PUT', 'DELETE']
    .map((verb) => `${verb} ${ONE}/variables/:key`)
    .concat(`POST ${ONE}/variables`),
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const made = arranged(await call(`POST ${PATH}`, { ...nightly, id: project.id, ref: project.branch }))
    const named = { id: project.id, pipeline_schedule_id: numberIn(made, 'id') }
    const variable = { key: 'FIRST', value: 'one', variable_type: 'env_var' }
    const added = await call(`POST ${ONE}/variables`, { ...named, ...variable })
    answers(added, 201)
    has(added.row(), variable, added)
    says(await call(`POST ${ONE}/variables`, { ...named, ...variable }), 400, {
      key: ['has already been taken'],
    })
    const changes = { value: 'two', variable_type: 'file' }
    const changed = await call(`PUT ${ONE}/variables/:key`, { ...named, key: 'FIRST', ...changes })
    has(changed.row(), { key: 'FIRST', ...changes }, changed)
    const shown = await call(`GET ${ONE}`, named)
    equals(
      'the variables shown',
      (shown.row().variables as Row[]).map(({ value }) => value ?? null),
      ['two'],
      shown,
    )
    const removed = await call(`DELETE ${ONE}/variables/:key`, { ...named, key: 'FIRST' })
    answers(removed, 202)
    has(removed.row(), changes, removed)
    says(
      await call(`GET ${ONE}/variables/:key`, { ...named, key: 'FIRST' }),
      404,
      '404 Pipeline Schedule Variable Not Found',
    )
  },
})

export const scheduleVariablesSeen = check({
  id: 'pipelines/schedule-variables-seen',
  says: 'A schedule shows its variables to its owner and to Maintainers, and not to Developers',
  source: 'pipelines#schedule-variables-seen',
  level: 'should',
  covers: [`GET ${ONE}`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const made = arranged(await call(`POST ${PATH}`, { id, ...nightly, ref: project.branch }))
    const named = { id, pipeline_schedule_id: numberIn(made, 'id') }
    for (const as of ['owner', 'maintainer', 'developer'] as const) {
      if (!stage.has(as)) continue
      const shown = await call(`GET ${ONE}`, named, { as })
      answers(shown, 200)
      equals(`the variables are shown to the ${as}`, 'variables' in shown.row(), as !== 'developer', shown)
    }
  },
})
