import { anotherGroup } from '../../arrange/groups.ts'
import { forkOf } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { equals, has, lacks, names, numberIn, rowIn } from '../../kit/expect.ts'
import { expectArranged } from '../../run/stage.ts'
import { tokenOf } from './sample-projects.ts'

const list = 'GET /projects'

const one = 'GET /projects/:id'

export const forkOrigin = check({
  id: 'projects/fork-origin',
  says: 'A fork shows the project that it was forked from, and that project counts it',
  source: 'projects#fork-origin, projects#fork',
  level: 'must',
  covers: [one],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const id = numberIn(await forkOf(stage, 'developer'), 'id')
    const origin = rowIn((await call(one, { id }, { as: 'developer' })).row(), 'forked_from_project')
    has(origin, { id: project.id, path_with_namespace: project.path })
    names(origin, ['name', 'name_with_namespace', 'web_url', 'star_count', 'namespace'])
    has((await call(one, { id: project.id })).row(), { forks_count: 1 })
    lacks((await call(one, { id: project.id })).row(), ['forked_from_project'])
  },
})

export const sharedWithGroup = check({
  id: 'projects/shared-with-group',
  says: 'A project that is shared with a group is listed for the members of that group, up to the access level of the share, and shows the group to callers who may see it',
  source: 'projects#share, projects#shared-with-groups, projects#membership, projects#min-access-level',
  level: 'must',
  covers: [list, one],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const invited = await anotherGroup(stage, 'invited')
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
      group_name: invited.name ?? null,
      group_full_path: invited.full_path ?? null,
      group_access_level: 30,
      expires_at: null,
    }
    equals('shared_with_groups', shown, [expected])
    expectArranged(await call('PUT /groups/:id', { id: group_id, visibility: 'private' }))
    if (!stage.has('guest')) return
    // Whoever is a member further up sees it all the same.
    if ((await call('GET /groups/:id', { id: group_id }, { as: 'guest' })).status === 200) return
    const hidden = await call(one, { id: project.id }, { as: 'guest' })
    equals('the groups that are shown to others', hidden.row().shared_with_groups, [], hidden)
  },
})
