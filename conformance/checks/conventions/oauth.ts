import { createdUser, deleteUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, names, numberIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const me = 'GET /user'

const HOURS = 3600

function post(stage: Stage, path: string, params: Row): Promise<Reply> {
  return stage.send('POST', path, { as: 'anonymous', outside: true, body: JSON.stringify(params) })
}

function signedInWith(stage: Stage, token: string): Promise<Reply> {
  return stage.call(me, {}, { as: 'anonymous', headers: { authorization: `Bearer ${token}` } })
}

function refusesGrant(reply: Reply, status: number, error: string): void {
  answers(reply, status)
  has(reply.json as Row, { error }, reply)
  names(reply.json as Row, ['error_description'], reply)
  const challenge = reply.headers['www-authenticate'] ?? ''
  holds(challenge.includes(`error="${error}"`), 'WWW-Authenticate names the error', challenge, reply)
}

export const oauthErrors = check({
  id: 'conventions/oauth-errors',
  says: 'The token endpoint answers 400 without a grant type or with an unknown one, and 401 to an unknown application',
  source: 'conventions#oauth-errors',
  level: 'should',
  covers: [],
  needs: { project: 'none', writes: true },
  holds: async (stage) => {
    const client = {
      client_id: 'no-such-application',
      client_secret: 'none',
      redirect_uri: 'http://x.example',
    }
    refusesGrant(await post(stage, '/oauth/token', {}), 400, 'invalid_request')
    refusesGrant(await post(stage, '/oauth/token', { grant_type: 'wish' }), 400, 'unsupported_grant_type')
    const code = { grant_type: 'authorization_code', code: 'none', ...client }
    refusesGrant(await post(stage, '/oauth/token', code), 401, 'invalid_client')
  },
})

export const oauthTokenInfo = check({
  id: 'conventions/oauth-token-info',
  says: 'An OAuth token has an expiry, and the service tells its user, scopes and remaining seconds; any other token answers 401',
  source: 'conventions#oauth-token-info',
  level: 'should',
  covers: [me],
  needs: { project: 'none' },
  holds: async (stage) => {
    const token = stage.token('oauth')?.token ?? ''
    const info = (bearer: string) =>
      stage.send('GET', '/oauth/token/info', {
        as: 'anonymous',
        outside: true,
        headers: { authorization: `Bearer ${bearer}` },
      })
    const reply = await info(token)
    answers(reply, 200)
    const { id = null } = (await signedInWith(stage, token)).row()
    has(reply.row(), { resource_owner_id: id }, reply)
    names(reply.row(), ['scope', 'application', 'created_at', 'expires_in'], reply)
    answers(await info('no-such-token'), 401)
  },
})

export const oauthToken = check({
  id: 'conventions/oauth-token',
  says: 'An OAuth token signs in until it expires, is revoked or is replaced: a refresh gives a new pair, and the old one ends when the new one is first used',
  source:
    'conventions#oauth-token, conventions#oauth-token-body, conventions#oauth-refresh, conventions#oauth-revoke',
  level: 'should',
  covers: [me, 'POST /applications'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const redirect_uri = 'http://client.example/callback'
    const wish = { name: `${stage.prefix}-client`, redirect_uri, scopes: 'api read_api', confidential: true }
    const application = arranged(await stage.call('POST /applications', wish))
    const client = {
      client_id: textIn(application, 'application_id'),
      client_secret: textIn(application, 'secret'),
      redirect_uri,
    }
    const user = await createdUser(stage, 'oauth')
    const username = textIn(user, 'username')
    const login = { ...client, grant_type: 'password', username, scope: 'api' }
    refusesGrant(await post(stage, '/oauth/token', { ...login, password: 'wrong' }), 400, 'invalid_grant')
    const first = pairFrom(await post(stage, '/oauth/token', { ...login, password: 'Correct-Horse-9' }))
    equals('who is signed in', (await signedInWith(stage, first.access)).row().username, username)

    const refresh = { ...client, grant_type: 'refresh_token', refresh_token: first.refresh }
    const second = pairFrom(await post(stage, '/oauth/token', refresh))
    holds(second.access !== first.access && second.refresh !== first.refresh, 'the pair is a new one', null)
    answers(await signedInWith(stage, first.access), 200)
    equals('who is signed in then', (await signedInWith(stage, second.access)).row().username, username)
    answers(await signedInWith(stage, first.access), 401)
    refusesGrant(await post(stage, '/oauth/token', refresh), 400, 'invalid_grant')

    if (stage.movesClock) {
      await stage.wait(2 * HOURS + 1)
      answers(await signedInWith(stage, second.access), 401)
    }
    const again = { ...refresh, refresh_token: second.refresh }
    const third = pairFrom(await post(stage, '/oauth/token', again))
    answers(await post(stage, '/oauth/revoke', { ...client, token: 'no-such-token' }), 200, {})
    answers(await signedInWith(stage, third.access), 200)
    answers(await post(stage, '/oauth/revoke', { ...client, token: third.access }), 200, {})
    answers(await signedInWith(stage, third.access), 401)
    await deleteUser(stage, user)
    await stage.call('DELETE /applications/:id', { id: numberIn(application, 'id') })
  },
})

export const tokenInfoAnywhere = check({
  id: 'conventions/token-info-anywhere',
  says: 'From 17.0 on a page of any origin may read what an OAuth token is told of itself, without credentials',
  source: 'conventions#later-token-info-anywhere',
  level: 'must',
  covers: [me],
  needs: { project: 'none' },
  holds: async (stage) => {
    const headers = {
      authorization: `Bearer ${stage.token('oauth')?.token ?? ''}`,
      origin: 'http://page.example',
    }
    const reply = await stage.send('GET', '/oauth/token/info', { as: 'anonymous', outside: true, headers })
    await stage.changed('conventions#later-token-info-anywhere', {
      before: () => undefined,
      after: () => {
        for (const [name, value] of [
          ['access-control-allow-origin', '*'],
          ['access-control-allow-methods', 'GET, HEAD, OPTIONS'],
          ['access-control-allow-credentials', undefined],
        ] as const)
          if (stage.tells(name)) equals(name, reply.headers[name], value, reply)
      },
    })
  },
})

export const registersItself = check({
  id: 'conventions/registers-itself',
  says: 'From 18.6 on an application registers itself without a secret, for one scope, with a name that is not too long and an absolute address',
  source: 'conventions#later-registration',
  level: 'must',
  covers: ['GET /applications', 'DELETE /applications/:id'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const client_name = `${stage.prefix}-registered`
    const redirect_uris = ['http://client.example/callback']
    const made = await post(stage, '/oauth/register', { client_name, redirect_uris })
    await stage.changed('conventions#later-registration', {
      before: () => answers(made, 404),
      after: async () => {
        answers(made, 201)
        const about = { redirect_uris, token_endpoint_auth_method: 'none', require_pkce: true, scope: 'mcp' }
        has(made.row(), { ...about, dynamic: true, grant_types: ['authorization_code'] }, made)
        const client_id = textIn(made.row(), 'client_id')
        const code = {
          grant_type: 'authorization_code',
          client_id,
          code: 'none',
          redirect_uri: redirect_uris[0] ?? '',
        }
        const unproved = await post(stage, '/oauth/token', code)
        answers(unproved, 400)
        has(unproved.json as Row, { error: 'invalid_request' }, unproved)
        for (const wrong of [
          { client_name: 'n'.repeat(200), redirect_uris },
          { client_name, redirect_uris: ['callback'] },
        ]) {
          const refused = await post(stage, '/oauth/register', wrong)
          answers(refused, 400)
          has(refused.json as Row, { error: 'invalid_client_metadata' }, refused)
        }
        const listed = await stage.call('GET /applications', { per_page: 100 })
        const [application = {}] = listed.rows().filter((row) => row.application_id === client_id)
        has(application, { confidential: false }, listed)
        await stage.call('DELETE /applications/:id', { id: numberIn(application, 'id') })
      },
    })
  },
})

export const deviceGrant = check({
  id: 'conventions/device-grant',
  says: 'From 17.3 on a device gets a code for its user, and no token before the user has let it in',
  source: 'conventions#later-device-grant, conventions#oauth-errors',
  level: 'must',
  covers: ['POST /applications'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const redirect_uri = 'http://client.example/callback'
    const wish = { name: `${stage.prefix}-device`, redirect_uri, scopes: 'read_user', confidential: false }
    const application = arranged(await stage.call('POST /applications', wish))
    const client_id = textIn(application, 'application_id')
    const codes = await post(stage, '/oauth/authorize_device', { client_id, scope: 'read_user' })
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const ask = (device_code: string) => post(stage, '/oauth/token', { grant_type, client_id, device_code })
    const unknown = await ask('no-such-code')
    await stage.changed('conventions#later-device-grant', {
      before: () => refusesGrant(unknown, 400, 'unsupported_grant_type'),
      after: async () => {
        refusesGrant(unknown, 400, 'invalid_grant')
        answers(codes, 200)
        const row = codes.row()
        has(row, { expires_in: 300, interval: 5 }, codes)
        names(row, ['verification_uri', 'verification_uri_complete'], codes)
        holds(/^[0-9A-Z]{8}$/.test(textIn(row, 'user_code')), 'the code of the user', row.user_code, codes)
        const code = textIn(row, 'device_code')
        refusesGrant(await ask(code), 400, 'authorization_pending')
        refusesGrant(await ask(code), 400, 'slow_down')
        const more = await post(stage, '/oauth/authorize_device', { client_id, scope: 'api' })
        refusesGrant(more, 400, 'invalid_scope')
      },
    })
    await stage.call('DELETE /applications/:id', { id: numberIn(application, 'id') })
  },
})

function pairFrom(reply: Reply): { readonly access: string; readonly refresh: string } {
  answers(reply, 200)
  const row = reply.row()
  has(row, { token_type: 'Bearer', expires_in: 2 * HOURS, scope: 'api' }, reply)
  names(row, ['created_at'], reply)
  equals('Cache-Control', reply.headers['cache-control'], 'no-store', reply)
  return { access: textIn(row, 'access_token'), refresh: textIn(row, 'refresh_token') }
}
