import { anotherGroup } from '../../arrange/groups.ts'
import { check } from '../../kit/check.ts'
import { duplicateRefused } from '../../kit/duplicate-refused.ts'
import { answers, equals, has, holds, numberIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

async function invitedGroup(stage: Stage, name: string): Promise<number> {
  return numberIn(await anotherGroup(stage, name), 'id')
}

export const invitedGroups = check({
  id: 'groups/invited-groups',
  says: 'The invited groups of a project are the groups it is shared with and those its groups are shared with, as far as the caller sees them',
  source: 'groups#invited-groups',
  level: 'should',
  covers: ['GET /projects/:id/invited_groups', 'GET /groups/:id/invited_groups'],
  needs: { in: 'group', project: 'public' },
  holds: async (stage) => {
    const { call, group, project } = stage
    const direct = await invitedGroup(stage, 'direct')
    const inherited = await invitedGroup(stage, 'inherited')
    const with_ = { group_access: 20 }
    expectArranged(await call('POST /projects/:id/share', { id: project.id, group_id: direct, ...with_ }))
    expectArranged(await call('POST /groups/:id/share', { id: group.id, group_id: inherited, ...with_ }))
    const list = 'GET /projects/:id/invited_groups'
    const ids = async (params: Params) =>
      (await call(list, { id: project.id, ...params })).rows().map(({ id }) => id ?? null)
    equals('all of them', await ids({}), [direct, inherited])
    equals('those invited into the project', await ids({ relation: ['direct'] }), [direct])
    equals('those invited above it', await ids({ relation: ['inherited'] }), [inherited])
    equals('those of a name', await ids({ search: '-inherited' }), [inherited])
    equals('those that the caller owns', await ids({ min_access_level: 50 }), [direct, inherited])
    const own = await call('GET /groups/:id/invited_groups', { id: group.id })
    answers(own, 200)
    has(own.rows()[0] ?? {}, { id: inherited, path: `${stage.prefix}-inherited` }, own)
    if (!stage.has('stranger')) return
    // Groups are private unless they are said to be something else.
    answers(await call(list, { id: project.id }, { as: 'stranger' }), 200, [])
  },
})

export const sharedProjects = check({
  id: 'groups/shared-projects',
  says: 'A group lists the projects that are shared with it, and a project lists the groups that it can be shared with',
  source: 'groups#shared-projects, groups#share-locations',
  level: 'should',
  covers: ['GET /groups/:id/projects/shared', 'GET /projects/:id/share_locations'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group, project } = stage
    const id = await invitedGroup(stage, 'host')
    const own = { namespace_id: id, name: 'The own', path: 'own' }
    expectArranged(await call('POST /projects', own))
    const locations = async () =>
      (await call('GET /projects/:id/share_locations', { id: project.id, search: stage.prefix }))
        .rows()
        .map((row) => row.id ?? null)
    const before = await locations()
    holds(before.includes(id), 'a group that the project is not shared with is offered', before)
    holds(!before.includes(group.id), 'the group that the project is in is not', before)
    const shared = 'GET /groups/:id/projects/shared'
    answers(await call(shared, { id }), 200, [])
    expectArranged(await call('POST /projects/:id/share', { id: project.id, group_id: id, group_access: 30 }))
    holds(!(await locations()).includes(id), 'a group that has it is offered no longer', null)
    const ids = async (params: Params) =>
      (await call(shared, { id, ...params })).rows().map((row) => row.id ?? null)
    equals('the projects shared', await ids({}), [project.id])
    equals('those archived', await ids({ archived: true }), [])
    if (stage.has('developer'))
      answers(await call('GET /projects/:id/share_locations', { id: project.id }, { as: 'developer' }), 403)
  },
})

const invited = async (stage: Stage): Promise<Params> => ({
  group_id: await invitedGroup(stage, 'guests'),
  group_access: 10,
  expires_at: '2040-01-01',
})

export const shareDuplicate = duplicateRefused(
  {
    id: 'groups/share-duplicate',
    says: 'Sharing a project or a group with a group that it is shared with already answers 409 and says so',
    source: 'groups#share-twice, conventions#duplicates',
  },
  [
    {
      operation: 'POST /projects/:id/share',
      params: async (stage) => ({ id: stage.project.id, ...(await invited(stage)) }),
      text: 'Group already shared with this group',
    },
    {
      operation: 'POST /groups/:id/share',
      params: async (stage) => ({ id: stage.group.id, ...(await invited(stage)) }),
      text: 'Shared group The group has already been shared with this group',
    },
  ],
)

export const shareAbove = check<'project' | 'group' | 'group above'>({
  id: 'groups/share-above',
  says: 'Members of an invited group read a private project that is shared with it, or lies in a group at any depth that is, and no longer once the share is gone',
  source: 'conventions#access-levels',
  level: 'must',
  covers: ['GET /projects/:id/milestones'],
  needs: { project: 'none' },
  each: () => ['project', 'group', 'group above'],
  holds: async (stage, shared) => {
    const { call } = stage
    const user_id = stage.user('stranger').id
    const top = numberIn(await anotherGroup(stage, 'top', { visibility: 'private' }), 'id')
    const below = await call('POST /groups', { name: 'Inner', path: 'inner', parent_id: top })
    expectArranged(below)
    const inner = numberIn(below.row(), 'id')
    const made = await call('POST /projects', { name: 'Held', path: 'held', namespace_id: inner })
    expectArranged(made)
    const id = numberIn(made.row(), 'id')
    const guests = await invitedGroup(stage, 'guests')
    const member = { id: guests, user_id, access_level: 30 }
    expectArranged(await call('POST /groups/:id/members', member))
    const read = () => call('GET /projects/:id/milestones', { id }, { as: 'stranger' })
    answers(await read(), 404)
    const of = shared === 'project' ? 'projects' : 'groups'
    const place = { project: id, group: inner, 'group above': top }[shared]
    const share = { id: place, group_id: guests, group_access: 20 }
    expectArranged(await call(`POST /${of}/:id/share`, share))
    answers(await read(), 200)
    expectArranged(await call(`DELETE /${of}/:id/share/:group_id`, { id: place, group_id: guests }))
    answers(await read(), 404)
  },
})
