import { enable, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, numberIn, refuses } from '../../kit/expect.ts'
import { listFields, noAccess } from '../../oracle/runners.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const add = 'POST /projects/:id/runners'
const remove = 'DELETE /projects/:id/runners/:runner_id'
const list = 'GET /projects/:id/runners'
const source = 'specification 2, Runners; dossier 2, 4.4'

async function idsIn(stage: Stage, id: number): Promise<readonly number[]> {
  const reply = await stage.call(list, { id, scope: 'specific', type: 'project_type', per_page: 100 })
  return reply.rows().map((row) => numberIn(row, 'id'))
}

export const enabledAndDisabled = check({
  id: 'runners/enable-and-disable',
  says: 'A runner is enabled in a second project and disabled in the first, and the lists show it',
  source,
  level: 'must',
  covers: [add, remove, list],
  holds: async (stage) => {
    const { call, project } = stage
    const { id: runner_id } = await runner(stage, { description: 'Mine' })
    const second = await secondProject(stage)
    const reply = await call(add, { id: second, runner_id })
    answers(reply, 201)
    names(reply.row(), listFields, reply)
    has(reply.row(), { id: runner_id, description: 'Mine' }, reply)
    equals('the runners of the second project', await idsIn(stage, second), [runner_id])
    const gone = await call(remove, { id: project.id, runner_id })
    answers(gone, 204)
    equals('the body', gone.text, '', gone)
    equals('the runners of the first project', await idsIn(stage, project.id), [])
    answers(await call(remove, { id: project.id, runner_id }), 404, { message: '404 Runner Not Found' })
  },
})

export const lastProject = check({
  id: 'runners/last-project',
  says: 'A runner is not disabled in its only project: 403, and it stays',
  source: 'specification 2, Errors; dossier 2, 4.4',
  level: 'must',
  covers: [remove],
  holds: async (stage) => {
    const { call, project } = stage
    const { id: runner_id } = await runner(stage)
    const reply = await call(remove, { id: project.id, runner_id })
    // Later releases name the project in which the runner was registered.
    answers(reply, 403)
    holds(/Only one project|owner project/.test(reply.text), 'the reason is told', reply.json, reply)
    equals('the runners of the project', await idsIn(stage, project.id), [runner_id])
  },
})

export const enabledTwice = check({
  id: 'runners/enabled-twice',
  says: 'A runner that is enabled in a project is not enabled there again: 400',
  source,
  level: 'must',
  covers: [add],
  holds: async (stage) => {
    const { id: runner_id } = await runner(stage)
    answers(await stage.call(add, { id: stage.project.id, runner_id }), 400)
    equals('the runners of the project', await idsIn(stage, stage.project.id), [runner_id])
  },
})

export const enableRefused = check({
  id: 'runners/enable-refused',
  says: 'Locked runners, group runners and runners of others are not enabled: 403 with the reason',
  source,
  level: 'must',
  covers: [add],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call } = stage
    const second = await secondProject(stage)
    const refused = async (runner_id: number, message: string, as?: 'stranger') => {
      const reply = await call(add, { id: second, runner_id }, as === undefined ? {} : { as })
      answers(reply, 403, { message })
    }
    const locked = await runner(stage, { locked: true })
    await refused(locked.id, '403 Forbidden - Runner is locked')
    const ofGroup = await runner(stage, {}, 'groups')
    await refused(ofGroup.id, '403 Forbidden - Runner is a group runner')
    if (stage.has('admin')) {
      const reply = await call(add, { id: second, runner_id: ofGroup.id }, { as: 'admin' })
      answers(reply, 403, { message: '403 Forbidden - Runner is a group runner' })
    }
    equals('the runners of the second project', await idsIn(stage, second), [])
  },
})

export const enableForeign = check({
  id: 'runners/enable-foreign',
  says: 'Whoever has no right over a runner enables it nowhere, not even in a project of their own: 403',
  source,
  level: 'must',
  covers: [add],
  holds: async (stage) => {
    if (!stage.has('stranger')) return stage.skip('the target was given no stranger credential')
    const { id: runner_id } = await runner(stage)
    const name = `${stage.prefix}-foreign`
    const theirs = await stage.call('POST /projects', { name, path: name }, { as: 'stranger' })
    expectArranged(theirs)
    const id = numberIn(theirs.row(), 'id')
    answers(await stage.call(add, { id, runner_id }, { as: 'stranger' }), 403, { message: noAccess })
  },
})

export const enableUnknown = check({
  id: 'runners/enable-unknown',
  says: 'A runner to enable is named by a number, and one that there is not answers 404',
  source,
  level: 'must',
  covers: [add, remove],
  holds: async ({ call, project: { id } }) => {
    refuses(await call(add, { id }), 'runner_id is missing')
    refuses(await call(add, { id, runner_id: 'abc' }), 'runner_id is invalid')
    answers(await call(add, { id, runner_id: 987_654_321 }), 404, { message: '404 Not found' })
    answers(await call(remove, { id, runner_id: 987_654_321 }), 404, { message: '404 Runner Not Found' })
  },
})

export const rightsFirst = check({
  id: 'runners/rights-first',
  says: 'Whoever may not look after the runners of a project is told so before anything of the request is looked at',
  source: 'dossier 2, 0.1 (order of checks)',
  level: 'should',
  covers: [add, list],
  readOnly: true,
  holds: async (stage) => {
    if (!stage.has('developer')) return stage.skip('the target was given no developer credential')
    const { id } = stage.project
    const as = { as: 'developer' } as const
    for (const reply of [
      await stage.call(add, { id, runner_id: 'abc' }, as),
      await stage.call(list, { id, scope: 'nonsense' }, as),
    ])
      answers(reply, 403, { message: '403 Forbidden' })
  },
})

export const unassignable = check({
  id: 'runners/locked-for-administrators',
  says: 'Administrators enable what is locked',
  source,
  level: 'should',
  covers: [add],
  holds: async (stage) => {
    if (!stage.has('admin')) return stage.skip('the target was given no admin credential')
    const { id: runner_id } = await runner(stage, { locked: true })
    const id = await secondProject(stage)
    answers(await stage.call(add, { id, runner_id }, { as: 'admin' }), 201)
  },
})

export const audited = check({
  id: 'runners/audited',
  says: 'Auditors are told of runners that are registered, enabled and disabled',
  source: 'dossier 2, 11.2',
  level: 'should',
  covers: [add, remove],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const made = await runner(stage)
    const second = await secondProject(stage)
    await enable(stage, second, made)
    expectArranged(await stage.call(remove, { id: second, runner_id: made.id }))
    const told = async (id: number) => {
      const reply = await stage.call('GET /projects/:id/audit_events', { id })
      const details = reply.rows().map((row) => row.details) as readonly { readonly [key: string]: string }[]
      return details.filter((it) => it.target_type === 'Ci::Runner').map((it) => it.custom_message ?? '')
    }
    equals('the events of the second project', await told(second), [
      'Unassigned CI runner from project',
      'Assigned CI runner to project',
    ])
    equals('the events of the first project', await told(stage.project.id), ['Registered project CI runner'])
  },
})
