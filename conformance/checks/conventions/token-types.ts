import { check } from '../../kit/check.ts'
import type { CallOptions } from '../../kit/client.ts'
import { answers, equals } from '../../kit/expect.ts'
import { unauthorized } from '../../oracle/texts.ts'
import type { Stage } from '../../run/stage.ts'

const needs = { project: 'none' } as const

const me = 'GET /user'

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
