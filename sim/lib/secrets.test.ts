import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSecretName, REDACTED, redactedTarget, withoutSecrets } from './secrets.ts'

const words = [
  'private_token',
  'job_token',
  'access_token',
  'client_secret',
  'auth_password',
  'api_key',
  'webhook',
]
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll('_', '-'),
  (name) => name.toUpperCase(),
  (name) => `${name}[]`,
  (name) => `hook[${name}]`,
  (name) => `${name}[0][inner]`,
  (name) => name.replace(/_./g, (two) => two.slice(1).toUpperCase()),
]
const secretName = fc
  .tuple(fc.constantFrom(...words), fc.constantFrom(...spellings))
  .map(([word, spelt]) => spelt(word))

describe('a name tells of a secret', () => {
  test('in every spelling', () => {
    fc.assert(fc.property(secretName, (name) => isSecretName(name)))
  })

  test.each(['key', 'page_token', 'value', 'token_id', 'variables[][key]', 'build_key', 'search'])(
    'but %s does not',
    (name) => expect(isSecretName(name)).toBe(false),
  )

  test.each(['variables[][value]', 'variables[DEPLOY]', 'code', 'code_verifier'])('%s does', (name) =>
    expect(isSecretName(name)).toBe(true),
  )
})

// Wherever a credential can stand in a target or a text; `C` is the credential, a name of its own before it.
const places: readonly ((name: string, canary: string) => string)[] = [
  (name, canary) => `/api/v4/projects?page=2&${name}=${canary}&per_page=3`,
  (name, canary) => `/api/v4/projects?${encodeURIComponent(name)}=${canary}`,
  (_, canary) => `/api/v4/projects/1/variables/KEY?value=${canary}`,
  (_, canary) => `/api/v4/projects/1/trigger/pipeline?variables%5BDEPLOY%5D=${canary}`,
  (_, canary) => `/api/v4/projects?import_url=https://user:${canary}@host.test/x.git`,
  (_, canary) => `/api/v4/projects?import_url=${encodeURIComponent(`https://${canary}@host.test/x.git`)}`,
  (name, canary) => `/api/v4/x?body=${encodeURIComponent(JSON.stringify({ [name]: canary }))}`,
  (_, canary) => `/api/v4/projects?search=glpat-${canary}`,
  (_, canary) => `/api/v4/projects/glpat-${canary}`,
  (_, canary) => `http://user:${canary}@127.0.0.1/api/v4/projects?page=1`,
]

test('a target shows no credential, wherever it stands, and keeps the rest', () => {
  const canary = fc.stringMatching(/^[a-zA-Z0-9]{20}$/)
  fc.assert(
    fc.property(secretName, canary, fc.constantFrom(...places), (name, secret, place) => {
      const shown = redactedTarget(place(name, secret))
      expect(shown).not.toContain(secret)
      expect(decodeURIComponent(shown)).toContain(REDACTED)
    }),
  )
  expect(redactedTarget('/api/v4/projects?search=a+b&per_page=2&q=%C3%A9')).toBe(
    '/api/v4/projects?search=a+b&per_page=2&q=%C3%A9',
  )
})

test('a text shows none, in JSON, in a form, in a header', () => {
  const canary = 'c4n4ry'
  for (const text of [
    `{"name":"a","token":"${canary}"}`,
    `{"private-token" : "${canary}\\"${canary}"}`,
    `name=a&password=${canary}&x=1`,
    `Private-Token: ${canary}`,
    `authorization: Bearer ${canary}`,
    `cookie: _session=${canary}; other=${canary}`,
  ])
    expect(withoutSecrets(text)).not.toContain(canary)
  expect(withoutSecrets('{"name":"a","title":"b"} a=b')).toBe('{"name":"a","title":"b"} a=b')
})

test('a text of a megabyte takes as many steps as it is long, not its square', () => {
  for (const bit of ['"', 'a', 'a=', '-token', '\\', 'gl-', 'eyJ-', 'eyJa.', 'a://', '"a":"'])
    expect(withoutSecrets(bit.repeat(1_000_000 / bit.length)).length).toBeGreaterThan(0)
})
