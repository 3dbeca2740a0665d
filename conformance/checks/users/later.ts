import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'
import { parseLinks } from '../../oracle/paging.ts'

export const laterAccount = check({
  id: 'users/later-account',
  says: 'The account of the caller has the fields that its release brought',
  source: 'users#later-preferred-language, users#later-scim-identities, users#later-enterprise-group',
  level: 'should',
  covers: ['GET /user'],
  needs: { project: 'none', tier: 'premium', role: 'admin' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call('GET /user')
    answers(reply, 200)
    await hasLater(
      stage,
      reply.row(),
      {
        'users#later-preferred-language': { preferred_language: ['string'] },
        'users#later-scim-identities': { scim_identities: ['list'] },
        'users#later-enterprise-group': {
          enterprise_group_id: ['null', 'number'],
          enterprise_group_associated_at: ['null', 'time'],
        },
      },
      reply,
    )
  },
})

export const policyEditor = check({
  id: 'users/policy-editor',
  says: 'From 18.5 on the preferences tell whether policies are edited in the advanced editor',
  source: 'users#later-policy-editor',
  level: 'should',
  covers: ['GET /user/preferences'],
  needs: { project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call('GET /user/preferences')
    const fields = { 'users#later-policy-editor': { policy_advanced_editor: ['boolean'] } } as const
    await hasLater(stage, reply.row(), fields, reply)
  },
})

const orders = ['id', 'name', 'username', 'created_at'].flatMap((order_by) =>
  (['asc', 'desc'] as const).map((sort) => ({ order_by, sort })),
)

export const keyset = check({
  id: 'users/keyset',
  says: 'From 16.5 on users are walked by cursor in each order, nobody twice, and before `pagination` is ignored',
  source: 'users#later-keyset',
  level: 'must',
  covers: ['GET /users'],
  needs: { project: 'none', role: 'admin' },
  readOnly: true,
  holds: async (stage) => {
    for (const order of orders) {
      const asked = { ...order, pagination: 'keyset', per_page: 2 }
      const first = await stage.call('GET /users', asked)
      answers(first, 200)
      const next = parseLinks(first.headers.link).find(({ rel }) => rel === 'next')
      const cursor = next === undefined ? null : new URL(next.url).searchParams.get('cursor')
      await stage.changed('users#later-keyset', {
        before: () => equals('cursor of the next link', cursor, null, first),
        after: async () => {
          equals('X-Total', first.headers['x-total'], undefined, first)
          if (cursor === null) return holds(first.rows().length <= 2, 'all are on the page', null, first)
          const second = await stage.call('GET /users', { ...asked, cursor })
          answers(second, 200)
          const known = first.rows().map((row) => numberIn(row, 'id'))
          const repeated = second.rows().filter((row) => known.includes(numberIn(row, 'id')))
          equals('users of the first page on the second', repeated, [], second)
          holds(second.rows().length > 0, 'a cursor leads to more', null, second)
        },
      })
    }
  },
})
