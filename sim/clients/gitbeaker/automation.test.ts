import { GitbeakerRequestError } from '@gitbeaker/rest'
import { describe, expect, test } from 'vitest'
import { served } from '../../adapters/testing/served.ts'

const PROJECT = 'acme/webapp'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  const here = served({ dialect })
  const { as } = here

  test('plans pipelines, plays them, and takes plans over', async () => {
    const { PipelineSchedules, PipelineScheduleVariables } = as('carol')
    const made = await PipelineSchedules.create(PROJECT, 'Nightly', 'main', '0 1 * * *')
    expect(made).toMatchObject({ description: 'Nightly', cron_timezone: 'UTC', owner: { username: 'carol' } })
    await PipelineScheduleVariables.create(PROJECT, made.id, 'FIRST', 'one')
    await PipelineScheduleVariables.edit(PROJECT, made.id, 'FIRST', 'two')
    const shown = await PipelineSchedules.show(PROJECT, made.id)
    expect(shown).toMatchObject({ variables: [{ key: 'FIRST', value: 'two' }] })
    await PipelineScheduleVariables.remove(PROJECT, made.id, 'FIRST')
    await PipelineSchedules.run(PROJECT, made.id)
    const taken = await as('bob').PipelineSchedules.takeOwnership(PROJECT, made.id)
    expect(taken.owner).toMatchObject({ username: 'bob' })
    const mine = PipelineSchedules.edit(PROJECT, made.id, { description: 'Mine' })
    await expect(mine).rejects.toThrow(GitbeakerRequestError)
    await as('bob').PipelineSchedules.edit(PROJECT, made.id, { active: false })
    expect(await as('dave').PipelineSchedules.all(PROJECT, { scope: 'active' })).toEqual([])
    await as('bob').PipelineSchedules.remove(PROJECT, made.id)
    expect(await as('dave').PipelineSchedules.all(PROJECT)).toEqual([])
  })

  test('keeps deployments away for a while', async () => {
    const { FreezePeriods } = as('bob')
    const period = await FreezePeriods.create(PROJECT, '0 23 * * 5', '0 7 * * 1')
    expect(period).toMatchObject({ freeze_start: '0 23 * * 5', cron_timezone: 'UTC' })
    await FreezePeriods.edit(PROJECT, period.id, { freezeEnd: '0 8 * * 1' })
    expect(await as('dave').FreezePeriods.show(PROJECT, period.id)).toMatchObject({ freeze_end: '0 8 * * 1' })
    await FreezePeriods.remove(PROJECT, period.id)
    expect(await FreezePeriods.all(PROJECT)).toEqual([])
  })

  test('pushes a project to a mirror', async () => {
    const { ProjectRemoteMirrors } = as('bob')
    const to = `${here.url.replace('://', '://bob:bob-token@')}/acme/empty.git`
    const mirror = await ProjectRemoteMirrors.createPushMirror('acme/handbook', to, { enabled: true })
    expect(mirror).toMatchObject({ enabled: true, update_status: 'none' })
    expect(JSON.stringify(mirror)).not.toContain('bob-token')
    await ProjectRemoteMirrors.sync('acme/handbook', mirror.id)
    here.sim.clock.advance('1m')
    const tips = async (id: string) => {
      const branches = await as('bob').Branches.all(id)
      return branches.map(({ name, commit }) => [name, commit.id])
    }
    await expect.poll(() => tips('acme/empty')).toEqual(await tips('acme/handbook'))
    await ProjectRemoteMirrors.remove('acme/handbook', mirror.id)
    expect(await ProjectRemoteMirrors.all('acme/handbook')).toEqual([])
  })

  test('has chores done, and hooks tried', async () => {
    await as('bob').Projects.housekeeping(PROJECT)
    await expect(as('bob').Projects.housekeeping(PROJECT)).rejects.toThrow(/already triggered/)
    const { SystemHooks } = as('root')
    const hook = await SystemHooks.create('http://127.0.0.1:9/hook')
    expect(await SystemHooks.test(hook.id)).toMatchObject({ event_name: 'project_create' })
    const { ApplicationPlanLimits } = as('root')
    await ApplicationPlanLimits.edit('default', { ciPipelineSchedules: 3 } as object)
    expect(await ApplicationPlanLimits.show()).toMatchObject({ ci_pipeline_schedules: 3 })
  })
})
