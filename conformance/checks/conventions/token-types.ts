import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import type { CallOptions } from '../../kit/client.ts'
import { answers, equals, numberIn, textIn } from '../../kit/expect.ts'
import { unauthorized } from '../../oracle/texts.ts'
import type { Stage } from '../../run/stage.ts'

const needs = { project: 'none' } as const

const me = 'GET /user'

const milestones = 'POST /projects/:id/milestones'

async function signedInAs(stage: Stage, options: CallOptions): Promise<unknown> {
  return (await stage.call(me, {}, { as: 'anonymous', ...options })).row().username
}

export const oauthPrecedence = check({
  id: 'conventions/oauth-precedence',
  says: 'An OAuth token is accepted as bearer header and as `access_token`, and precedes a personal token',
  source: 'conventions#credentials, conventions#credential-order',
  level: 'must',
  covers: [me],
  needs,
  holds: async (stage) => {
    const oauth = stage.token('oauth')?.token ?? ''
    const other = stage.token('developer')?.token ?? ''
    const { username } = stage.user('owner')
    for (const way of [
      { headers: { authorization: `Bearer ${oauth}` } },
      { query: { access_token: oauth } },
      { headers: { authorization: `Bearer ${oauth}`, 'private-token': other } },
    ])
      equals('who is signed in', String(await signedInAs(stage, way)), username)
  },
})

export const tokenCheckOrder = check({
  id: 'conventions/token-check-order',
  says: 'A token that lacks the scope of a write answers 403, and 401 once it is revoked',
  source: 'conventions#token-check-order, conventions#expired-and-revoked-tokens, conventions#scopes',
  level: 'must',
  covers: ['POST /projects/:id/access_tokens', 'DELETE /projects/:id/access_tokens/:token_id', milestones],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const expires_at = await nextWeek(stage)
    const wish = { id, name: 'Reader', scopes: ['read_api'], access_level: 40, expires_at }
    const made = await call('POST /projects/:id/access_tokens', wish)
    // Some plans have no such tokens, and a group may allow none.
    if (made.status === 400 && made.text.includes('does not have permission'))
      stage.skip('the project allows no access token')
    answers(made, 201)
    const headers = { 'private-token': textIn(made.row(), 'token') }
    const write = () => call(milestones, { id, title: 'x' }, { as: 'anonymous', headers })
    answers(await write(), 403)
    const named = { id, token_id: numberIn(made.row(), 'id') }
    answers(await call('DELETE /projects/:id/access_tokens/:token_id', named), 204)
    answers(await write(), 401)
  },
})

export const impersonation = check({
  id: 'conventions/impersonation',
  says: 'An impersonation token acts as the user that it was created for',
  source: 'conventions#impersonation-tokens',
  level: 'must',
  covers: [me],
  needs,
  holds: async (stage) => {
    const token = stage.token('impersonation')?.token ?? ''
    equals(
      'who is signed in',
      String(await signedInAs(stage, { headers: { 'private-token': token } })),
      stage.user('developer').username,
    )
  },
})

export const deployAndJobTokens = check({
  id: 'conventions/deploy-and-job-tokens',
  says: 'A deploy token and a job token answer 401 where an operation does not accept them',
  source: 'conventions#deploy-tokens, conventions#job-tokens',
  level: 'must',
  covers: [me],
  needs,
  each: () => ['deploy', 'job'] as const,
  holds: async (stage, kind) => {
    const token = stage.token(kind)?.token ?? ''
    for (const headers of [
      { 'private-token': token },
      { authorization: `Bearer ${token}` },
      { 'job-token': token },
      { 'deploy-token': token },
    ]) {
      const reply = await stage.call(me, {}, { as: 'anonymous', headers })
      answers(reply, unauthorized.status, unauthorized.body)
    }
  },
})

export const sessionCookie = check({
  id: 'conventions/session-cookie',
  says: 'A session cookie authenticates a read without a token, and no write without its CSRF token',
  source: 'conventions#session-cookie, conventions#unknown-tokens',
  level: 'must',
  covers: [me, 'POST /projects/:id/milestones'],
  holds: async (stage) => {
    const cookie = `_service_session=${stage.token('session')?.token ?? ''}`
    equals(
      'who is signed in',
      String(await signedInAs(stage, { headers: { cookie } })),
      stage.user('owner').username,
    )
    const params = { id: stage.project.id, title: 'forged' }
    const written = await stage.call('POST /projects/:id/milestones', params, {
      as: 'anonymous',
      headers: { cookie },
    })
    answers(written, unauthorized.status, unauthorized.body)
    const unknown = stage.token('unknown')?.token ?? ''
    const beside = await stage.call(
      me,
      {},
      { as: 'anonymous', headers: { cookie, 'private-token': unknown } },
    )
    answers(beside, unauthorized.status, unauthorized.body)
  },
})

export const sessionAcrossOrigins = check({
  id: 'conventions/session-across-origins',
  says: 'A session cookie signs nobody in for a page of another origin',
  source: 'conventions#cross-origin, conventions#session-cookie',
  level: 'should',
  covers: [me],
  needs,
  readOnly: true,
  holds: async (stage) => {
    const cookie = `_service_session=${stage.token('session')?.token ?? ''}`
    const origin = 'https://elsewhere.test'
    equals(
      'who is signed in',
      String(await signedInAs(stage, { headers: { cookie } })),
      stage.user('owner').username,
    )
    const reply = await stage.call(me, {}, { as: 'anonymous', headers: { cookie, origin } })
    answers(reply, unauthorized.status, unauthorized.body)
  },
})
