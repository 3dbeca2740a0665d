import { anotherGroup } from '../../arrange/groups.ts'
import { project as anotherProject } from '../../arrange/records.ts'
import { contactRunner, enable, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, numberIn, refuses } from '../../kit/expect.ts'
import { isRow, isRows, type Row } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import { detailFields, listFields, noAccess } from '../../oracle/runners.ts'
import { unauthorized } from '../../oracle/texts.ts'
import type { Role } from '../../targets/target.ts'

const read = 'GET /runners/:id'

const jobs = 'GET /runners/:id/jobs'

export const detail = check({
  id: 'runners/detail',
  says: 'A single runner shows the values that it was registered with and its projects, and never its token',
  source: 'runners#detail-form, runners#projects-of-a-runner',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    const made = await runner(stage, {
      description: 'Mine',
      tag_list: 'b,a',
      access_level: 'ref_protected',
      maximum_timeout: 1200,
      info: { name: 'worker', version: '15.8.0', revision: 'abc', platform: 'linux', architecture: 'amd64' },
    })
    await enable(stage, await secondProject(stage), made)
    const reply = await call(read, { id: made.id })
    const row = reply.row()
    names(row, [...listFields, ...detailFields], reply)
    has(
      row,
      {
        id: made.id,
        description: 'Mine',
        runner_type: 'project_type',
        is_shared: false,
        paused: false,
        active: true,
        access_level: 'ref_protected',
        maximum_timeout: 1200,
      },
      reply,
    )
    equals('the tags', [...tagsIn(row)].sort(), ['a', 'b'], reply)
    const projects = isRows(row.projects) ? row.projects : []
    equals('the number of projects', projects.length, 2, reply)
    const mine = projects.find(({ id }) => id === project.id) ?? {}
    has(mine, { path_with_namespace: project.path }, reply)
    names(mine, ['name', 'name_with_namespace', 'path'], reply)
    holds(!reply.text.includes(made.token), 'the token is not shown', row.token ?? null, reply)
  },
})

function tagsIn({ tag_list }: Row): readonly string[] {
  return Array.isArray(tag_list) ? tag_list.map(String) : []
}

export const detailRights = check<readonly [role: Role, project: number, group: number]>({
  id: 'runners/detail-rights',
  says: 'A project or group runner is shown to Maintainers and Owners; other signed-in callers get 403, anonymous callers 401',
  source: 'runners#read-rights, runners#anonymous',
  level: 'must',
  covers: [read],
  each: () => [
    ['owner', 200, 200],
    ['maintainer', 200, 200],
    ['developer', 403, 403],
    ['reporter', 403, 403],
    ['stranger', 403, 403],
    ['anonymous', 401, 401],
  ],
  holds: async (stage, [role, inProject, inGroup]) => {
    if (role !== 'anonymous' && !stage.has(role)) return
    const asked = async (id: number, status: number) => {
      const reply = await stage.call(read, { id }, { as: role })
      if (status === 403) answers(reply, 403, { message: noAccess })
      else if (status === 401) answers(reply, unauthorized.status, unauthorized.body)
      else answers(reply, status)
    }
    await asked((await runner(stage)).id, inProject)
    if (stage.inGroup) await asked((await runner(stage, {}, 'groups')).id, inGroup)
  },
})

export const unknown = check<string>({
  id: 'runners/unknown',
  says: 'An unknown runner answers 404, an ID that is not an integer 400',
  source: 'runners#unknown-runner',
  level: 'must',
  covers: [read, jobs, 'PUT /runners/:id'],
  readOnly: true,
  each: () => [read, jobs, 'PUT /runners/:id'],
  holds: async ({ call }, operation) => {
    const params = operation.startsWith('PUT') ? { paused: true } : {}
    answers(await call(operation, { id: 987_654_321, ...params }), 404, { message: '404 Not found' })
    answers(await call(operation, { id: 'abc', ...params }), 400, { error: 'id is invalid' })
  },
})

export const instanceRunner = check({
  id: 'runners/instance-runner',
  says: 'An instance runner is shown to every signed-in user; updating it and listing its jobs answer 403 to everybody but administrators',
  source: 'runners#read-rights, runners#update-rights, runners#projects-of-a-runner',
  level: 'must',
  covers: [read, jobs, 'PUT /runners/:id'],
  readOnly: true,
  holds: async (stage) => {
    const { call, project } = stage
    const list = await call('GET /projects/:id/runners', { id: project.id, scope: 'shared' }, { as: 'owner' })
    const [shared] = list.rows()
    if (shared === undefined) return stage.skip('the installation has no runners of its own')
    const id = numberIn(shared, 'id')
    const reply = await call(read, { id }, { as: stage.has('stranger') ? 'stranger' : 'owner' })
    has(reply.row(), { id, is_shared: true, runner_type: 'instance_type', projects: [] }, reply)
    answers(await call(read, { id }, { as: 'anonymous' }), 401)
    for (const [operation, params] of [
      ['PUT /runners/:id', { description: 'Not mine' }],
      [jobs, {}],
    ] as const)
      answers(await call(operation, { id, ...params }, { as: 'owner' }), 403, { message: noAccess })
  },
})

export const maintenanceNote = check({
  id: 'runners/maintenance-note',
  says: 'Until 16.10 the maintenance note that a runner was registered with is not shown, and an update does not know it',
  source: 'runners#maintenance-note, runners#later-maintenance-note',
  level: 'should',
  covers: [read, 'PUT /runners/:id'],
  holds: async (stage) => {
    const { id } = await runner(stage, { maintenance_note: 'Handle with care' })
    const shown = await stage.call(read, { id })
    const missing =
      'description, active, paused, tag_list, run_untagged, locked, access_level, maximum_timeout'
    const reply = await stage.call('PUT /runners/:id', { id, maintenance_note: 'Careful' })
    await stage.changed('runners#later-maintenance-note', {
      before: () => {
        lacks(shown.row(), ['maintenance_note'], shown)
        answers(reply, 400, { error: `${missing} are missing, at least one parameter must be provided` })
      },
      after: () => {
        has(shown.row(), { maintenance_note: 'Handle with care' }, shown)
        answers(reply, 200)
        has(reply.row(), { maintenance_note: 'Careful' }, reply)
      },
    })
  },
})

export const detailGroups = check({
  id: 'runners/detail-groups',
  says: 'A group runner lists its group under `groups`, and no projects',
  source: 'runners#groups-of-a-runner, runners#projects-of-a-runner',
  level: 'should',
  covers: [read],
  needs: { in: 'group' },
  holds: async (stage) => {
    const made = await runner(stage, {}, 'groups')
    const reply = await stage.call(read, { id: made.id })
    const [group] = isRows(reply.row().groups) ? (reply.row().groups as readonly Row[]) : []
    holds(isRow(group) && group.id === stage.group.id, 'the group is named', reply.row().groups, reply)
    equals('the projects', reply.row().projects, [], reply)
  },
})

export const detailProjects = check({
  id: 'runners/detail-projects',
  says: 'A runner lists only those of its projects that the caller is a member of',
  source: 'runners#projects-of-a-runner',
  level: 'must',
  covers: [read],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const made = await runner(stage)
    // In the own namespace of the owner, where nobody else has a part.
    const elsewhere = numberIn(await anotherProject(stage, `${stage.prefix}-apart`), 'id')
    await enable(stage, elsewhere, made)
    const told = async (as: Role) => {
      const reply = await call(read, { id: made.id }, { as })
      answers(reply, 200)
      const { projects } = reply.row()
      return isRows(projects) ? projects.map(({ id }) => Number(id)).sort((a, b) => a - b) : []
    }
    equals(
      'to the owner',
      await told('owner'),
      [project.id, elsewhere].sort((a, b) => a - b),
    )
    equals('to a maintainer of one of them', await told('maintainer'), [project.id])
    // Neither does it help that everybody may read the other one.
    for (const visibility of ['internal', 'public']) {
      const opened = await call('PUT /projects/:id', { id: elsewhere, visibility })
      if (opened.status !== 200) continue
      equals(`to a maintainer of one beside an ${visibility} one`, await told('maintainer'), [project.id])
    }
  },
})

export const hiddenProjects = check({
  id: 'runners/hidden-projects',
  says: 'A runner shows each caller only those of its projects that they are a member of',
  source: 'runners#projects-of-a-runner',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('maintainer')) return stage.skip('the target was given no maintainer credential')
    const made = await runner(stage)
    const namespace_id = numberIn(await anotherGroup(stage, 'hidden'), 'id')
    const hidden = numberIn(await anotherProject(stage, 'hidden', { namespace_id }), 'id')
    await enable(stage, hidden, made)
    const seen = await call('GET /projects/:id', { id: hidden }, { as: 'maintainer' })
    if (seen.status === 200) return stage.unknown('the maintainer is a member further up')
    for (const [as, expected] of [
      ['owner', [project.id, hidden]],
      ['maintainer', [project.id]],
    ] as const) {
      const reply = await call(read, { id: made.id }, { as })
      const shown = isRows(reply.row().projects) ? (reply.row().projects as readonly Row[]) : []
      const ids = shown.map((row) => numberIn(row, 'id')).sort((one, other) => one - other)
      equals(`the projects shown to the ${as}`, ids, [...expected], reply)
    }
  },
})

export const laterFields = check({
  id: 'runners/later-fields',
  says: 'A runner has the fields that its release brought, in the list of its project too, and none of a later one',
  source: 'runners#later-created-at, runners#later-job-execution-status',
  level: 'must',
  covers: [read, 'GET /projects/:id/runners'],
  holds: async (stage) => {
    const made = await runner(stage)
    const listed = await stage.call('GET /projects/:id/runners', { id: stage.project.id })
    const single = await stage.call(read, { id: made.id })
    for (const [row, reply] of [
      [listed.rows().find(({ id }) => id === made.id) ?? {}, listed],
      [single.row(), single],
    ] as const) {
      await hasLater(stage, row, { 'runners#later-created-at': { created_at: ['time'] } }, reply)
      await stage.changed('runners#later-job-execution-status', {
        before: () => {
          if (stage.dialect !== undefined) lacks(row, ['job_execution_status'], reply)
        },
        after: () => has(row, { job_execution_status: 'idle' }, reply),
      })
    }
  },
})

export const laterAddress = check({
  id: 'runners/later-address',
  says: 'From 17.0 on the address of a runner is not told',
  source: 'runners#later-ip-address',
  level: 'should',
  covers: [read],
  holds: async (stage) => {
    const made = await runner(stage)
    await contactRunner(stage, made)
    const reply = await stage.call(read, { id: made.id })
    await stage.changed('runners#later-ip-address', {
      before: () => names(reply.row(), ['ip_address'], reply),
      after: () => {
        const { ip_address = null } = reply.row()
        holds(ip_address === null || ip_address === '', 'there is no address', ip_address, reply)
      },
    })
  },
})

export const withoutProjects = check({
  id: 'runners/without-projects',
  says: '`include_projects=false` leaves the projects out from 18.6 on, and does nothing before',
  source: 'runners#later-include-projects',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const made = await runner(stage)
    const reply = await stage.call(read, { id: made.id, include_projects: false })
    answers(reply, 200)
    names((await stage.call(read, { id: made.id, include_projects: true })).row(), ['projects'])
    await stage.changed('runners#later-include-projects', {
      before: () => names(reply.row(), ['projects'], reply),
      after: () => lacks(reply.row(), ['projects'], reply),
    })
  },
})

export const versionPrefix = check({
  id: 'runners/version-prefix',
  says: '`version_prefix` keeps the runners whose version begins with it from 16.6 on, and does nothing before',
  source: 'runners#later-version-prefix',
  level: 'must',
  covers: ['GET /projects/:id/runners'],
  holds: async (stage) => {
    const ids: number[] = []
    for (const version of ['15.8.0', '16.0.1', undefined])
      ids.push((await runner(stage, version === undefined ? {} : { info: { version } })).id)
    const listed = async (version_prefix: string) => {
      const reply = await stage.call('GET /projects/:id/runners', { id: stage.project.id, version_prefix })
      return {
        reply,
        mine:
          reply.status === 200
            ? reply
                .rows()
                .map(({ id = null }) => id)
                .filter((id) => ids.includes(Number(id)))
            : [],
      }
    }
    const [old, newer, wrong] = [await listed('15.'), await listed('16.0.1'), await listed('v16')]
    await stage.changed('runners#later-version-prefix', {
      before: () => equals('the runners', old.mine.length, ids.length, old.reply),
      after: () => {
        equals('the runners of 15', old.mine, [ids[0] ?? null], old.reply)
        equals('the runners of 16', newer.mine, [ids[1] ?? null], newer.reply)
        refuses(wrong.reply, 'version_prefix is invalid')
      },
    })
  },
})
