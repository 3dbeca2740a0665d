import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import bunzip from 'seek-bzip'
import { describe, expect, test } from 'vitest'
import { unbase64 } from '../../lib/bytes.ts'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'
import { plant, special } from './testing/planted.ts'

// The clock is frozen: otherwise auto-merges of the demo world would change its repositories.
const seeded = testSimulator({ clock: 'frozen' })
const carol = callsOf(seeded.fork(), 'carol')
const webapp = '/projects/1/repository'
const head = carol.get(`${webapp}/branches/main`).json.commit.id as string

const fileName = (headers: { readonly [name: string]: string }) =>
  /^attachment; filename="(.*)"$/.exec(headers['Content-Disposition'] ?? '')?.[1]

function bytesOf(calls: Calls, path: string): Uint8Array {
  const { status, body } = calls.get(path)
  expect(status, path).toBe(200)
  return body as Uint8Array
}

/** Paths and contents below the top folder, as the system's tar unpacks them. */
function unpacked(tar: Uint8Array): { [path: string]: string } {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-archive-'))
  try {
    execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar })
    const [top = ''] = readdirSync(folder)
    const all: { [path: string]: string } = {}
    for (const entry of readdirSync(join(folder, top), { recursive: true, withFileTypes: true })) {
      const place = join(entry.parentPath, entry.name)
      const path = relative(join(folder, top), place)
      if (entry.isSymbolicLink()) all[path] = `120000 ${readlinkSync(place, 'latin1')}`
      else if (entry.isFile())
        all[path] =
          `${(lstatSync(place).mode & 0o100) === 0 ? '100644' : '100755'} ${readFileSync(place, 'latin1')}`
    }
    return all
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The same, as tree and blobs tell it. */
function listed(calls: Calls, repository: string): { [path: string]: string } {
  const tree = calls.get(`${repository}/tree?recursive=true&per_page=100`).json
  const blobs = tree.filter(({ type }: { type: string }) => type === 'blob')
  return Object.fromEntries(
    blobs.map(({ path, mode, id }: { path: string; mode: string; id: string }) => {
      const { content } = calls.get(`${repository}/blobs/${id}`).json
      return [path, `${mode} ${Buffer.from(unbase64(content)).toString('latin1')}`]
    }),
  )
}

describe('formats', () => {
  test.each([
    ['', 'tar.gz'],
    ['.tar.gz', 'tar.gz'],
    ['.tgz', 'tar.gz'],
    ['.gz', 'tar.gz'],
    ['.tar', 'tar'],
    ['.tar.bz2', 'tar.bz2'],
    ['.tbz', 'tar.bz2'],
    ['.tbz2', 'tar.bz2'],
    ['.tb2', 'tar.bz2'],
    ['.bz2', 'tar.bz2'],
    ['.zip', 'zip'],
  ])('archive%s is a %s of everything that tree and blobs show', (ending, format) => {
    const { status, headers, body } = carol.get(`${webapp}/archive${ending}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'Content-Type': format === 'zip' ? 'application/zip' : 'application/octet-stream',
      'Content-Disposition': `attachment; filename="webapp-main-${head}.${format}"`,
      'Content-Transfer-Encoding': 'binary',
    })
    const bytes = body as Uint8Array
    if (format === 'zip') return expect(zipped(bytes)).toEqual(contents())
    const tar =
      format === 'tar' ? bytes : format === 'tar.gz' ? gunzipSync(bytes) : bunzip.decode(Buffer.from(bytes))
    expect(unpacked(tar)).toEqual(listed(carol, webapp))
  })

  const contents = () =>
    Object.fromEntries(
      Object.entries(listed(carol, webapp)).map(([path, file]) => [
        `webapp-main-${head}/${path}`,
        file.slice('100644 '.length),
      ]),
    )
  const zipped = (bytes: Uint8Array) =>
    Object.fromEntries(
      Object.entries(unzipSync(bytes))
        .filter(([name]) => !name.endsWith('/'))
        .map(([name, content]) => [name, Buffer.from(content).toString('latin1')]),
    )

  test.each(['.rar', '.7z', '.tar.xz', '.ZIP', '.zip.zip', '.', '.tar.'])(
    'archive%s is no route',
    (ending) => {
      const { status, json } = carol.get(`${webapp}/archive${ending}`)
      expect([status, json]).toEqual([404, { error: '404 Not Found' }])
    },
  )

  test('a format in the query is refused like any other than JSON', () => {
    const { status, json } = carol.get(`${webapp}/archive?format=zip`)
    expect([status, json]).toEqual([406, { error: "The requested format 'zip' is not supported." }])
  })

  test('other verbs find the path as well', () => {
    const { status, headers } = carol.post(`${webapp}/archive.tar.gz`)
    expect([status, headers.Allow]).toEqual([405, 'OPTIONS, GET, HEAD'])
  })

  test('HEAD sends the headers without the archive', () => {
    const { status, headers, body } = carol.head(`${webapp}/archive.zip`)
    expect([status, headers['Content-Type'], body]).toEqual([200, 'application/zip', null])
  })
})

describe('bytes', () => {
  test('are the same for the same commit, whoever asks, whenever and however it is named', () => {
    const other = testSimulator({ clock: 'frozen', start: '2031-05-06T07:08:09Z' })
    for (const ending of ['', '.tar', '.tar.bz2', '.zip']) {
      const path = `/projects/acme%2Fwebapp/repository/archive${ending}?sha=main`
      const [first, second] = [
        bytesOf(carol, `${webapp}/archive${ending}`),
        bytesOf(callsOf(other, 'bob'), path),
      ]
      expect(Buffer.compare(first, second)).toBe(0)
    }
  })

  test('carry the time of the commit, and no time in the header of gzip', () => {
    const { committed_date } = carol.get(`${webapp}/commits/${head}`).json
    const packed = bytesOf(carol, `${webapp}/archive`)
    expect([...packed.subarray(4, 8)]).toEqual([0, 0, 0, 0])
    const mtime = gunzipSync(packed).toString('latin1', 1024 + 136, 1024 + 147)
    expect(Number.parseInt(mtime, 8) * 1000).toBe(Date.parse(committed_date))
  })

  test('name the commit as archives of git do', () => {
    const told = execFileSync('git', ['get-tar-commit-id'], {
      input: bytesOf(carol, `${webapp}/archive.tar`),
    })
    expect(told.toString()).toBe(`${head}\n`)
  })
})

describe('the name of file and top folder', () => {
  const simulator = seeded.fork()
  const at = plant(simulator, 'named')
  const commit = at.commit('main', { 'docs/a b/ü.md': 'x', 'docs-1/y': 'y', 'evil"\n/z': 'z' })
  at.refs.set('refs/heads/feature/a/b', commit)
  at.refs.set('refs/tags/v1/0', commit)
  const calls = callsOf(simulator)
  const named = (query: string) => {
    const { headers, body } = calls.get(`${at.path}/archive.tar${query}`)
    const top = Buffer.from(body as Uint8Array)
      .toString('utf8', 1024, 1124)
      .replace(/\0.*$/s, '')
    return { file: fileName(headers), top }
  }

  test.each([
    ['', `named-main-${commit}`],
    ['?sha=main', `named-main-${commit}`],
    ['?sha=feature/a/b', `named-feature-a-b-${commit}`],
    ['?sha=refs/heads/feature/a/b', `named-feature-a-b-${commit}`],
    ['?sha=refs/tags/v1/0', `named-v1-0-${commit}`],
    [`?sha=${commit}`, `named-${commit}-${commit}`],
    [`?sha=${commit.slice(0, 8)}`, `named-${commit.slice(0, 8)}-${commit}`],
    ['?path=', `named-main-${commit}`],
    ['?path=docs/a%20b', `named-main-${commit}-docs-a b`],
    ['?path=/docs-1/', `named-main-${commit}-docs-1`],
  ])('of %j is %s', (query, name) => {
    expect(named(query)).toEqual({ file: `${name}.tar`, top: `${name}/` })
  })

  test('stays within its header, whatever the path holds', () => {
    const { status, headers } = calls.get(`${at.path}/archive?path=${encodeURIComponent('evil"\n')}`)
    expect([status, fileName(headers)]).toEqual([200, `named-main-${commit}-evil__.tar.gz`])
  })
})

describe('what is in it', () => {
  const simulator = seeded.fork()
  const at = plant(simulator, 'kinds')
  const before = at.commit('main', { old: 'old' })
  at.commit(
    'main',
    {
      'run.sh': special('100755', '#!/bin/sh\n'),
      link: special('120000', 'docs/deep/a'),
      'docs/deep/a': 'a',
      'docs/b': 'b',
      'docs.txt': 'c',
      'vendor/lib': special('160000', '0123456789012345678901234567890123456789'),
    },
    [before],
  )
  const calls = callsOf(simulator)
  const held = (query: string) => unpacked(bytesOf(calls, `${at.path}/archive.tar${query}`))

  test('keeps modes and symbolic links', () => {
    expect(held('')).toEqual({
      'run.sh': '100755 #!/bin/sh\n',
      link: '120000 docs/deep/a',
      'docs/deep/a': '100644 a',
      'docs/b': '100644 b',
      'docs.txt': '100644 c',
    })
  })

  test('is only what lies at the path, under its whole path', () => {
    expect(Object.keys(held('?path=docs')).sort()).toEqual(['docs/b', 'docs/deep/a'])
    expect(Object.keys(held('?path=docs/deep'))).toEqual(['docs/deep/a'])
    expect(held('?path=docs.txt')).toEqual({ 'docs.txt': '100644 c' })
  })

  test('is of the commit that was asked for', () => {
    expect(held(`?sha=${before}`)).toEqual({ old: '100644 old' })
  })

  test.each([
    '?sha=missing',
    '?sha=',
    `?sha=${'0'.repeat(40)}`,
    '?path=missing',
    '?path=../docs',
    '?path=doc*',
  ])('%s is not found', (query) => {
    const { status, json } = calls.get(`${at.path}/archive.zip${query}`)
    expect([status, json]).toEqual([404, { message: '404 File Not Found' }])
  })

  test('is never what another repository holds', () => {
    const root = callsOf(simulator, 'root')
    const secret = root.get('/projects/8/repository/commits').json[0].id
    expect(calls.get(`${at.path}/archive?sha=${secret}`).status).toBe(404)
  })

  test('is nothing in an empty repository: not found', () => {
    const { status, json } = callsOf(seeded.fork(), 'carol').get('/projects/6/repository/archive')
    expect([status, json]).toEqual([404, { message: '404 File Not Found' }])
  })
})

describe('rights', () => {
  test.each([
    ['nobody, of a public project', undefined, 3, 200, undefined],
    ['nobody, of an internal project', undefined, 2, 404, '404 Project Not Found'],
    ['a user, of an internal project', 'mallory', 2, 200, undefined],
    ['a user, of a private project', 'mallory', 1, 404, '404 Project Not Found'],
    ['a guest of a private project', 'erin', 1, 403, '403 Forbidden'],
    ['a reporter of a private project', 'dave', 1, 200, undefined],
    ['anybody, of an archived public project', undefined, 7, 200, undefined],
  ] as const)('%s', (_who, user, project, status, message) => {
    const reply = callsOf(seeded.fork(), user).get(`/projects/${project}/repository/archive`)
    expect([reply.status, reply.json?.message]).toEqual([status, message])
  })
})

describe('the rate limit', () => {
  const tooMany = {
    message: { error: 'This archive has been requested too many times. Try again later.' },
  }

  test('lets five a minute in for each user and project, and more in the next minute', () => {
    const simulator = testSimulator({ rateLimits: true, clock: 'frozen' })
    const [dave, bob] = [callsOf(simulator, 'dave'), callsOf(simulator, 'bob')]
    for (const ending of ['', '.zip', '.tar', '.tar.gz', '.tar'])
      expect(dave.get(`${webapp}/archive${ending}?path=README.md`).status).toBe(200)
    const refused = dave.get('/projects/acme%2Fwebapp/repository/archive.tar')
    expect([refused.status, refused.json]).toEqual([429, tooMany])
    expect(dave.get('/projects/2/repository/archive').status).toBe(200)
    expect(bob.get(`${webapp}/archive.tar`).status).toBe(200)
    simulator.clock.advance('60s')
    expect(dave.get(`${webapp}/archive.tar`).status).toBe(200)
  })

  test('counts only requests that may be made', () => {
    const simulator = testSimulator({ rateLimits: true, clock: 'frozen' })
    for (let i = 0; i < 7; i++) expect(callsOf(simulator, 'erin').get(`${webapp}/archive`).status).toBe(403)
  })

  test('lets a hundred a minute in for whoever is not known', () => {
    const simulator = testSimulator({ rateLimits: true, clock: 'frozen' })
    const calls = callsOf(simulator)
    const ask = () => calls.get('/projects/3/repository/archive.tar').status
    for (let i = 0; i < 100; i++) expect(ask()).toBe(200)
    expect(ask()).toBe(429)
  })

  test('is off unless asked for', () => {
    for (let i = 0; i < 7; i++) bytesOf(carol, `${webapp}/archive.tar?path=README.md`)
  })
})

describe('for pages', () => {
  const archive = (dialect: 'specification' | 'real', headers: { readonly [name: string]: string }) =>
    callsOf(testSimulator({ dialect }), 'carol').send('GET', `${webapp}/archive`, { headers }).status

  test.each<[string, { readonly [name: string]: string }, number]>([
    ['a fetch', { 'sec-fetch-mode': 'cors' }, 406],
    ['a script', { 'sec-fetch-mode': 'no-cors' }, 406],
    ['a socket', { 'sec-fetch-mode': 'websocket' }, 406],
    ['a picture', { accept: 'image/webp,image/png,*/*;q=0.8' }, 406],
    ['a style sheet', { accept: '*/*;q=0.1,text/css' }, 406],
    ['a link', { 'sec-fetch-mode': 'navigate', accept: 'text/html,image/png' }, 200],
    ['its own fetch', { 'sec-fetch-mode': 'same-origin', accept: '*/*' }, 200],
    ['a picture of another kind', { accept: 'image/gif' }, 200],
  ])('%s', (_, headers, status) => {
    expect([archive('real', headers), archive('specification', headers)]).toEqual([status, 200])
  })
})
