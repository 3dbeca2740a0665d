import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { casesBy } from '../../kit/cases.ts'
import { check } from '../../kit/check.ts'
import { answers, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'

interface Kind {
  readonly name: string
  readonly create: string
  readonly revoke: string
  readonly token: string
  readonly as: Role
  readonly place: (stage: Stage) => Params
}

const kinds = casesBy<Kind>(
  [
    {
      name: 'of a project',
      create: 'POST /projects/:id/access_tokens',
      revoke: 'DELETE /projects/:id/access_tokens/:token_id',
      token: 'token_id',
      as: 'owner',
      place: ({ project: { id } }) => ({ id }),
    },
    {
      name: 'of a group',
      create: 'POST /groups/:id/access_tokens',
      revoke: 'DELETE /groups/:id/access_tokens/:token_id',
      token: 'token_id',
      as: 'owner',
      place: ({ group: { id } }) => ({ id }),
    },
    {
      name: 'to impersonate',
      create: 'POST /users/:user_id/impersonation_tokens',
      revoke: 'DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id',
      token: 'impersonation_token_id',
      as: 'admin',
      place: (stage) => ({ user_id: stage.user('owner').id }),
    },
    {
      name: 'of a user',
      create: 'POST /users/:user_id/personal_access_tokens',
      revoke: 'DELETE /personal_access_tokens/:id',
      token: 'id',
      as: 'admin',
      place: (stage) => ({ user_id: stage.user('owner').id }),
    },
  ],
  ({ name }) => name,
)

const list = 'GET /projects/:id/milestones'

export const revokedTokens = check<string>({
  id: 'conventions/revoked-tokens',
  says: 'A token of a project, a group or a user, or one to impersonate somebody, opens a private project until it is revoked, and answers 401 from then on',
  source: 'conventions#unauthorized',
  level: 'must',
  covers: [list],
  needs: { in: 'group', rewinds: true },
  each: () => kinds.names,
  holds: async (stage, name) => {
    const { create, revoke, token, as, place } = kinds.named(name)
    if (!stage.has(as)) return stage.unknown(`the target was given no ${as} credential`)
    const wish = { name: 'Revoked', scopes: ['api'], expires_at: await nextWeek(stage) }
    const made = arranged(await stage.call(create, { ...place(stage), ...wish }, { as }))
    const headers = { 'private-token': textIn(made, 'token') }
    const read = () => stage.call(list, { id: stage.project.id }, { as: 'anonymous', headers })
    answers(await read(), 200)
    const named = { ...place(stage), [token]: numberIn(made, 'id') }
    answers(await stage.call(revoke, named, { as }), 204)
    answers(await read(), 401)
  },
})
