import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, names, numberIn, rowIn } from '../../kit/expect.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import { tokenOf } from './several.ts'

const list = 'GET /projects'
const one = 'GET /projects/:id'
const source = 'specification 2, Project; dossier 2, 1.3 to 1.5'

export const topicsSorted = check({
  id: 'projects/topics-sorted',
  says: 'Topics are shown sorted, under both of their names',
  source,
  level: 'must',
  covers: [list, one],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const row = await anotherProject(stage, 'topical', {
      namespace_id: group.id,
      topics: ['web', 'api', 'ruby'],
    })
    const expected = { topics: ['api', 'ruby', 'web'], tag_list: ['api', 'ruby', 'web'] }
    has(row, expected)
    has((await call(one, { id: numberIn(row, 'id') })).row(), expected)
  },
})

export const forked = check({
  id: 'projects/fork-origin',
  says: 'A fork names what it was forked from to whoever may see it, and is counted there',
  source,
  level: 'must',
  covers: [one],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const row = arranged(await call('POST /projects/:id/fork', { id: project.id }, { as: 'developer' }))
    const id = numberIn(row, 'id')
    const origin = rowIn((await call(one, { id }, { as: 'developer' })).row(), 'forked_from_project')
    has(origin, { id: project.id, path_with_namespace: project.path })
    names(origin, ['name', 'name_with_namespace', 'web_url', 'star_count', 'namespace'])
    has((await call(one, { id: project.id })).row(), { forks_count: 1 })
    lacks((await call(one, { id: project.id })).row(), ['forked_from_project'])
  },
})

export const sharedWithGroup = check({
  id: 'projects/shared',
  says: 'A project shared with a group is a project of its members, up to the level of the share',
  source,
  level: 'must',
  covers: [list, one],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, prefix, user } = stage
    const invited = arranged(
      await call('POST /groups', { name: `${prefix}-invited`, path: `${prefix}-invited` }),
    )
    const group_id = numberIn(invited, 'id')
    const member = { id: group_id, user_id: user('stranger').id, access_level: 40 }
    expectArranged(await call('POST /groups/:id/members', member))
    expectArranged(await call('POST /projects/:id/share', { id: project.id, group_id, group_access: 30 }))
    expectArranged(await call('PUT /projects/:id', { id: project.id, description: tokenOf(stage) }))
    const found = async (params: object) =>
      (await call(list, { search: tokenOf(stage), ...params }, { as: 'stranger' })).rows().length
    equals('among the projects of the member', await found({ membership: true }), 1)
    equals('with the level of the share', await found({ min_access_level: 30 }), 1)
    equals('above the level of the share', await found({ min_access_level: 40 }), 0)
    const shown = (await call(one, { id: project.id })).row().shared_with_groups
    const expected = {
      group_id,
      group_name: `${prefix}-invited`,
      group_full_path: `${prefix}-invited`,
      group_access_level: 30,
      expires_at: null,
    }
    equals('shared_with_groups', shown, [expected])
  },
})

export const blockedUser = check({
  id: 'projects/of-user-blocked',
  says: 'A blocked user shows no projects to anybody but administrators',
  source: 'dossier 2, 1.8',
  level: 'should',
  covers: ['GET /users/:user_id/projects'],
  needs: { project: 'none' },
  holds: async ({ call, skip, prefix }) => {
    const found = await call('GET /users', { username: 'frank' }, { as: 'admin' })
    const row = found.status === 200 ? found.rows()[0] : undefined
    if (row === undefined || row.state !== 'blocked') return skip('there is no blocked user')
    const user_id = numberIn(row, 'id')
    const made = { user_id, name: prefix, path: prefix, visibility: 'public' }
    expectArranged(await call('POST /projects/user/:user_id', made, { as: 'admin' }))
    const params = { user_id, search: prefix }
    answers(await call('GET /users/:user_id/projects', params, { as: 'stranger' }), 200, [])
    equals(
      'shown to an administrator',
      (await call('GET /users/:user_id/projects', params, { as: 'admin' })).rows().length,
      1,
    )
  },
})
