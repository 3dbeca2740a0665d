import { anotherGroup } from '../../arrange/groups.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, lacks, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/protected_tags'

const create = `POST ${path}`

async function group(stage: Stage, name: string, level?: number): Promise<number> {
  const group_id = numberIn(await anotherGroup(stage, name), 'id')
  const share = { id: stage.project.id, group_id, group_access: level }
  if (level !== undefined) expectArranged(await stage.call('POST /projects/:id/share', share))
  return group_id
}

function entries({ create_access_levels }: Row): readonly Row[] {
  return isRows(create_access_levels) ? create_access_levels : []
}

export const allowedToCreate = check({
  id: 'protected-tags/allowed-to-create',
  says: '`allowed_to_create` takes users, groups and levels, shows each by its name, and keeps a level that is sent beside it',
  source:
    'protected-tags#allowed-to-create, protected-tags#user-and-group-levels, protected-tags#premium-fields, protected-tags#levels',
  level: 'must',
  covers: [create],
  needs: { tier: 'premium', in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const user = stage.user('developer')
    const group_id = await group(stage, 'guild', 30)
    const allowed_to_create = [{ user_id: user.id }, { group_id }, { access_level: 0 }]
    const reply = await call(create, { id: project.id, name: 'a', allowed_to_create })
    answers(reply, 201)
    const shown = entries(reply.row()).map((it) => [
      it.access_level ?? null,
      it.access_level_description ?? null,
      it.user_id ?? null,
      it.group_id ?? null,
    ])
    const expected = [
      [40, user.name, user.id, null],
      [40, `${stage.prefix} guild`, null, group_id],
      [0, 'No one', null, null],
    ]
    equals('the entries', shown, expected, reply)
    answers(
      await call('GET /projects/:id/protected_tags/:name', { id: project.id, name: 'a' }),
      200,
      reply.row(),
    )
    answers(await call('GET /projects/:id/protected_tags', { id: project.id }), 200, [reply.row()])
    const both = { id: project.id, name: 'b', create_access_level: 30, allowed_to_create }
    const levels = entries((await call(create, both)).row()).map((it) => it.access_level ?? null)
    equals('the levels', [...levels].sort(), [0, 30, 40, 40])
  },
})

export const emptyAllowedToCreate = check({
  id: 'protected-tags/empty-allowed-to-create',
  says: 'An empty `allowed_to_create` protects a tag for Maintainers, like a missing one',
  source: 'protected-tags#default-level',
  level: 'must',
  covers: [create],
  holds: async ({ call, project }) => {
    const reply = await call(create, { id: project.id, name: 'a', allowed_to_create: [] })
    const levels = entries(reply.row()).map((it) => it.access_level ?? null)
    equals('the levels', levels, [40], reply)
  },
})

export const allowedToCreateOutsiders = check({
  id: 'protected-tags/allowed-to-create-outsiders',
  says: 'Naming a user who is not a member, or a group that is not invited, answers 422 and protects nothing',
  source: 'protected-tags#allowed-to-create-members, protected-tags#allowed-to-create-groups',
  level: 'must',
  covers: [create],
  needs: { tier: 'premium', in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const protect = (entry: Row) => call(create, { id: project.id, name: 'a', allowed_to_create: [entry] })
    const user = 'Create access levels user is not a member of the project'
    says(await protect({ user_id: stage.user('stranger').id }), 422, [user])
    const refused = 'Create access levels group does not have access to the project'
    says(await protect({ group_id: await group(stage, 'guild') }), 422, [refused])
    // That another group is invited changes nothing.
    await group(stage, 'lodge', 30)
    says(await protect({ group_id: await group(stage, 'order') }), 422, [refused])
    answers(await call(`GET ${path}`, { id: project.id }), 200, [])
  },
})

export const endedInvitation = check({
  id: 'protected-tags/ended-invitation',
  says: 'A group whose invitation to the project has ended is named no longer: it answers 422 and protects nothing',
  source: 'protected-tags#allowed-to-create-groups',
  level: 'must',
  covers: [create],
  needs: { tier: 'premium', in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const group_id = numberIn(await anotherGroup(stage, 'guild'), 'id')
    const today = textIn((await call('GET /projects/:id', { id })).row(), 'last_activity_at')
    const expires_at = new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10)
    expectArranged(await call('POST /projects/:id/share', { id, group_id, group_access: 30, expires_at }))
    const allowed_to_create = [{ group_id }]
    answers(await call(create, { id, name: 'a', allowed_to_create }), 201)
    await stage.wait(5 * 86_400)
    const refused = 'Create access levels group does not have access to the project'
    says(await call(create, { id, name: 'b', allowed_to_create }), 422, [refused])
    answers(await call(`GET ${path}/:name`, { id, name: 'b' }), 404)
  },
})

export const allowedToCreateForm = check({
  id: 'protected-tags/allowed-to-create-form',
  says: 'An `allowed_to_create` that is not an array of objects answers 400',
  source: 'protected-tags#allowed-to-create-form',
  level: 'must',
  covers: [create],
  needs: { tier: 'premium' },
  each: () => ['developer', [1], [[1]]],
  holds: async ({ call, project }, allowed_to_create) => {
    const reply = await call(create, { id: project.id, name: 'a', allowed_to_create })
    answers(reply, 400, { error: 'allowed_to_create is invalid' })
  },
})

export const withoutLicence = check({
  id: 'protected-tags/without-licence',
  says: 'Without a premium plan `allowed_to_create` is ignored, and no access level names a user or group',
  source: 'protected-tags#without-licence',
  level: 'must',
  covers: [create],
  needs: { tier: 'unlicensed' },
  holds: async (stage) => {
    const { call, project } = stage
    const allowed_to_create = [{ user_id: stage.user('owner').id }, { access_level: 0 }]
    const reply = await call(create, { id: project.id, name: 'v*', allowed_to_create })
    answers(reply, 201)
    const levels = entries(reply.row())
    equals(
      'the levels',
      levels.map((it) => it.access_level ?? null),
      [40],
      reply,
    )
    for (const level of levels) lacks(level, ['user_id', 'group_id'], reply)
  },
})

export const groupOfAnyRole = check({
  id: 'protected-tags/group-of-any-role',
  says: 'A group that is invited as Reporters may be named in `allowed_to_create`',
  source: 'protected-tags#allowed-to-create-group-role',
  level: 'should',
  covers: [create],
  needs: { tier: 'premium', in: 'group' },
  holds: async (stage) => {
    const allowed_to_create = [{ group_id: await group(stage, 'readers', 20) }]
    const protection = { id: stage.project.id, name: 'a', allowed_to_create }
    answers(await stage.call(create, protection), 201)
  },
})
