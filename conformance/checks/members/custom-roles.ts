import type { ChangeId } from '../../../sim/contract.ts'
import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

export const customRole = check({
  id: 'members/custom-role',
  says: 'A member gets a custom role on the access level that the role builds on; another level answers 400',
  source: 'members#custom-role',
  level: 'should',
  covers: ['POST /groups/:id/members', 'PUT /groups/:id/members/:user_id'],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    if (!stage.has('stranger')) return stage.skip('there is nobody to become a member')
    const { id } = group
    const wish = { id, name: 'Hooks', base_access_level: 20, admin_web_hook: true }
    const role = arranged(await call('POST /groups/:id/member_roles', wish))
    const member_role_id = numberIn(role, 'id')
    const user_id = stage.user('stranger').id
    const add = 'POST /groups/:id/members'
    answers(await call(add, { id, user_id, access_level: 30, member_role_id }), 400)
    const added = await call(add, { id, user_id, access_level: 20, member_role_id })
    answers(added, 201)
    const shown = added.row().member_role
    has(isRow(shown) ? shown : {}, { id: member_role_id, base_access_level: 20 }, added)
    const change = 'PUT /groups/:id/members/:user_id'
    const without = await call(change, { id, user_id, access_level: 20, member_role_id: null })
    answers(without, 200)
    equals('the role', without.row().member_role ?? null, null, without)
  },
})

/** What a permission of a custom role opens to a guest of a private project. */
interface Opened {
  readonly permission: string
  readonly since: ChangeId
  readonly operation: string
  readonly params?: (stage: Stage) => Params | Promise<Params>
}

const opened: readonly Opened[] = [
  {
    permission: 'read_code',
    since: 'members#later-role-code',
    operation: 'GET /projects/:id/repository/tree',
  },
  {
    permission: 'read_vulnerability',
    since: 'members#later-role-vulnerabilities',
    operation: 'POST /security/projects/:id/vulnerability_exports',
  },
  {
    permission: 'read_dependency',
    since: 'members#later-role-dependencies',
    operation: 'GET /projects/:id/dependencies',
  },
  {
    permission: 'admin_merge_request',
    since: 'members#later-role-approves',
    operation: 'POST /projects/:id/merge_requests/:merge_request_iid/approve',
    params: async (stage) => named(stage, await mergeRequest(stage, { branch: 'to-approve' })),
  },
  {
    permission: 'manage_merge_request_settings',
    since: 'members#later-role-approval-rules',
    operation: 'POST /projects/:id/approval_rules',
    params: () => ({ name: 'By a role', approvals_required: 1 }),
  },
  {
    permission: 'admin_runners',
    since: 'members#later-role-runners',
    operation: 'GET /projects/:id/runners',
  },
  {
    permission: 'read_runners',
    since: 'members#later-role-reads-runners',
    operation: 'GET /projects/:id/runners',
  },
  {
    permission: 'manage_protected_tags',
    since: 'members#later-role-protected-tags',
    operation: 'POST /projects/:id/protected_tags',
    params: () => ({ name: 'by-a-role-*' }),
  },
]

export const customRolePermissions = check<Opened>({
  id: 'members/custom-role-permissions',
  says: 'A guest whose custom role has a permission may call what it opens from the release on that knows it, and is refused without the role',
  source:
    'members#later-role-code, members#later-role-vulnerabilities, members#later-role-dependencies, members#later-role-approves, members#later-role-approval-rules, members#later-role-runners, members#later-role-reads-runners, members#later-role-protected-tags',
  level: 'should',
  covers: [...new Set(opened.map(({ operation }) => operation))],
  needs: { in: 'group', tier: 'ultimate', repository: true },
  each: () => opened,
  holds: async (stage, { permission, since, operation, params = () => ({}) }) => {
    const { call, group, project } = stage
    if (!stage.has('stranger')) return stage.skip('there is nobody to become a member')
    expectArranged(await call('PUT /projects/:id', { id: project.id, visibility: 'private' }))
    const wish = { id: project.id, ...(await params(stage)) }
    const { id } = group
    const member = { id, user_id: stage.user('stranger').id, access_level: 10 }
    arranged(await call('POST /groups/:id/members', member))
    const refused = await call(operation, wish, { as: 'stranger' })
    isRefused(refused)
    const role = { id, name: 'Custom', base_access_level: 10, [permission]: true }
    const member_role_id = numberIn(arranged(await call('POST /groups/:id/member_roles', role)), 'id')
    expectArranged(await call('PUT /groups/:id/members/:user_id', { ...member, member_role_id }))
    const reply = await call(operation, wish, { as: 'stranger' })
    await stage.changed(since, {
      before: () => isRefused(reply),
      after: () => answers(reply, operation.startsWith('POST') ? 201 : 200),
    })
  },
})

function isRefused(reply: Reply): void {
  holds(
    [401, 403, 404].includes(reply.status),
    'a guest is refused without the permission',
    reply.status,
    reply,
  )
}
