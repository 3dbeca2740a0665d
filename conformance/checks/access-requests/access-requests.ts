import { check } from '../../kit/check.ts'
import { answers, equals, has, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const kinds = ['projects', 'groups'] as const

export const approved = check({
  id: 'access-requests/approved',
  says: 'An approved access request makes the requester a member, with the Developer role unless `access_level` is sent, and is no longer listed',
  source: 'access-requests#approve, access-requests#approved-is-member, access-requests#refused-to-members',
  level: 'should',
  covers: kinds.flatMap((kind) => [
    `GET /${kind}/:id/access_requests`,
    `POST /${kind}/:id/access_requests`,
    `PUT /${kind}/:id/access_requests/:user_id/approve`,
  ]),
  needs: { in: 'group', project: 'public' },
  each: () => kinds.flatMap((kind) => [undefined, 20, 40].map((level) => [kind, level] as const)),
  holds: async (stage, [kind, access_level]: readonly ['projects' | 'groups', number | undefined]) => {
    const id = kind === 'projects' ? stage.project.id : stage.group.id
    const PATH = `/${kind}/:id/access_requests`
    const { id: user_id, username } = stage.user('stranger')
    const wish = await stage.call(`POST ${PATH}`, { id }, { as: 'stranger' })
    answers(wish, 201)
    has(wish.row(), { id: user_id, username }, wish)
    answers(await stage.call(`GET ${PATH}`, { id }), 200, [wish.json ?? null])
    const level = access_level === undefined ? {} : { access_level }
    const granted = await stage.call(`PUT ${PATH}/:user_id/approve`, { id, user_id, ...level })
    answers(granted, 201)
    has(granted.row(), { id: user_id, access_level: access_level ?? 30 }, granted)
    answers(await stage.call(`GET ${PATH}`, { id }), 200, [])
    const member = await stage.call(`GET /${kind}/:id/members/:user_id`, { id, user_id })
    equals('the level of the member', member.row().access_level ?? null, access_level ?? 30, member)
    says(await stage.call(`POST ${PATH}`, { id }, { as: 'stranger' }), 403, '403 Forbidden')
  },
})

export const denied = check({
  id: 'access-requests/denied',
  says: 'An access request is removed when it is denied by whoever may approve it or withdrawn by the requester, and a Developer is refused with 403',
  source: 'access-requests#deny-or-withdraw, access-requests#unknown-request',
  level: 'should',
  covers: kinds.map((kind) => `DELETE /${kind}/:id/access_requests/:user_id`),
  needs: { in: 'group', project: 'public' },
  each: () => kinds.flatMap((kind) => (['owner', 'stranger'] as const).map((who) => [kind, who] as const)),
  holds: async (stage, [kind, who]: readonly ['projects' | 'groups', 'owner' | 'stranger']) => {
    const id = kind === 'projects' ? stage.project.id : stage.group.id
    const ONE = `/${kind}/:id/access_requests`
    const user_id = stage.user('stranger').id
    arranged(await stage.call(`POST ${ONE}`, { id }, { as: 'stranger' }))
    if (stage.has('developer'))
      says(
        await stage.call(`DELETE ${ONE}/:user_id`, { id, user_id }, { as: 'developer' }),
        403,
        '403 Forbidden',
      )
    answers(await stage.call(`DELETE ${ONE}/:user_id`, { id, user_id }, { as: who }), 204)
    says(await stage.call(`DELETE ${ONE}/:user_id`, { id, user_id }), 404, '404 Not found')
    answers(await stage.call(`GET ${ONE}`, { id }), 200, [])
  },
})
