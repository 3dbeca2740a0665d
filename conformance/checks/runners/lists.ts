import { project } from '../../arrange/records.ts'
import { enable, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, numberIn, refuses } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { listFields } from '../../oracle/runners.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'
import { ofAll as all, idsIn, listRunners, ofGroup, ofProject, own, sampleRunners } from './sample-runners.ts'

export const order = check({
  id: 'runners/order',
  says: 'Runners are listed by ascending ID, in the list form without a token',
  source:
    'runners#list-order, runners#list-form, runners#active-and-paused, runners#runner-type, runners#ip-address',
  level: 'must',
  covers: [own, ofProject],
  holds: async (stage) => {
    await sampleRunners(stage)
    for (const operation of [own, ofProject]) {
      const reply = await listRunners(stage, operation)
      const ids = idsIn(reply.rows())
      equals(
        'the order',
        ids,
        [...ids].sort((a, b) => a - b),
        reply,
      )
      for (const row of reply.rows()) {
        names(row, listFields, reply)
        equals('active, the opposite of paused', row.active, row.paused !== true, reply)
        equals('is_shared', row.is_shared, row.runner_type === 'instance_type', reply)
        holds(!('token' in row), 'no token is shown', row, reply)
        const address = row.ip_address
        holds(address === null || typeof address === 'string', 'an address is text', address, reply)
      }
    }
  },
})

export const invalidFilters = check<readonly [operation: string, params: Params, text: string]>({
  id: 'runners/invalid-filters',
  says: 'An unknown `scope`, `type` or `status` answers 400',
  source: 'runners#invalid-filters',
  level: 'must',
  covers: [own, ofProject, ofGroup],
  readOnly: true,
  each: () => [
    [own, { scope: 'nonsense' }, 'scope'],
    [own, { type: 'shared' }, 'type'],
    [own, { status: 'gone' }, 'status'],
    [ofProject, { scope: 'nonsense' }, 'scope'],
    [ofProject, { type: 'nonsense' }, 'type'],
    [ofProject, { status: '' }, 'status'],
    [ofGroup, { type: 'nonsense' }, 'type'],
    [ofGroup, { status: 'nonsense' }, 'status'],
  ],
  holds: async (stage, [operation, params, name]) => {
    if (operation === ofGroup && !stage.inGroup) return
    refuses(await listRunners(stage, operation, params), `${name} does not have a valid value`)
  },
})

export const ownScope = check<string>({
  id: 'runners/own-scope',
  says: '`GET /runners` answers 400 to a scope that names a kind of runner',
  source: 'runners#scope-of-own-runners',
  level: 'should',
  covers: [own],
  readOnly: true,
  each: () => ['shared', 'specific'],
  holds: async ({ call }, scope) => answers(await call(own, { scope }), 400),
})

export const groupScope = check({
  id: 'runners/group-scope',
  says: "The list of a group's runners ignores `scope`, and is empty with `type=project_type`",
  source: 'runners#scope-of-group-runners, runners#type-of-group-runners',
  level: 'should',
  covers: [ofGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    await sampleRunners(stage)
    const usual = await listRunners(stage, ofGroup)
    equals('the list', (await listRunners(stage, ofGroup, { scope: 'nonsense' })).json, usual.json)
    answers(await listRunners(stage, ofGroup, { type: 'project_type' }), 200, [])
  },
})

export const instanceRunnersOfProject = check({
  id: 'runners/instance-runners-of-a-project',
  says: 'A project that has instance runners enabled lists all runners of the installation',
  source: 'runners#project-runners, runners#runner-type',
  level: 'must',
  covers: [ofProject, all],
  needs: { alone: true },
  holds: async (stage) => {
    if (!stage.has('admin')) return stage.skip('the target was given no admin credential')
    const { shared_runners_enabled } = (await stage.call('GET /projects/:id', { id: stage.project.id })).row()
    if (shared_runners_enabled !== true) return stage.skip('the project has no instance runners enabled')
    const asked = { type: 'instance_type' }
    const whole = idsIn((await listRunners(stage, all, asked, 'admin')).rows())
    const reply = await listRunners(stage, ofProject, asked)
    equals('the runners of the installation', [...idsIn(reply.rows())].sort(), [...whole].sort(), reply)
  },
})

export const runnerOfDeletedProject = check({
  id: 'runners/project-deleted',
  says: 'A runner is shown without a project that is deleted',
  source: 'runners#projects-of-a-runner',
  level: 'should',
  covers: ['GET /runners/:id'],
  holds: async (stage) => {
    const made = await runner(stage)
    const second = await secondProject(stage)
    await enable(stage, second, made)
    const projects = async () => {
      const reply = await stage.call('GET /runners/:id', { id: made.id })
      answers(reply, 200)
      const { projects: shown = null } = reply.row()
      holds(isRows(shown), 'it has a list of projects', shown, reply)
      return shown.map(({ id = null }) => id)
    }
    equals('the projects', [...(await projects())].sort(), [stage.project.id, second].sort())
    expectArranged(await stage.call('DELETE /projects/:id', { id: second }))
    await stage.wait(10)
    if ((await stage.call('GET /projects/:id', { id: second })).status !== 404)
      return stage.unknown('the service deletes later')
    equals('the projects once one is deleted', await projects(), [stage.project.id])
  },
})

export const groupWithoutInstanceRunners = check<string>({
  id: 'runners/group-without-instance-runners',
  says: 'A group that does not have the runners of the installation enabled does not list them, and a new project in it starts without them',
  source: 'runners#group-runners, groups#shared-runners-setting',
  level: 'must',
  covers: [ofGroup],
  needs: { in: 'group' },
  each: () => ['disabled_and_unoverridable', 'disabled_with_override'],
  holds: async (stage, shared_runners_setting) => {
    const { call, group } = stage
    const shared = async () =>
      (await listRunners(stage, ofGroup)).rows().filter(({ is_shared }) => is_shared === true)
    if ((await shared()).length === 0) stage.skip('the installation has no runners of its own')
    expectArranged(await call('PUT /groups/:id', { id: group.id, shared_runners_setting }))
    equals('runners of the installation', await shared(), [])
    const made = await project(stage, 'without', { namespace_id: group.id })
    has(made, { shared_runners_enabled: false })
    if (shared_runners_setting !== 'disabled_and_unoverridable') return
    const wish = { id: numberIn(made, 'id'), shared_runners_enabled: true }
    const reply = await call('PUT /projects/:id', wish)
    const text = 'cannot be enabled because parent group does not allow it'
    answers(reply, 400, { message: { shared_runners_enabled: [text] } })
  },
})

export const ownRunners = check({
  id: 'runners/own-runners',
  says: '`GET /runners` lists project runners for Maintainers and group runners for Owners, and never instance runners',
  source: 'runners#own-runners',
  level: 'must',
  covers: [own],
  needs: { in: 'group' },
  holds: async (stage) => {
    const [inProject, inGroup] = [await runner(stage), await runner(stage, {}, 'groups')]
    const sees = async (as: Role) => {
      const reply = await listRunners(stage, own, {}, as)
      equals(
        'runners of the installation',
        reply.rows().filter((row) => row.is_shared === true),
        [],
        reply,
      )
      const ids = idsIn(reply.rows())
      return [ids.includes(inProject.id), ids.includes(inGroup.id)]
    }
    equals('what the owner sees', await sees('owner'), [true, true])
    if (stage.has('maintainer')) equals('what a maintainer sees', await sees('maintainer'), [true, false])
    if (stage.has('developer')) equals('what a developer sees', await sees('developer'), [false, false])
    if (stage.has('stranger')) equals('what a stranger sees', await sees('stranger'), [false, false])
  },
})

export const allRunners = check({
  id: 'runners/all-runners',
  says: 'Administrators list all runners, with the filters of the other lists; other callers get 403, anonymous callers 401',
  source: 'runners#all-runners, runners#tag-filter, runners#invalid-filters, runners#scope, runners#filters',
  level: 'must',
  covers: [all],
  holds: async (stage) => {
    const tag = `${stage.prefix}-all`
    const { id } = await runner(stage, { tag_list: tag })
    answers(await stage.call(all, {}, { as: 'owner' }), 403, { message: '403 Forbidden' })
    answers(await stage.call(all, {}, { as: 'anonymous' }), 401)
    if (!stage.has('admin')) return
    const reply = await stage.call(all, { tag_list: tag }, { as: 'admin' })
    equals('runners with the tag', idsIn(reply.rows()), [id], reply)
    for (const [filter, found] of [
      [{ type: 'project_type' }, [id]],
      [{ type: 'instance_type' }, []],
      [{ scope: 'specific' }, [id]],
      [{ scope: 'shared' }, []],
      [{ paused: false }, [id]],
      [{ paused: true }, []],
      [{ status: 'never_contacted' }, [id]],
      [{ status: 'online' }, []],
    ] as const) {
      const filtered = await stage.call(all, { tag_list: [tag], ...filter }, { as: 'admin' })
      equals(`runners with the tag and ${JSON.stringify(filter)}`, idsIn(filtered.rows()), found, filtered)
    }
    refuses(
      await stage.call(all, { scope: 'nonsense' }, { as: 'admin' }),
      'scope does not have a valid value',
    )
  },
})

export const projectRunners = check({
  id: 'runners/project-runners',
  says: 'A project lists its own runners, and those of its groups and of the instance as long as it allows them, and none of another project',
  source: 'runners#project-runners',
  level: 'must',
  covers: [ofProject],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id } = stage.project
    const [mine, groups] = [await runner(stage), await runner(stage, {}, 'groups')]
    const other = await secondProject(stage)
    const sees = async (project: number) => {
      const reply = await stage.call(ofProject, { id: project, per_page: 100, scope: 'specific' })
      return idsIn(reply.rows()).filter((one) => [mine.id, groups.id].includes(one))
    }
    equals('runners of the project', await sees(id), [mine.id, groups.id])
    equals('runners of another one', await sees(other), [groups.id])
    expectArranged(await stage.call('PUT /projects/:id', { id, group_runners_enabled: false }))
    equals('runners without those of groups', await sees(id), [mine.id])
    expectArranged(await stage.call('PUT /projects/:id', { id, shared_runners_enabled: false }))
    answers(await stage.call(ofProject, { id, scope: 'shared' }), 200, [])
  },
})

export const groupRights = check<readonly [role: Role, status: number]>({
  id: 'runners/group-rights',
  says: 'The runners of a group are listed for Owners, from 16.4 on for Maintainers; other signed-in callers get 403, anonymous callers 401',
  source: 'runners#group-list-rights, runners#later-group-role',
  level: 'must',
  covers: [ofGroup],
  needs: { in: 'group' },
  readOnly: true,
  each: () => [
    ['owner', 200],
    ['maintainer', 403],
    ['developer', 403],
    ['guest', 403],
    ['stranger', 403],
    ['anonymous', 401],
  ],
  holds: async (stage, [role, status]) => {
    if (role !== 'anonymous' && !stage.has(role)) return
    const reply = await listRunners(stage, ofGroup, {}, role)
    const isRefused = () => answers(reply, status, status === 403 ? { message: '403 Forbidden' } : undefined)
    if (role === 'maintainer')
      await stage.changed('runners#later-group-role', {
        before: isRefused,
        after: () => answers(reply, 200),
      })
    else if (status === 200) answers(reply, 200)
    else isRefused()
  },
})

export const groupRunners = check({
  id: 'runners/group-runners',
  says: 'A group, named by ID or path, lists its own runners and those of the groups above, and none of the groups and projects below',
  source: 'runners#group-runners',
  level: 'must',
  covers: [ofGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const below = { name: 'The below', path: 'below', parent_id: group.id }
    const inner = arranged(await call('POST /groups', below))
    const token = inner.runners_token
    if (typeof token !== 'string') return stage.skip('the target tells no registration token')
    const [above, inProject] = [await runner(stage, {}, 'groups'), await runner(stage)]
    const made = arranged(await call('POST /runners', { token }, { as: 'anonymous' }))
    const known = [above.id, inProject.id, numberIn(made, 'id')]
    const listed = async (id: number | string) => {
      const reply = await call(ofGroup, { id, per_page: 100 })
      answers(reply, 200)
      return idsIn(reply.rows()).filter((one) => known.includes(one))
    }
    equals('runners of the group', await listed(group.id), [above.id])
    for (const id of [numberIn(inner, 'id'), `${group.path}/below`])
      equals('runners of the group below', await listed(id), [above.id, numberIn(made, 'id')])
  },
})

export const archivedProject = check({
  id: 'runners/archived-project',
  says: 'In an archived project runners are listed, and enabling and disabling one answers 403',
  source: 'runners#archived-project',
  level: 'should',
  covers: [ofProject, 'POST /projects/:id/runners', 'DELETE /projects/:id/runners/:runner_id'],
  holds: async (stage) => {
    const { call, project } = stage
    const { id: runner_id } = await runner(stage)
    const second = await secondProject(stage)
    expectArranged(await call('POST /projects/:id/runners', { id: second, runner_id }))
    const { id: other } = await runner(stage)
    expectArranged(await call('POST /projects/:id/archive', { id: second }))
    const reply = await call(ofProject, { id: second, type: 'project_type' })
    equals('runners of the archived project', idsIn(reply.rows()), [runner_id], reply)
    const refused = { message: '403 Forbidden' }
    answers(await call('POST /projects/:id/runners', { id: second, runner_id: other }), 403, refused)
    answers(await call('DELETE /projects/:id/runners/:runner_id', { id: second, runner_id }), 403, refused)
    answers(await call(ofProject, { id: project.id }), 200)
  },
})
