import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text, utf8 } from '../lib/bytes.ts'
import { perTest } from '../testing/per-test.ts'

const here = perTest()

function visit(path: string, headers: { readonly [name: string]: string } = {}, method = 'GET') {
  const { status, headers: told, body } = here.sim.handle({ method, url: path, headers })
  const bytes = typeof body === 'string' ? utf8(body) : (body ?? new Uint8Array())
  return {
    status,
    headers: told,
    bytes,
    name: /filename="(.*?)"/.exec(told['Content-Disposition'] ?? '')?.[1],
  }
}
const token = (user: string) => ({ 'private-token': `${user}-token` })

describe('archives', () => {
  test('are behind every address that a release gives', () => {
    const release = here.as('bob').post('/projects/1/releases', { tag_name: 'v1.0.0' }).json
    const formats = release.assets.sources.map(({ format, url }: { format: string; url: string }) => {
      const { status, name, bytes } = visit(new URL(url).pathname, token('dave'))
      expect([status, name, bytes.length > 1000]).toEqual([200, url.replace(/^.*\//, ''), true])
      return format
    })
    expect(formats).toEqual(['zip', 'tar.gz', 'tar.bz2', 'tar'])
  })

  test('are those of the API, under a shorter name where the address has it', () => {
    const api = here.as('dave').get('/projects/1/repository/archive.tar.gz?sha=v1.0.0')
    const long = visit('/acme/webapp/-/archive/v1.0.0.tar.gz', token('dave'))
    expect(Buffer.compare(long.bytes, api.body as Uint8Array)).toBe(0)
    expect(visit('/acme/webapp/-/archive/v1.0.0/webapp-v1.0.0.tar.gz', token('dave')).name).toBe(
      'webapp-v1.0.0.tar.gz',
    )
    const commit = here.as('dave').get('/projects/1/repository/commits/main').json.id
    expect(visit(`/acme/webapp/-/archive/${commit}.zip`, token('dave')).name).toBe(`webapp-${commit}.zip`)
    expect(visit('/acme/webapp/-/archive/main/anything.tar?path=docs', token('dave')).name).toBe(
      `webapp-main-${commit}-docs.tar`,
    )
  })

  test('are found at the addresses of earlier releases of the service', () => {
    const now = visit('/acme/handbook/-/archive/main.tar.gz').bytes
    for (const old of [
      'repository/archive.tar.gz?ref=main',
      'repository/main/archive.tar.gz',
      'repository/archive.tar.gz',
    ])
      expect([old, Buffer.compare(visit(`/acme/handbook/${old}`).bytes, now)]).toEqual([old, 0])
  })

  test('take names with slashes and dots', () => {
    const branch = { branch: 'release/1.2', ref: 'main' }
    here.as('bob').post('/projects/1/repository/branches', branch)
    for (const path of ['release/1.2/webapp-release-1.2.zip', 'release%2F1.2/webapp-release-1.2.zip'])
      expect(visit(`/acme/webapp/-/archive/${path}`, token('dave')).name).toBe('webapp-release-1.2.zip')
  })

  test('are told apart by an entity tag, also for HEAD', () => {
    const first = visit('/acme/handbook/-/archive/main.zip', {}, 'HEAD')
    expect([first.status, first.bytes.length, Number(first.headers['Content-Length']) > 1000]).toEqual([
      200,
      0,
      true,
    ])
    const etag = first.headers.ETag ?? ''
    expect(visit('/acme/handbook/-/archive/main.zip', { 'if-none-match': etag }).status).toBe(304)
    expect(visit('/acme/handbook/-/archive/main.tar', { 'if-none-match': etag }).status).toBe(200)
  })

  test.each(['nothing.zip', 'main.rar', 'main.zip?path=nothing', 'main', '.zip'])(
    'of %s is nothing',
    (path) => {
      expect(visit(`/acme/handbook/-/archive/${path}`, token('dave')).status).toBe(404)
    },
  )
})

describe('raw files', () => {
  test('are what the API sends', () => {
    const api = here.as('dave').get('/projects/1/repository/files/README.md/raw?ref=main')
    const { status, bytes, headers } = visit('/acme/webapp/-/raw/main/README.md', token('dave'))
    expect([status, text(bytes), headers['Content-Type']]).toEqual([
      200,
      text(api.body as Uint8Array),
      'text/plain; charset=utf-8',
    ])
  })

  test('are those of the longest reference', () => {
    const calls = here.as('carol')
    calls.post('/projects/1/repository/branches', { branch: 'docs/next', ref: 'main' })
    calls.post('/projects/1/repository/files/of%2Fnext', {
      branch: 'docs/next',
      commit_message: 'Add',
      content: 'it',
    })
    expect(text(visit('/acme/webapp/-/raw/docs/next/of/next', token('dave')).bytes)).toBe('it')
    expect(visit('/acme/webapp/-/raw/docs/next/nothing', token('dave')).status).toBe(404)
  })
})

test.each([
  ['nobody, of a public project', {}, 'acme/handbook', 200],
  ['nobody, of a private one', {}, 'acme/webapp', 302],
  ['nobody, of none', {}, 'acme/nothing', 302],
  ['a token that is none, of a private project', token('wrong'), 'acme/webapp', 302],
  ['an expired token', token('alice-expired'), 'acme/webapp', 302],
  ['a token that only reads', token('alice-read'), 'acme/webapp', 200],
  ['a bearer', { authorization: 'Bearer dave-token' }, 'acme/webapp', 200],
  ['a session', { cookie: '_service_session=alice-session' }, 'acme/webapp', 200],
  ['a guest', token('erin'), 'acme/webapp', 404],
  ['a stranger', token('mallory'), 'acme/webapp', 404],
  ['a blocked user', token('frank'), 'acme/webapp', 302],
  ['a job', { 'job-token': 'acme-webapp-job-token' }, 'acme/webapp', 302],
])('%s', (_, headers, project, status) => {
  for (const path of ['-/archive/main.tar.gz', '-/raw/main/README.md'])
    expect(visit(`/${project}/${path}`, headers).status).toBe(status)
})

test('whatever is asked for is answered, and changes nothing', () => {
  const part = fc.oneof(
    fc.constantFrom('main', 'acme', 'webapp', '..', '%2e%2e', '%', '%00', '', 'a.zip', '-'),
    fc.webSegment(),
  )
  const path = fc.tuple(
    fc.array(part, { maxLength: 4 }),
    fc.constantFrom('archive', 'raw'),
    fc.array(part, { maxLength: 6 }),
  )
  fc.assert(
    fc.property(path, ([before, page, rest]) => {
      here.sim.world.changes.take()
      const { status } = visit(`/${before.join('/')}/-/${page}/${rest.join('/')}`, token('dave'))
      expect([200, 302, 404]).toContain(status)
      expect(here.sim.world.changes.isEmpty).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('downloads are in the journal, and take no time', () => {
  const before = here.sim.now()
  visit('/acme/handbook/-/raw/main/README.md', token('dave'))
  expect(here.sim.now()).toBe(before)
  const [last] = [...here.sim.journal.entries()].slice(-1)
  expect(last).toMatchObject({ path: '/acme/handbook/-/raw/main/README.md', status: 200, user: 'dave' })
})
