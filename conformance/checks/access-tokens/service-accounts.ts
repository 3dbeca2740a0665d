import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'

export const groupServiceAccounts = check({
  id: 'access-tokens/group-service-accounts',
  says: 'The service accounts of a group are listed there, and a username that one of them has is refused with 400',
  source: 'access-tokens#service-account-list, access-tokens#service-account-taken',
  level: 'should',
  covers: ['POST /groups/:id/service_accounts', 'GET /groups/:id/service_accounts'],
  holds: async (stage) => {
    if (!stage.inGroup) return stage.skip('the target allows no group')
    const { id } = stage.group
    const wish = { id, name: 'Robot', username: `${stage.prefix}-robot`.toLowerCase() }
    const made = await stage.call('POST /groups/:id/service_accounts', wish, { as: 'owner' })
    if (made.status === 404 || made.status === 403) return stage.skip('the target has no such accounts')
    answers(made, 201)
    const list = await stage.call('GET /groups/:id/service_accounts', { id }, { as: 'owner' })
    equals(
      'those listed',
      list
        .rows()
        .map((row) => row.id)
        .join(),
      String(made.row().id),
    )
    answers(await stage.call('POST /groups/:id/service_accounts', wish, { as: 'owner' }), 400)
  },
})
