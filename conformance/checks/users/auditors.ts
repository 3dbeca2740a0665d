import { check } from '../../kit/check.ts'
import { answers, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const auditors = check({
  id: 'users/auditors',
  says: 'An auditor reads private projects and groups with their settings of approvals, and writes nothing where they are no member',
  source: 'users#auditors, approvals#configuration-read-roles',
  level: 'should',
  covers: ['POST /users', 'PUT /users/:id'],
  needs: { role: 'admin', writes: true, rewinds: true, tier: 'premium', repository: true, in: 'group' },
  holds: async (stage) => {
    const admin = { as: 'admin' } as const
    const username = `${stage.prefix}-auditor`
    const wish = { username, email: `${username}@example.com`, name: 'Somebody', force_random_password: true }
    const user = arranged(await stage.call('POST /users', { ...wish, auditor: true }, admin))
    has(user, { is_auditor: true, is_admin: false })
    const user_id = numberIn(user, 'id')
    const issued = { user_id, name: 'Audit', scopes: ['api'] }
    const token = textIn(
      arranged(await stage.call('POST /users/:user_id/impersonation_tokens', issued, admin)),
      'token',
    )
    const auditor = { as: 'anonymous', headers: { 'private-token': token } } as const
    const { id } = stage.project
    answers(await stage.call('PUT /projects/:id', { id, visibility: 'private' }), 200)
    for (const path of ['', '/approvals', '/milestones', '/feature_flags', '/issues', '/repository/tree'])
      answers(await stage.call(`GET /projects/:id${path}`, { id }, auditor), 200)
    const group = { id: stage.group.id }
    answers(await stage.call('PUT /groups/:id', { ...group, visibility: 'private' }, admin), 200)
    for (const path of ['', '/milestones', '/packages', '/audit_events'])
      answers(await stage.call(`GET /groups/:id${path}`, group, auditor), 200)
    says(
      await stage.call('POST /groups/:id/milestones', { ...group, title: 'Audited' }, auditor),
      403,
      '403 Forbidden',
    )
    const refused = { id, title: 'Audited' }
    says(await stage.call('POST /projects/:id/milestones', refused, auditor), 403, '403 Forbidden')
    says(await stage.call('POST /projects/:id/issues', refused, auditor), 403, '403 Forbidden')
    const plain = await stage.call('PUT /users/:id', { id: user_id, auditor: false }, admin)
    has(plain.row(), { is_auditor: false }, plain)
    answers(await stage.call('GET /projects/:id', { id }, auditor), 404)
  },
})
