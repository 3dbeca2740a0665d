import { expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import { testSimulator } from '../testing/calls.ts'
import type { GitService } from './target.ts'

const simulator = testSimulator()
const DENIED = 'HTTP Basic: Access denied.'
const UNKNOWN = 'The project you were looking for could not be found'

function ask(path: string, service: GitService, password?: string, user = 'oauth2') {
  const authorization =
    password === undefined ? {} : { authorization: `Basic ${btoa(`${user}:${password}`)}` }
  const url = `/${path}.git/info/refs?service=${service}`
  const { status, body, headers } = simulator.handle({ method: 'GET', url, headers: authorization })
  const text = typeof body === 'string' ? body : ''
  return { status, text, challenge: headers['WWW-Authenticate'] }
}

test.each([
  ['a public project, by anybody', 'acme/handbook', undefined, 200, ''],
  ['a private one, by nobody', 'acme/webapp', undefined, 401, DENIED],
  ['one that does not exist, by nobody', 'acme/nothing', undefined, 401, DENIED],
  ['one that does not exist', 'acme/nothing', 'alice-token', 404, UNKNOWN],
  ['an internal one, by a stranger who is signed in', 'acme/platform/api', 'mallory-token', 200, ''],
  ['a private one, by a stranger', 'acme/webapp', 'mallory-token', 404, UNKNOWN],
  ['by a guest', 'acme/webapp', 'erin-token', 403, 'You are not allowed to download code from this project.'],
  ['by a reporter', 'acme/webapp', 'dave-token', 200, ''],
  [
    'with a token that reads the API',
    'acme/webapp',
    'alice-read-token',
    403,
    'not allowed to download code.',
  ],
  ['with an expired token', 'acme/webapp', 'alice-expired-token', 401, DENIED],
  ['with a revoked token', 'acme/handbook', 'alice-revoked-token', 401, DENIED],
  ['with a token that is none', 'acme/handbook', 'wrong', 401, DENIED],
  ['with the token of a blocked user', 'acme/webapp', 'frank-token', 401, DENIED],
  ['with a session', 'acme/webapp', 'alice-session', 401, DENIED],
  ['with an OAuth token', 'acme/webapp', 'alice-oauth-token', 200, ''],
  ['with a project token', 'acme/webapp', 'acme-webapp-bot-token', 200, ''],
  ['with a group token', 'acme/webapp', 'acme-bot-token', 200, ''],
  ['with a deploy token', 'acme/webapp', 'acme-webapp-deploy-token', 200, ''],
  ['with a deploy token of another project', 'acme/empty', 'acme-webapp-deploy-token', 404, UNKNOWN],
  ['with a job token', 'acme/webapp', 'acme-webapp-job-token', 200, ''],
  ['with a job token of another project', 'acme/empty', 'acme-webapp-job-token', 404, UNKNOWN],
])('fetching %s', (_, path, token, status, text) => {
  const reply = ask(path, 'git-upload-pack', token, token?.includes('job') ? 'gitlab-ci-token' : undefined)
  expect(reply).toEqual({
    status,
    text: expect.stringContaining(text),
    challenge: status === 401 ? 'Basic realm="GitLab"' : undefined,
  })
})

test.each([
  ['to a public project, by nobody', 'acme/handbook', undefined, 401, DENIED],
  ['by a developer', 'acme/webapp', 'carol-token', 200, ''],
  ['by a reporter', 'acme/webapp', 'dave-token', 403, 'You are not allowed to push code to this project.'],
  ['by a stranger', 'acme/webapp', 'mallory-token', 404, UNKNOWN],
  ['with a job token', 'acme/webapp', 'acme-webapp-job-token', 403, 'You are not allowed to upload code.'],
  ['with a deploy token', 'acme/webapp', 'acme-webapp-deploy-token', 403, 'not allowed to upload code.'],
  [
    'to an archived project',
    'acme/archived',
    'alice-token',
    403,
    'not allowed to push code to this project.',
  ],
])('pushing %s', (_, path, token, status, text) => {
  const reply = ask(path, 'git-receive-pack', token)
  expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(text)])
})

test('scopes of tokens: reading a repository is not writing it', () => {
  const { world } = simulator
  const token = world.tokens.find('byValue', 'carol-token')
  if (token === undefined) throw new Error('no token')
  world.tokens.update(token.id, { scopes: ['read_repository'] })
  expect(ask('acme/webapp', 'git-upload-pack', 'carol-token').status).toBe(200)
  expect(ask('acme/webapp', 'git-receive-pack', 'carol-token').status).toBe(403)
  world.tokens.update(token.id, { scopes: ['write_repository'] })
  expect(ask('acme/webapp', 'git-receive-pack', 'carol-token').status).toBe(200)
})

test.each([
  'Basic',
  'Basic ====',
  'Basic YQ',
  'Basic Y',
  'Bearer alice-token',
  `Basic ${'A'.repeat(9000)}`,
  'Basic \u00ff\u00fe',
])('credentials of another shape prove nothing: %s', (authorization) => {
  const url = '/acme/handbook.git/info/refs?service=git-upload-pack'
  expect(simulator.handle({ method: 'GET', url, headers: { authorization } }).status).toBe(401)
})

test('what no git client sends is a page that is not there', () => {
  for (const url of ['/acme/webapp.git/info/refs', '/acme/webapp.git/HEAD', '/acme/%ff.git/git-upload-pack'])
    expect(simulator.handle({ method: 'GET', url, headers: {} }).status).toBe(404)
})

test('a compressed body is read, a broken or an immense one refused', () => {
  const url = '/acme/handbook.git/git-upload-pack'
  const send = (body: Uint8Array) =>
    simulator.handle({ method: 'POST', url, headers: { 'content-encoding': 'gzip' }, body }).body
  expect(String.fromCharCode(...(send(utf8('no gzip')) as Uint8Array))).toContain('ERR request is not gzip')
})
