import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const ROLES = '/groups/:id/member_roles'

export const memberRoles = check({
  id: 'groups/member-roles',
  says: 'A custom role adds at least one permission to the role that it is based on, and has a name of its own',
  source: 'groups#member-role-create, groups#member-role-empty, groups#member-role-delete',
  level: 'should',
  covers: [`GET ${ROLES}`, `POST ${ROLES}`, `DELETE ${ROLES}/:member_role_id`],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async ({ call, group }) => {
    const { id } = group
    const role = { id, name: 'Reviewer', base_access_level: 20 }
    answers(await call(`POST ${ROLES}`, role), 400)
    const added = arranged(await call(`POST ${ROLES}`, { ...role, admin_web_hook: true }))
    has(added, { name: 'Reviewer', base_access_level: 20, admin_web_hook: true, read_code: false })
    answers(await call(`POST ${ROLES}`, { ...role, admin_web_hook: true }), 400)
    const place = { id, member_role_id: Number(added.id) }
    answers(await call(`DELETE ${ROLES}/:member_role_id`, place), 204)
    equals('the roles', (await call(`GET ${ROLES}`, { id })).json, [])
  },
})
