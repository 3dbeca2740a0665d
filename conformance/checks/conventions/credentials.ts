import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import type { CallOptions, Reply } from '../../kit/client.ts'
import { answers, equals, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { insufficientScope, type Refusal, unauthorized } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const needs = { project: 'none' } as const

const me = 'GET /user'

function told(reply: Reply, { status, body }: Refusal): void {
  answers(reply, status, body)
}

function asNobody(stage: Stage, options: CallOptions): Promise<Reply> {
  return stage.call(me, {}, { as: 'anonymous', ...options })
}

export const tokenPlaces = check({
  id: 'conventions/token-places',
  says: 'A token is accepted as `PRIVATE-TOKEN`, `Authorization: Bearer`, `private_token` and `access_token`',
  source: 'conventions#credentials',
  level: 'must',
  covers: [me],
  needs,
  holds: async (stage) => {
    const token = stage.token('developer')?.token ?? ''
    const { username } = stage.user('developer')
    const ways: readonly CallOptions[] = [
      { headers: { 'PRIVATE-TOKEN': token } },
      { headers: { authorization: `Bearer ${token}` } },
      { headers: { authorization: `bearer ${token}` } },
      { query: { private_token: token } },
      { query: { access_token: token } },
    ]
    for (const way of ways) equals('who is signed in', (await asNobody(stage, way)).row().username, username)
  },
})

export const tokenPrecedence = check({
  id: 'conventions/token-precedence',
  says: 'Of two personal tokens `private_token` precedes `PRIVATE-TOKEN`, and `PRIVATE-TOKEN` precedes a bearer header',
  source: 'conventions#credential-order',
  level: 'must',
  covers: [me],
  needs,
  holds: async (stage) => {
    const [first, second] = [stage.token('developer')?.token ?? '', stage.token('maintainer')?.token ?? '']
    const { username } = stage.user('developer')
    const byHeader = { headers: { authorization: `Bearer ${second}`, 'private-token': first } }
    equals('who is signed in', (await asNobody(stage, byHeader)).row().username, username)
    const byParameter = { query: { private_token: first }, headers: { 'private-token': second } }
    equals('who is signed in', (await asNobody(stage, byParameter)).row().username, username)
  },
})

export const twoBearerTokens = check({
  id: 'conventions/two-bearer-tokens',
  says: 'A bearer header together with an `access_token` parameter answers 400',
  source: 'conventions#two-bearer-tokens',
  level: 'should',
  covers: [me],
  needs,
  holds: async (stage) => {
    const token = stage.token('owner')?.token ?? ''
    const reply = await asNobody(stage, {
      headers: { authorization: `Bearer ${token}` },
      query: { access_token: token },
    })
    const error_description = 'Both Authorization header and payload includes access token.'
    answers(reply, 400, { error: 'invalid_request', error_description })
  },
})

export const unknownTokenWithoutFallback = check({
  id: 'conventions/unknown-token-without-fallback',
  says: 'An unknown token answers 401 whatever else is sent, an empty token counts as none, and basic authentication and foreign job tokens are not accepted',
  source: 'conventions#unknown-tokens, conventions#basic-authentication, conventions#job-tokens',
  level: 'must',
  covers: [me],
  needs,
  holds: async (stage) => {
    const good = stage.token('owner')?.token ?? ''
    const unknown = stage.token('unknown')?.token ?? ''
    const { username } = stage.user('owner')
    const empty = { headers: { 'private-token': '', authorization: `Bearer ${good}` } }
    equals('who is signed in', (await asNobody(stage, empty)).row().username, username)
    told(await asNobody(stage, { headers: { 'private-token': '' } }), unauthorized)
    told(
      await asNobody(stage, { headers: { 'private-token': unknown, authorization: `Bearer ${good}` } }),
      unauthorized,
    )
    told(
      await asNobody(stage, { headers: { authorization: `Basic ${btoa(`${username}:${good}`)}` } }),
      unauthorized,
    )
    told(await asNobody(stage, { headers: { 'job-token': good } }), unauthorized)
    const open = await stage.call(
      'GET /projects',
      {},
      { as: 'anonymous', headers: { 'private-token': unknown } },
    )
    told(open, unauthorized)
  },
})

export const sudo = check({
  id: 'conventions/sudo',
  says: 'An administrator acts as another user by id or username, in the `Sudo` header or the `sudo` parameter, and the parameter precedes the header',
  source: 'conventions#sudo',
  level: 'must',
  covers: [me],
  needs,
  holds: async (stage) => {
    const { id, username } = stage.user('developer')
    const other = stage.user('maintainer').username
    const ways: readonly CallOptions[] = [
      { headers: { sudo: String(id) } },
      { headers: { sudo: username.toUpperCase() } },
      { query: { sudo: username } },
      { query: { sudo: id }, headers: { sudo: other } },
    ]
    for (const way of ways)
      equals('who acts', (await stage.call(me, {}, { as: 'admin', ...way })).row().username, username)
  },
})

export const sudoRights = check({
  id: 'conventions/sudo-rights',
  says: 'A request by sudo has the rights of the user named and no others',
  source: 'conventions#sudo-rights',
  level: 'must',
  covers: ['POST /projects/:id/milestones'],
  holds: async ({ call, project, user }) => {
    const as = (who: 'guest' | 'reporter') =>
      ({ as: 'admin', headers: { sudo: user(who).username } }) as const
    answers(await call('POST /projects/:id/milestones', { id: project.id, title: 'a' }, as('guest')), 403, {
      message: '403 Forbidden',
    })
    answers(await call('POST /projects/:id/milestones', { id: project.id, title: 'a' }, as('reporter')), 201)
  },
})

export const sudoToOneself = check({
  id: 'conventions/sudo-to-oneself',
  says: 'With a token of the scope `sudo` alone an administrator acts as another user, and gets 403 under the own name',
  source: 'conventions#sudo-rights',
  level: 'should',
  covers: [me],
  needs: { ...needs, role: 'admin', rewinds: true },
  holds: async (stage) => {
    const { call } = stage
    const { id: user_id, username } = stage.user('admin')
    const wish = { user_id, name: 'Only sudo', scopes: ['sudo'] }
    const made = arranged(await call('POST /users/:user_id/personal_access_tokens', wish))
    const token = textIn(made, 'token')
    const acting = (name: string) =>
      call(me, {}, { as: 'anonymous', headers: { 'private-token': token, sudo: name } })
    const other = stage.user('developer').username
    const reply = await acting(other)
    answers(reply, 200)
    equals('who acts', reply.row().username ?? null, other, reply)
    const own = await acting(username)
    answers(own, 403)
    equals('the error', isRow(own.json) ? own.json.error : null, 'insufficient_scope', own)
  },
})

export const sudoBlocked = check({
  id: 'conventions/sudo-blocked',
  says: 'Nobody acts as a blocked user by sudo: 403',
  source: 'conventions#account-states, conventions#sudo-rights',
  level: 'must',
  covers: [me],
  needs: { ...needs, role: 'admin', rewinds: true },
  holds: async (stage) => {
    const user = await createdUser(stage, 'locked-out')
    const headers = { sudo: textIn(user, 'username') }
    answers(await stage.call(me, {}, { headers }), 200)
    expectArranged(await stage.call('POST /users/:id/block', { id: numberIn(user, 'id') }))
    says(await stage.call(me, {}, { headers }), 403, '403 Forbidden - Your account has been blocked.')
  },
})

export const sudoRefused = check({
  id: 'conventions/sudo-refused',
  says: 'Sudo answers 401 without a credential, 403 to callers who are no administrators, and 404 for unknown users, in this order',
  source: 'conventions#sudo-refusals',
  level: 'must',
  covers: [me, 'GET /projects'],
  needs,
  holds: async (stage) => {
    const header = { headers: { sudo: 'nobody-of-this-name' } }
    told(await asNobody(stage, header), unauthorized)
    told(await stage.call('GET /projects', {}, { as: 'anonymous', ...header }), unauthorized)
    const refused = await stage.call(me, {}, { as: stage.nonAdmin(), ...header })
    answers(refused, 403, { message: '403 Forbidden - Must be admin to use sudo' })
    const unknown = await stage.call(me, {}, { as: 'admin', ...header })
    answers(unknown, 404, { message: "404 User with ID or username 'nobody-of-this-name' Not Found" })
  },
})

export const sudoScope = check({
  id: 'conventions/sudo-scope',
  says: "Sudo with an administrator's token that lacks the scope `sudo` answers 403 insufficient_scope",
  source: 'conventions#sudo-refusals',
  level: 'must',
  covers: [me],
  needs,
  holds: async (stage) => {
    const reply = await stage.call(
      me,
      {},
      { as: 'plainAdmin', headers: { sudo: stage.user('developer').username } },
    )
    told(reply, insufficientScope('sudo'))
  },
})
