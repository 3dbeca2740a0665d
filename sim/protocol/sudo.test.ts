import { describe, expect, test } from 'vitest'
import type { Scope, Token } from '../model/access-tokens/token.ts'
import { perTest } from '../testing/per-test.ts'

const here = perTest()

const mustBeAdmin = { status: 403, json: { message: '403 Forbidden - Must be admin to use sudo' } }
const needsSudo = { status: 403, json: { error: 'insufficient_scope', scope: 'sudo' } }
const asCarol = { headers: { sudo: 'carol' } }

function withScopes(scopes: readonly Scope[], from = 'root-token') {
  const token = here.sim.world.tokens.find('byValue', from) as Token
  here.sim.world.tokens.insert({ ...token, id: 9000, value: 'planted-token', scopes })
  return here.as('planted')
}

describe('an administrator acts as another user', () => {
  test.each([
    ['by name', { headers: { sudo: 'carol' } }, ''],
    ['by a name in other letters', { headers: { sudo: 'CaRol' } }, ''],
    ['by id', { headers: { sudo: '4' } }, ''],
    ['by the query', {}, '?sudo=carol'],
    ['by the query before the header', { headers: { sudo: 'bob' } }, '?sudo=carol'],
  ])('%s', (_, sent, query) => {
    expect(here.as('root').send('GET', `/user${query}`, sent)).toMatchObject({
      status: 200,
      json: { username: 'carol' },
    })
  })

  test('by the body', () => {
    const made = here.as('root').post('/projects/1/merge_requests', {
      sudo: 'carol',
      title: 'For carol',
      source_branch: 'dark-mode',
      target_branch: 'main',
    })
    expect([made.status, made.json.author.username]).toEqual([201, 'carol'])
  })

  test('with that user’s rights and no others', () => {
    expect(here.as('root').get('/projects/8').status).toBe(200)
    expect(here.as('root').send('GET', '/projects/8', asCarol).status).toBe(404)
    expect(here.as('root').send('DELETE', '/projects/1/merge_requests/36', asCarol).status).toBe(403)
  })

  test('by a token that has no scope but sudo', () => {
    const root = withScopes(['sudo'])
    expect(root.send('GET', '/user', asCarol)).toMatchObject({ status: 200, json: { username: 'carol' } })
    const sent = {
      headers: { ...asCarol.headers, 'content-type': 'application/json' },
      body: '{"title":"a"}',
    }
    expect(root.send('POST', '/projects/1/milestones', sent).status).toBe(201)
  })
})

describe('whoever names themselves', () => {
  test('needs the scope of the operation too', () => {
    const self = { headers: { sudo: 'root' } }
    expect(here.as('root').send('GET', '/user', self)).toMatchObject({
      status: 200,
      json: { username: 'root' },
    })
    expect(here.as('root-nosudo').send('GET', '/user', self)).toMatchObject(needsSudo)
    expect(withScopes(['sudo']).send('GET', '/projects', self)).toMatchObject({
      status: 403,
      json: { error: 'insufficient_scope', scope: 'api read_api' },
    })
  })
})

// conventions#sudo-refusals: each row breaks one rule and all later ones.
describe('acting as another user is refused', () => {
  test('without a credential, also where nobody needs one', () => {
    for (const path of ['/user', '/projects/3'])
      for (const user of [undefined, 'unknown'])
        expect(here.as(user).send('GET', path, { headers: { sudo: 'nobody' } })).toMatchObject({
          status: 401,
          json: { message: '401 Unauthorized' },
        })
  })

  test('to whoever is no administrator, whatever the token', () => {
    expect(here.as('alice').send('GET', '/user', { headers: { sudo: 'nobody' } })).toMatchObject(mustBeAdmin)
    const cookie = '_service_session=alice-session'
    expect(here.as().send('GET', '/user', { headers: { cookie, sudo: 'nobody' } })).toMatchObject(mustBeAdmin)
  })

  test('to an administrator with a session', () => {
    const session = here.sim.world.tokens.find('byValue', 'alice-session') as Token
    here.sim.world.tokens.insert({ ...session, id: 9000, value: 'root-session', userId: 1 })
    const headers = { cookie: '_service_session=root-session', sudo: 'nobody' }
    expect(here.as().send('GET', '/user', { headers })).toMatchObject({
      status: 403,
      json: {
        message: '403 Forbidden - Must be authenticated using an OAuth or personal access token to use sudo',
      },
    })
  })

  test('to a token without the scope', () => {
    expect(here.as('root-nosudo').send('GET', '/user', { headers: { sudo: 'nobody' } })).toMatchObject(
      needsSudo,
    )
    expect(here.as('root-read').send('GET', '/user', asCarol)).toMatchObject(needsSudo)
  })

  test.each(['nobody', '404', '-1', '4x'])('for the unknown user %s', (name) => {
    expect(here.as('root').send('GET', '/user', { headers: { sudo: name } })).toMatchObject({
      status: 404,
      json: { message: `404 User with ID or username '${name}' Not Found` },
    })
  })

  test('before the parameters, where callers have to be signed in', () => {
    const sent = { headers: { sudo: 'nobody', 'content-type': 'application/json' }, body: '{}' }
    expect(here.as('root').send('POST', '/projects/1/milestones', sent).status).toBe(404)
  })

  test('for a blocked user', () => {
    expect(here.as('root').send('GET', '/user', { headers: { sudo: 'frank' } })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - Your account has been blocked.' },
    })
  })
})

test('an empty name means nobody else', () => {
  expect(here.as('alice').send('GET', '/user?sudo=', { headers: { sudo: '' } }).json.username).toBe('alice')
})

test('an OAuth token of an administrator may act as another user', () => {
  const token = here.sim.world.tokens.find('byValue', 'alice-oauth-token') as Token
  here.sim.world.tokens.insert({
    ...token,
    id: 9000,
    value: 'root-oauth',
    userId: 1,
    scopes: ['api', 'sudo'],
  })
  const headers = { authorization: 'Bearer root-oauth', sudo: 'carol' }
  expect(here.as().send('GET', '/user', { headers }).json.username).toBe('carol')
})
