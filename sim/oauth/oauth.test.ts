import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../testing/calls.ts'

const base = testSimulator({ dialect: 'real' })
const session = { cookie: '_service_session=alice-session' }

/** Sends to `/oauth/…`: a form, unless something else is said. */
function oauthOf(sim = base.fork()) {
  const send = (
    method: string,
    path: string,
    params: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const form = new URLSearchParams(params).toString()
    const reads = method === 'GET'
    const reply = sim.handle({
      method,
      url: `/oauth/${path}${reads && form !== '' ? `?${form}` : ''}`,
      headers: { ...(reads ? {} : { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(reads ? {} : { body: form }),
    })
    const text = String(reply.body)
    return { ...reply, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  return {
    sim,
    token: (params: Record<string, string>, headers?: Record<string, string>) =>
      send('POST', 'token', params, headers),
    info: (value: string) => send('GET', 'token/info', {}, { authorization: `Bearer ${value}` }),
    revoke: (params: Record<string, string>) => send('POST', 'revoke', params),
    device: (params: Record<string, string>) => send('POST', 'authorize_device', params),
    letIn: (path: string, params: Record<string, string>, headers: Record<string, string> = {}) =>
      send('POST', path, params, { ...session, ...headers }),
    authorize: (params: Record<string, string>, headers: Record<string, string> = session) =>
      send('GET', 'authorize', params, headers),
    answer: (params: Record<string, string>, headers: Record<string, string> = session) =>
      send('POST', 'authorize', params, headers),
    user: (value: string) => {
      const headers = { authorization: `Bearer ${value}` }
      return sim.handle({ method: 'GET', url: '/api/v4/user', headers })
    },
    application: (more: object = {}) => {
      const wanted = {
        name: 'Planner',
        redirect_uri: 'https://planner.example.com/back',
        scopes: 'api read_user',
      }
      return callsOf(sim, 'root').post('/applications', { ...wanted, ...more }).json
    },
  }
}

const carol = { grant_type: 'password', username: 'carol', password: 'carol-password' }

describe('a password', () => {
  test.each(['carol', 'CAROL', 'carol@example.com'])('opens an account by %s', (username) => {
    const { token, user, info, sim } = oauthOf()
    const login = username.includes('@') ? sim.world.users.require(4).email : username
    const { status, json, headers } = token({ ...carol, username: login })
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual([
      'access_token',
      'token_type',
      'expires_in',
      'refresh_token',
      'scope',
      'created_at',
    ])
    expect(json).toMatchObject({
      access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      token_type: 'Bearer',
      expires_in: 7200,
      refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      scope: 'api',
    })
    expect(headers).toMatchObject({
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      'Content-Type': 'application/json; charset=utf-8',
    })
    expect(user(json.access_token)).toMatchObject({ status: 200, body: expect.stringContaining('"carol"') })
    expect(info(json.access_token).json).toEqual({
      resource_owner_id: 4,
      scope: ['api'],
      expires_in: 7198,
      application: { uid: null },
      created_at: json.created_at,
      scopes: ['api'],
      expires_in_seconds: 7198,
    })
  })

  test('of JSON, too, and for the scopes that are asked for', () => {
    const { sim, user } = oauthOf()
    const reply = sim.handle({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...carol, scope: 'read_user email' }),
    })
    const json = JSON.parse(String(reply.body))
    expect(json.scope).toBe('read_user email')
    expect(user(json.access_token).status).toBe(200)
    const headers = { authorization: `Bearer ${json.access_token}` }
    expect(sim.handle({ method: 'GET', url: '/api/v4/projects/1', headers }).status).toBe(403)
  })

  test.each([
    ['a wrong password', { password: 'wrong' }, 'invalid_grant'],
    ['nobody', { username: 'nobody' }, 'invalid_grant'],
    ['a blocked user', { username: 'frank', password: 'frank-password' }, 'invalid_grant'],
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['an unknown grant', { grant_type: 'implicit' }, 'unsupported_grant_type'],
    ['no grant', { grant_type: '' }, 'invalid_request'],
    ['an inherited name', { grant_type: 'constructor' }, 'unsupported_grant_type'],
  ])('of %s is refused, and nothing is issued', (_, params, error) => {
    const { token, sim } = oauthOf()
    const before = sim.world.tokens.all().count()
    const { status, json, headers } = token({ ...carol, ...params })
    expect({ status, error: json.error }).toEqual({ status: 400, error })
    expect(headers['WWW-Authenticate']).toBe(
      `Bearer realm="Doorkeeper", error="${error}", error_description="${json.error_description}"`,
    )
    expect(sim.world.tokens.all().count()).toBe(before)
  })

  test('of an unknown application is refused', () => {
    const { status, json } = oauthOf().token({ ...carol, client_id: 'unknown' })
    expect({ status, error: json.error }).toEqual({ status: 401, error: 'invalid_client' })
  })
})

describe('a refresh token', () => {
  const renewed = { grant_type: 'refresh_token' }

  test('renews both, and the old pair dies when the new one is first used', () => {
    const { token, user } = oauthOf()
    const first = token(carol).json
    const second = token({ ...renewed, refresh_token: first.refresh_token }).json
    expect(second.scope).toBe('api')
    expect(user(first.access_token).status).toBe(200)
    expect(user(second.access_token).status).toBe(200)
    expect(user(first.access_token).status).toBe(401)
    expect(token({ ...renewed, refresh_token: first.refresh_token }).json.error).toBe('invalid_grant')
    expect(token({ ...renewed, refresh_token: second.refresh_token }).status).toBe(200)
  })

  test('outlives its access token', () => {
    const { token, user, info, sim } = oauthOf()
    const first = token(carol).json
    sim.clock.advance('2h')
    expect(user(first.access_token).status).toBe(401)
    expect(info(first.access_token)).toMatchObject({
      status: 401,
      json: {
        error: 'invalid_token',
        error_description: 'The access token is invalid',
        state: 'unauthorized',
      },
    })
    const second = token({ ...renewed, refresh_token: first.refresh_token }).json
    expect(user(second.access_token).status).toBe(200)
  })

  test('of the demo world works', () => {
    const { token, user } = oauthOf()
    const { json } = token({ ...renewed, refresh_token: 'alice-refresh-token' })
    expect(user(json.access_token).body).toContain('"alice"')
  })

  test('never gives more than there was, and is good for its application alone', () => {
    const { token, application } = oauthOf()
    const mine = application()
    const client = { client_id: mine.application_id, client_secret: mine.secret }
    const first = token({ ...carol, ...client, scope: 'read_user' }).json
    const again = { ...renewed, refresh_token: first.refresh_token }
    expect(token({ ...again, ...client, scope: 'api' }).json.error).toBe('invalid_scope')
    expect(token(again).json.error).toBe('invalid_grant')
    expect(token({ ...again, ...client, client_secret: 'wrong' })).toMatchObject({ status: 401 })
    expect(token({ ...again, ...client }).json.scope).toBe('read_user')
  })
})

describe('an application', () => {
  test('is the business of administrators, and its secret is told once', () => {
    const { sim, application } = oauthOf()
    const made = application()
    expect(made).toEqual({
      id: 1,
      application_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      application_name: 'Planner',
      callback_url: 'https://planner.example.com/back',
      confidential: true,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { secret: _, ...told } = made
    expect(callsOf(sim, 'root').get('/applications').json).toEqual([told])
    expect(callsOf(sim, 'alice').get('/applications').status).toBe(403)
    expect(callsOf(sim, 'root').delete('/applications/2').status).toBe(404)
    expect(callsOf(sim, 'root').delete('/applications/1').status).toBe(204)
    expect(callsOf(sim, 'root').get('/applications').json).toEqual([])
  })

  test.each([
    [{ redirect_uri: 'nowhere' }, { redirect_uri: ['must be an absolute URI.'] }],
    [{ redirect_uri: 'https://a.example.com/#x' }, { redirect_uri: ['cannot contain a fragment.'] }],
    [{ scopes: 'everything' }, { scopes: ["doesn't match configured on the server."] }],
    [{ name: ' ' }, { name: ["can't be blank"] }],
  ])('with %j is refused', (params, message) => {
    const { application } = oauthOf()
    expect(application(params)).toEqual({ message })
  })

  test('has a token of its own, of nobody', () => {
    const { token, application, info } = oauthOf()
    const made = application()
    const basic = Buffer.from(`${made.application_id}:${made.secret}`).toString('base64')
    const { status, json } = token({ grant_type: 'client_credentials' }, { authorization: `Basic ${basic}` })
    expect(status).toBe(200)
    expect(json.refresh_token).toBeUndefined()
    expect(info(json.access_token).json).toMatchObject({
      resource_owner_id: null,
      application: { uid: made.application_id },
    })
    expect(token({ grant_type: 'client_credentials' })).toMatchObject({
      status: 401,
      json: { error: 'invalid_client' },
    })
  })

  test('revokes what it owns, and nobody else does', () => {
    const { token, application, revoke, user } = oauthOf()
    const made = application()
    const client = { client_id: made.application_id, client_secret: made.secret }
    const value = token({ ...carol, ...client }).json.access_token
    expect(revoke({ token: value })).toMatchObject({ status: 403, json: { error: 'unauthorized_client' } })
    expect(user(value).status).toBe(200)
    expect(revoke({ token: value, ...client })).toMatchObject({ status: 200, json: {} })
    expect(user(value).status).toBe(401)
    expect(revoke({ token: 'unknown' })).toMatchObject({ status: 200, json: {} })
    const loose = token(carol).json.access_token
    expect(revoke({ token: loose }).status).toBe(200)
    expect(user(loose).status).toBe(401)
  })

  test('loses its tokens with itself', () => {
    const { sim, token, application, user } = oauthOf()
    const made = application()
    const client = { client_id: made.application_id, client_secret: made.secret }
    const value = token({ ...carol, ...client }).json.access_token
    callsOf(sim, 'root').delete('/applications/1')
    expect(user(value).status).toBe(401)
  })
})

describe('a code', () => {
  const back = 'https://planner.example.com/back?from=here'
  function wishing(more: Record<string, string> = {}) {
    const oauth = oauthOf()
    const made = oauth.application({ redirect_uri: `${back} https://other.example.com/` })
    const wish = { client_id: made.application_id, redirect_uri: back, response_type: 'code', ...more }
    return { ...oauth, wish, client: { client_id: made.application_id, client_secret: made.secret } }
  }
  const proof = { authenticity_token: 'alice-session-csrf' }
  const locationOf = ({ headers }: { readonly headers: { readonly [name: string]: string } }) =>
    new URL(headers.Location ?? '')

  test('comes after a person has said yes, and makes one token', () => {
    const { authorize, answer, token, user, wish, client } = wishing({ state: 'a b' })
    const page = authorize(wish)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>Authorize Planner to use your account?</h1>')
    expect(page.text).toContain('<input type="hidden" name="state" value="a b">')
    const location = locationOf(answer({ ...wish, ...proof }))
    expect(location.href.startsWith(`${back}&code=`)).toBe(true)
    expect(location.searchParams.get('state')).toBe('a b')
    const code = location.searchParams.get('code') ?? ''
    const redeem = { grant_type: 'authorization_code', redirect_uri: back, ...client, code }
    expect(token({ ...redeem, redirect_uri: 'https://other.example.com/' }).json.error).toBe('invalid_grant')
    expect(token({ ...redeem, client_secret: 'wrong' }).json.error).toBe('invalid_client')
    expect(token({ ...redeem, code: '' }).json.error_description).toBe('Missing required parameter: code.')
    const { json } = token(redeem)
    expect(user(json.access_token).body).toContain('"alice"')
    expect(token(redeem).json.error).toBe('invalid_grant')
    // Who has said yes is not asked again.
    expect(locationOf(authorize(wish)).searchParams.has('code')).toBe(true)
  })

  test('is not given without the proof of the page, nor to somebody unknown', () => {
    const { authorize, answer, wish } = wishing()
    expect(answer(wish).status).toBe(422)
    expect(answer({ ...wish, authenticity_token: 'guessed' }).status).toBe(422)
    expect(authorize(wish, {})).toMatchObject({
      status: 302,
      headers: { Location: 'http://127.0.0.1:8080/users/sign_in' },
    })
    expect(locationOf(answer({ ...wish, ...proof, _method: 'delete' })).searchParams.get('error')).toBe(
      'access_denied',
    )
  })

  test.each([
    [{ client_id: 'unknown' }, 401],
    [{ redirect_uri: 'https://evil.example.com/' }, 400],
  ])('is never sent for %j', (params, status) => {
    const { authorize, wish } = wishing()
    const reply = authorize({ ...wish, ...params })
    expect(reply.status).toBe(status)
    expect(reply.headers.Location).toBeUndefined()
  })

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'invalid_request'],
    [{ scope: 'sudo' }, 'invalid_scope'],
    [{ code_challenge: 'x', code_challenge_method: 'S512' }, 'invalid_code_challenge_method'],
  ])('of %j is refused to the application', (params, error) => {
    const { authorize, wish } = wishing()
    expect(locationOf(authorize({ ...wish, ...params })).searchParams.get('error')).toBe(error)
  })

  test('is good for ten minutes', () => {
    const { sim, answer, token, wish, client } = wishing()
    const code = locationOf(answer({ ...wish, ...proof })).searchParams.get('code') ?? ''
    sim.clock.advance('10m')
    const redeem = { grant_type: 'authorization_code', redirect_uri: back, ...client, code }
    expect(token(redeem).json.error).toBe('invalid_grant')
  })

  test.each(['plain', 'S256'])('that was challenged (%s) is proved by its verifier', (method) => {
    const verifier = 'a-verifier-of-forty-three-characters-or-more'
    const digest = createHash('sha256').update(verifier).digest('base64url')
    const challenge = {
      code_challenge: method === 'plain' ? verifier : digest,
      code_challenge_method: method,
    }
    const { answer, token, wish, client } = wishing(challenge)
    const code = locationOf(answer({ ...wish, ...proof })).searchParams.get('code') ?? ''
    const redeem = { grant_type: 'authorization_code', redirect_uri: back, ...client, code }
    expect(token(redeem).json.error).toBe('invalid_grant')
    expect(token({ ...redeem, code_verifier: 'another' }).json.error).toBe('invalid_grant')
    expect(token({ ...redeem, code_verifier: verifier }).status).toBe(200)
  })
})

describe('an application that registered itself', () => {
  const newest = testSimulator({ release: '18.9' })
  const back = 'https://planner.example.com/back'
  const proof = { authenticity_token: 'alice-session-csrf' }
  const verifier = 'a-verifier-of-forty-three-characters-or-more'
  const challenge = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }

  const registered = () => {
    const { sim, ...oauth } = oauthOf(newest.fork())
    const { body } = sim.handle({
      method: 'POST',
      url: '/oauth/register',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Planner', redirect_uris: back }),
    })
    const { client_id } = JSON.parse(String(body))
    const wish = { client_id, redirect_uri: back, response_type: 'code', scope: 'api' }
    return { sim, ...oauth, client_id, wish }
  }

  test('gets no code without a challenge by SHA-256', () => {
    const { authorize, wish } = registered()
    for (const params of [{}, { ...challenge, code_challenge_method: 'plain' }]) {
      const reply = authorize({ ...wish, ...params })
      expect(reply.headers.Location).toBeUndefined()
      expect(reply.text).toContain('An error has occurred')
    }
  })

  test('gets a token of its one scope, which opens nothing, with the verifier alone', () => {
    const { answer, token, user, wish, client_id } = registered()
    const consent = answer({ ...wish, ...challenge, ...proof })
    const code = new URL(consent.headers.Location ?? '').searchParams.get('code') ?? ''
    const redeem = { grant_type: 'authorization_code', redirect_uri: back, client_id, code }
    expect(token(redeem).json.error).toBe('invalid_request')
    const { json } = token({ ...redeem, code_verifier: verifier })
    expect(json.scope).toBe('mcp')
    expect(user(json.access_token).status).toBe(403)
  })
})

describe('a device', () => {
  const newest = testSimulator({ release: '18.9' })
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const proof = { authenticity_token: 'alice-session-csrf' }

  function waiting() {
    const oauth = oauthOf(newest.fork())
    const { application_id: client_id } = oauth.application({ confidential: false })
    const { json } = oauth.device({ client_id, scope: 'read_user' })
    const ask = (device_code: string = json.device_code) =>
      oauth.token({ grant_type, client_id, device_code })
    return { ...oauth, client_id, json, ask }
  }

  test('gets one token, once a user has typed its code in', () => {
    const { json, ask, user, sim, letIn } = waiting()
    expect(json).toEqual({
      device_code: expect.stringMatching(/^[0-9a-f]{64}$/),
      user_code: expect.stringMatching(/^[0-9A-Z]{8}$/),
      verification_uri: 'http://127.0.0.1:8080/oauth/device',
      verification_uri_complete: `http://127.0.0.1:8080/oauth/device?user_code=${json.user_code}`,
      expires_in: 300,
      interval: 5,
    })
    expect(ask()).toMatchObject({ status: 400, json: { error: 'authorization_pending' } })
    expect(ask().json.error).toBe('slow_down')
    expect(letIn('device/confirm', { ...proof, user_code: json.user_code }).text).toContain('read_user')
    expect(letIn('device', { user_code: json.user_code }).status).toBe(422)
    expect(letIn('device', { ...proof, user_code: json.user_code }).status).toBe(302)
    sim.clock.advance('5s')
    const given = ask()
    expect(given).toMatchObject({ status: 200, json: { scope: 'read_user', expires_in: 7200 } })
    expect(user(given.json.access_token).body).toContain('"alice"')
    expect(ask().json.error).toBe('invalid_grant')
  })

  test('is told in JSON whether its code was right', () => {
    const { json, letIn } = waiting()
    const accept = { accept: 'application/json' }
    const wrong = letIn('device', { ...proof, user_code: 'NOSUCH00' }, accept)
    expect([wrong.status, wrong.json]).toEqual([422, { errors: ['The user code is invalid'] }])
    expect(letIn('device', { ...proof, user_code: json.user_code }, accept).status).toBe(204)
  })

  test('waits for five minutes', () => {
    const { ask, sim, letIn, json } = waiting()
    sim.clock.advance('5m')
    const accept = { accept: 'application/json' }
    expect(letIn('device', { ...proof, user_code: json.user_code }, accept).json.errors).toEqual([
      'The user code is expired',
    ])
    expect(ask().json.error).toBe('expired_token')
    expect(ask().json.error).toBe('invalid_grant')
  })

  test('is refused with an unknown client, without a scope, and with one that the client lacks', () => {
    const { device, client_id } = waiting()
    expect(device({ client_id: 'unknown', scope: 'api' })).toMatchObject({ status: 401 })
    expect(device({ client_id }).json.error).toBe('invalid_scope')
    expect(device({ client_id, scope: 'sudo' }).json.error).toBe('invalid_scope')
  })

  test('is unknown to older releases', () => {
    const { device, token, application } = oauthOf()
    const { application_id: client_id } = application({ confidential: false })
    expect(device({ client_id, scope: 'api' }).status).toBe(404)
    expect(token({ grant_type, client_id, device_code: 'x' }).json.error).toBe('unsupported_grant_type')
  })
})

describe('a password alone', () => {
  test('opens nothing once newer releases are told so', () => {
    const { sim, token, revoke, application } = oauthOf(testSimulator({ release: '18.9' }))
    callsOf(sim, 'root').put('/application/settings', { ropc_without_client_credentials: false })
    sim.clock.advance('2m')
    const made = application()
    const client = { client_id: made.application_id, client_secret: made.secret }
    expect(token(carol)).toMatchObject({ status: 401, json: { error: 'invalid_client' } })
    expect(token({ ...carol, ...client }).status).toBe(200)
    expect(revoke({ token: 'unknown' }).status).toBe(403)
    expect(revoke({ token: 'unknown', ...client }).status).toBe(200)
  })
})

test('the secret of an application is renewed by administrators of newer releases', () => {
  const { sim, token, application } = oauthOf(testSimulator({ release: '18.9' }))
  const made = application()
  expect(made.secret).toMatch(/^gloas-[0-9a-f]{64}$/)
  const renewed = callsOf(sim, 'root').post(`/applications/${made.id}/renew-secret`)
  expect(renewed.status).toBe(200)
  const client = { grant_type: 'client_credentials', client_id: made.application_id }
  expect(token({ ...client, client_secret: made.secret }).status).toBe(401)
  expect(token({ ...client, client_secret: renewed.json.secret }).status).toBe(200)
})
