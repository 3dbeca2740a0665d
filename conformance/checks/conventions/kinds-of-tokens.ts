import { check } from '../../kit/check.ts'
import type { CallOptions } from '../../kit/client.ts'
import { answers, equals } from '../../kit/expect.ts'
import { unauthorized } from '../../oracle/texts.ts'
import type { Stage } from '../../run/stage.ts'

const source = 'specification 1, Authentication; dossier 1, 6.2'
const needs = { project: 'none' } as const
const me = 'GET /user'

async function signedInAs(stage: Stage, options: CallOptions): Promise<unknown> {
  return (await stage.call(me, {}, { as: 'anonymous', ...options })).row().username
}

export const oauthFirst = check({
  id: 'conventions/oauth-first',
  says: 'An OAuth token is taken as bearer and as parameter, and wins over a personal token',
  source,
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
  says: 'An impersonation token acts as the user that it was made for',
  source,
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

export const deployTokens = check({
  id: 'conventions/deploy-tokens',
  says: 'A deploy token opens nothing, and a job token only what takes it',
  source,
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

export const session = check({
  id: 'conventions/session-cookie',
  says: 'A session cookie reads when no token is sent, and writes nothing without its CSRF token',
  source,
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
