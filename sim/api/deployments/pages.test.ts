import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const DOMAINS = '/projects/1/pages/domains'

const names = [
  { name: 'countryName', value: 'DE' },
  { name: 'commonName', value: 'www.example.org' },
]

async function pair(keyType: 'ec' | 'rsa', from = '2023-06-01', until = '2024-03-01') {
  const { cert, private: key } = await generate(names, {
    keyType,
    ...(keyType === 'ec' && { curve: 'P-256' as const }),
    algorithm: 'sha256',
    notBeforeDate: new Date(from),
    notAfterDate: new Date(until),
  })
  return { certificate: cert, key }
}

test.each(['ec', 'rsa'] as const)('a certificate of a domain is read (%s), and expires', async (kind) => {
  const root = here.as('root')
  const given = await pair(kind)
  const made = root.post(DOMAINS, { domain: 'www.example.org', ...given })
  const { certificate, url } = made.json
  expect([made.status, url]).toEqual([201, 'https://www.example.org'])
  expect(certificate).toMatchObject({
    subject: '/C=DE/CN=www.example.org',
    expired: false,
    certificate: given.certificate,
    certificate_text: expect.stringContaining('Not After : Mar  1 00:00:00 2024 GMT'),
  })
  const listed = () => root.get('/pages/domains').json[0]
  expect(listed()).toMatchObject({
    project_id: 1,
    certificate_expiration: { expired: false, expiration: '2024-03-01T00:00:00.000Z' },
  })
  expect(listed()).not.toHaveProperty('certificate')
  here.sim.clock.advance('100d')
  expect(listed().certificate_expiration.expired).toBe(true)
  expect(root.get(`${DOMAINS}/www.example.org`).json.certificate.expired).toBe(true)
})

test('a certificate and a key that do not belong together are refused', async () => {
  const root = here.as('root')
  const [one, other, rsa] = [await pair('ec'), await pair('ec'), await pair('rsa')]
  const refused = (given: object) => {
    const { status, json } = root.post(DOMAINS, { domain: 'www.example.org', ...given })
    expect(status).toBe(400)
    return json.message
  }
  const mismatch = "doesn't match the certificate"
  for (const { key } of [other, rsa])
    expect(refused({ certificate: one.certificate, key })).toEqual({ key: [mismatch] })
  expect(refused({ certificate: one.certificate })).toEqual({ key: [mismatch] })
  expect(refused({ key: one.key })).toEqual({ key: [mismatch] })
  expect(refused({ certificate: 'x', key: 'y' })).toEqual({
    certificate: ['must be a valid PEM certificate'],
    key: ['must be a valid PEM private key', mismatch],
  })
  expect(root.post(DOMAINS, { domain: 'www.example.org' }).status).toBe(201)
  expect(root.put(`${DOMAINS}/www.example.org`, one).json.certificate.subject).toContain('www.example.org')
  const removed = root.put(`${DOMAINS}/www.example.org`, { certificate: null, key: null })
  expect(removed.json).not.toHaveProperty('certificate')
})
