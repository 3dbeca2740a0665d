import { enable, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, numberIn, refuses } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { listFields, noAccess } from '../../oracle/runners.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const add = 'POST /projects/:id/runners'

const remove = 'DELETE /projects/:id/runners/:runner_id'

const list = 'GET /projects/:id/runners'

async function idsIn(stage: Stage, id: number): Promise<readonly number[]> {
  const reply = await stage.call(list, { id, scope: 'specific', type: 'project_type', per_page: 100 })
  return reply.rows().map((row) => numberIn(row, 'id'))
}

export const enableAndDisable = check({
  id: 'runners/enable-and-disable',
  says: 'A runner is enabled in a second project with 201 and disabled in one of them with 204, and the lists of both projects follow',
  source: 'runners#enable, runners#disable, runners#disable-unknown, runners#later-owner-project',
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
    const own = await call(remove, { id: project.id, runner_id })
    let left = project.id
    await stage.changed('runners#later-owner-project', {
      before: () => answers(own, 204),
      after: () => {
        answers(own, 403)
        left = second
      },
    })
    const gone = left === second ? await call(remove, { id: second, runner_id }) : own
    answers(gone, 204)
    equals('the body', gone.text, '', gone)
    equals('the runners of the project that is left', await idsIn(stage, left), [])
    answers(await call(remove, { id: left, runner_id }), 404, { message: '404 Runner Not Found' })
  },
})

export const disableInLastProject = check({
  id: 'runners/disable-in-last-project',
  says: 'Disabling a runner in its only project answers 403 and leaves it enabled',
  source: 'runners#last-project, runners#owner-project, runners#later-owner-project',
  level: 'must',
  covers: [remove],
  holds: async (stage) => {
    const { call, project } = stage
    const { id: runner_id } = await runner(stage)
    const reply = await call(remove, { id: project.id, runner_id })
    answers(reply, 403)
    await stage.changed('runners#later-owner-project', {
      before: () => holds(reply.text.includes('Only one project'), 'Only one project', reply.json, reply),
      after: () => undefined,
    })
    equals('the runners of the project', await idsIn(stage, project.id), [runner_id])
  },
})

export const enableTwice = check({
  id: 'runners/enable-twice',
  says: 'Enabling a runner in a project where it is enabled already answers 400',
  source: 'runners#enabled-twice',
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
  says: 'Enabling a locked runner or a group runner answers 403 with the reason',
  source: 'runners#enable-refused',
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

export const enableWithoutRights = check({
  id: 'runners/enable-without-rights',
  says: 'A caller without rights over a runner gets 403 on enabling it, even in a project of their own',
  source: 'runners#enable-refused',
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
  says: 'Enabling a runner requires an integer `runner_id`; enabling or disabling an unknown runner answers 404',
  source: 'runners#enable-parameters, runners#disable-unknown',
  level: 'must',
  covers: [add, remove],
  holds: async ({ call, project: { id } }) => {
    refuses(await call(add, { id }), 'runner_id is missing')
    refuses(await call(add, { id, runner_id: 'abc' }), 'runner_id is invalid')
    answers(await call(add, { id, runner_id: 987_654_321 }), 404, { message: '404 Not found' })
    answers(await call(remove, { id, runner_id: 987_654_321 }), 404, { message: '404 Runner Not Found' })
  },
})

export const rightsBeforeParameters = check({
  id: 'runners/rights-before-parameters',
  says: 'A Developer gets 403 on the runners of a project before any parameter is validated',
  source: 'runners#project-list-rights',
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

export const enableLockedAsAdministrator = check({
  id: 'runners/enable-locked-as-administrator',
  says: 'An administrator can enable a locked runner in a further project',
  source: 'runners#enable-refused',
  level: 'should',
  covers: [add],
  holds: async (stage) => {
    if (!stage.has('admin')) return stage.skip('the target was given no admin credential')
    const { id: runner_id } = await runner(stage, { locked: true })
    const id = await secondProject(stage)
    answers(await stage.call(add, { id, runner_id }, { as: 'admin' }), 201)
  },
})

export const auditEvents = check({
  id: 'runners/audit-events',
  says: 'Registering, enabling and disabling a runner leave audit events in the project concerned',
  source: 'runners#audit-events, audit-events#runners',
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
    const { project } = stage
    const events = await stage.call('GET /projects/:id/audit_events', { id: project.id })
    const page = `/${project.path}/-/runners/${made.id}`
    const pages = events
      .rows()
      .map(({ details }) => details as Row)
      .flatMap((it) => (it.target_type === 'Ci::Runner' ? [it.target_details ?? null] : []))
    equals('the page of the runner', pages, [page], events)
  },
})
