import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { casesBy } from '../../kit/cases.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, numberIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'

interface Tokens {
  readonly list: string
  readonly token: string
  readonly place: (stage: Stage) => Params
  readonly as: 'owner' | 'admin'
  readonly rotates: boolean
}

const places = casesBy<Tokens>(
  [
    {
      list: '/projects/:id/access_tokens',
      token: 'token_id',
      place: ({ project: { id } }) => ({ id }),
      as: 'owner',
      rotates: true,
    },
    {
      list: '/groups/:id/access_tokens',
      token: 'token_id',
      place: ({ group: { id } }) => ({ id }),
      as: 'owner',
      rotates: true,
    },
    {
      list: '/users/:user_id/impersonation_tokens',
      token: 'impersonation_token_id',
      place: (stage) => ({ user_id: stage.user('owner').id }),
      as: 'admin',
      rotates: false,
    },
  ],
  ({ list }) => list,
)

export const lifecycle = check<string>({
  id: 'access-tokens/lifecycle',
  says: 'A token of a project, group or user is shown with its secret once, listed and shown without it, and active no more once it is rotated or revoked',
  source:
    'access-tokens#resource-token-create, access-tokens#secret-shown-once, access-tokens#resource-token-list, access-tokens#resource-token-rotate, access-tokens#resource-token-revoke, access-tokens#impersonation-create, access-tokens#impersonation-list, access-tokens#impersonation-get-and-revoke',
  level: 'should',
  covers: places.names.flatMap((list) => {
    const { token, rotates } = places.named(list)
    return [
      `GET ${list}`,
      `POST ${list}`,
      `GET ${list}/:${token}`,
      `DELETE ${list}/:${token}`,
      ...(rotates ? [`POST ${list}/:${token}/rotate`] : []),
    ]
  }),
  needs: { in: 'group', rewinds: true },
  each: () => places.names,
  holds: async (stage, list) => {
    const { token, place: placeOf, as, rotates } = places.named(list)
    if (!stage.has(as)) return stage.skip(`there is no ${as}`)
    const place = placeOf(stage)
    const call = (operation: string, params: Params = {}) =>
      stage.call(operation, { ...place, ...params }, { as })
    const one = `${list}/:${token}`
    const created = await call(`POST ${list}`, {
      name: 'One',
      scopes: ['read_api'],
      expires_at: await nextWeek(stage),
    })
    answers(created, 201)
    has(created.row(), { name: 'One', scopes: ['read_api'], active: true, revoked: false }, created)
    holds(typeof created.row().token === 'string', 'the secret is shown at creation', null, created)
    const listed = async (id: number) => (await call(`GET ${list}`)).rows().find((row) => row.id === id)
    const first = numberIn(created.row(), 'id')
    const row = await listed(first)
    holds(row !== undefined, 'the token is listed', null)
    for (const shown of [row, (await call(`GET ${one}`, { [token]: first })).row()]) {
      has(shown, { id: first, name: 'One', active: true })
      lacks(shown, ['token'])
    }
    let last = first
    if (rotates) {
      const rotated = await call(`POST ${one}/rotate`, { [token]: first })
      answers(rotated, 200)
      has(rotated.row(), { name: 'One', active: true }, rotated)
      last = numberIn(rotated.row(), 'id')
      holds(last !== first, 'rotating makes a new token', last, rotated)
      equals('whether the old token is active', (await listed(first))?.active ?? false, false)
    }
    answers(await call(`DELETE ${one}`, { [token]: last }), 204)
    equals('whether the revoked token is active', (await listed(last))?.active ?? false, false)
  },
})
