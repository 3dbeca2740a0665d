import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text, unbase64 } from '../../lib/bytes.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { nextPath, type Planted, plant, special } from './testing/planted.ts'

const seeded = testSimulator()
const submodule = '1234567890123456789012345678901234567890'
const files = {
  'a.txt': 'a\n',
  'b/deep/er.txt': 'er\n',
  'b/x.txt': 'x\n',
  'b.txt': 'b\n',
  'lib/engine': special('160000', submodule),
  run: special('100755', '#!/bin/sh\n'),
  latest: special('120000', 'a.txt'),
  'z/q.txt': 'q\n',
}

function planted(): { readonly at: Planted; list(query?: string): Listed; refusal(query: string): unknown } {
  const simulator = seeded.fork()
  const at = plant(simulator)
  at.commit('main', files)
  const get = (query = '') => callsOf(simulator).get(`${at.path}/tree${query}`)
  return {
    at,
    list: (query) => get(query).json,
    refusal: (query) => {
      const { status, json } = get(query)
      return [status, json]
    },
  }
}
type Listed = readonly { readonly path: string; readonly type: string; readonly id: string }[]
const paths = (entries: Listed) => entries.map(({ path }) => path)

/** All files and directories below a path, as they have to be listed. */
function below(files: readonly string[], path: string): string[] {
  const found = new Set<string>()
  for (const file of files)
    for (const parts = file.split('/'); parts.length > 0; parts.pop()) found.add(parts.join('/'))
  return [...found].filter((it) => path === '' || it.startsWith(`${path}/`)).sort()
}

describe('the entries of a directory', () => {
  test('are those of the commit that was asked for, whatever was read before', () => {
    const simulator = seeded.fork()
    const at = plant(simulator)
    const name = fc.constantFrom('a', 'b/c', 'b/d/e', 'f/c', 'f/d/e')
    const drawn = fc.uniqueArray(name, { minLength: 1 })
    const asked = fc.record({
      path: fc.constantFrom('', 'b', 'f', 'b/d'),
      recursive: fc.boolean(),
      size: fc.nat(4),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(drawn, asked), { minLength: 2, maxLength: 8 }), (steps) => {
        for (const [names, { path, recursive, size }] of steps) {
          const ref = at.commit('main', Object.fromEntries(names.map((it) => [it, it])))
          const query = `?ref=${ref}&path=${path}&recursive=${recursive}&per_page=${1 + size}`
          const listed: string[] = []
          for (let next: string | undefined = `${at.path}/tree${query}`; next; ) {
            const { json, headers } = callsOf(simulator).get(next)
            listed.push(...paths(json))
            next = nextPath(headers.Link)
          }
          const all = below(names, path)
          const depth = path === '' ? 1 : path.split('/').length + 1
          expect(listed.sort()).toEqual(recursive ? all : all.filter((it) => it.split('/').length === depth))
        }
      }),
      { seed: 5, numRuns: 15 },
    )
  })

  test('have an id, a name, a type, a path and a mode', () => {
    const { list } = planted()
    expect(list('?path=b&per_page=1')).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        name: 'deep',
        type: 'tree',
        path: 'b/deep',
        mode: '040000',
      },
    ])
    expect(list().filter(({ type }) => type !== 'tree')).toMatchObject([
      { name: 'a.txt', type: 'blob', path: 'a.txt', mode: '100644' },
      { name: 'b.txt', type: 'blob', path: 'b.txt', mode: '100644' },
      { name: 'latest', type: 'blob', path: 'latest', mode: '120000' },
      { name: 'run', type: 'blob', path: 'run', mode: '100755' },
    ])
    expect(list('?path=lib')).toEqual([
      { id: submodule, name: 'engine', type: 'commit', path: 'lib/engine', mode: '160000' },
    ])
  })

  test('come directories first, then files, then submodules', () => {
    const { at, list } = planted()
    at.commit('main', { ...files, aa: special('160000', submodule), 'zz.txt': '' })
    expect(paths(list())).toEqual(['b', 'lib', 'z', 'a.txt', 'b.txt', 'latest', 'run', 'zz.txt', 'aa'])
  })

  test('come all directories first in a recursive list, too', () => {
    expect(paths(planted().list('?recursive=true'))).toEqual([
      'b',
      'b/deep',
      'lib',
      'z',
      'a.txt',
      'b.txt',
      'b/deep/er.txt',
      'b/x.txt',
      'latest',
      'run',
      'z/q.txt',
      'lib/engine',
    ])
  })

  test('can be read from a directory on', () => {
    const { list } = planted()
    expect(paths(list('?path=b'))).toEqual(['b/deep', 'b/x.txt'])
    expect(paths(list('?path=b&recursive=1'))).toEqual(['b/deep', 'b/deep/er.txt', 'b/x.txt'])
    expect(paths(list('?path=b%2Fdeep'))).toEqual(['b/deep/er.txt'])
  })

  test.each(['b/', '/b', '/b/', 'b//'])('take slashes around the path %j for nothing', (path) => {
    expect(paths(planted().list(`?path=${encodeURIComponent(path)}`))).toEqual(['b/deep', 'b/x.txt'])
  })

  test.each(['', '/'])('are those of the root for the path %j', (path) => {
    const { list } = planted()
    expect(list(`?path=${encodeURIComponent(path)}`)).toEqual(list())
  })

  test.each(['nope', 'a.txt', 'b/nope', '..', '.', '../b', 'b/../b', 'lib/engine', 'B'])(
    'are none where %j is no directory',
    (path) => {
      expect(planted().list(`?path=${encodeURIComponent(path)}`)).toEqual([])
    },
  )

  test.each(['true', '1', 'false', '0'])('are recursive as %s says', (recursive) => {
    const deep = recursive === 'true' || recursive === '1'
    expect(planted().list(`?recursive=${recursive}`)).toHaveLength(deep ? 12 : 7)
  })

  test('have ids that lead to their content', () => {
    const simulator = seeded.fork()
    const carol = callsOf(simulator, 'carol')
    const tree: Listed = carol.get('/projects/1/repository/tree').json
    const { id = '' } = tree.find(({ path }) => path === 'README.md') ?? {}
    const blob = carol.get(`/projects/1/repository/blobs/${id}`).json
    expect(text(unbase64(blob.content))).toBe(
      text(carol.get('/projects/1/repository/files/README.md/raw?ref=main').body as Uint8Array),
    )
  })
})

describe('the reference', () => {
  test('is a branch, a tag, a commit or a short id, and the default branch unless said', () => {
    const { at, list } = planted()
    const other = at.commit('topic/one', { 'topic.txt': 'x' })
    at.refs.set('refs/tags/v1', other)
    for (const ref of [
      'topic%2Fone',
      'v1',
      other,
      other.toUpperCase(),
      other.slice(0, 8),
      'refs/heads/topic/one',
    ])
      expect(paths(list(`?ref=${ref}`))).toEqual(['topic.txt'])
    expect(paths(list('?ref=HEAD'))).toEqual(paths(list()))
  })

  test('follows annotated tags', () => {
    const { at, list } = planted()
    const object = at.commit('other', { 'tagged.txt': 'x' })
    const tagger = { name: 'Ada', email: 'ada@example.com', at: 0, offset: 0 }
    const tag = at.objects.put({
      type: 'tag',
      object,
      targetType: 'commit',
      name: 'v2',
      tagger,
      message: 'x\n',
    })
    at.refs.set('refs/tags/v2', tag)
    expect(paths(list('?ref=v2'))).toEqual(['tagged.txt'])
  })

  test('is the tag where a branch has the same name, as in git', () => {
    const { at, list } = planted()
    at.refs.set('refs/tags/twice', at.commit('elsewhere', { 'tag.txt': '' }))
    at.commit('twice', { 'branch.txt': '' })
    expect(paths(list('?ref=twice'))).toEqual(['tag.txt'])
    expect(paths(list('?ref=refs/heads/twice'))).toEqual(['branch.txt'])
  })

  test.each(['', 'nope', '-x', 'a b', 'main:a.txt', '..', 'main..other', 'f'.repeat(40), 'ffff'])(
    'that leads nowhere (%j) answers 404',
    (ref) => {
      expect(planted().refusal(`?ref=${encodeURIComponent(ref)}`)).toEqual([
        404,
        { message: '404 Tree Not Found' },
      ])
    },
  )

  test('leads nowhere in an empty repository', () => {
    const simulator = seeded.fork()
    const { status, json } = callsOf(simulator, 'carol').get('/projects/6/repository/tree')
    expect([status, json]).toEqual([404, { message: '404 Tree Not Found' }])
  })

  test('never leads into the repository of somebody else', () => {
    const simulator = seeded.fork()
    const at = plant(simulator)
    at.commit('main', files)
    const secret = callsOf(simulator, 'root').get('/projects/8/repository/branches').json[0].commit.id
    const anonymous = callsOf(simulator)
    for (const ref of [secret, secret.slice(0, 8), secret.slice(0, 4), `${secret}~0`])
      expect(anonymous.get(`${at.path}/tree?ref=${ref}`).json).toEqual({ message: '404 Tree Not Found' })
  })

  test('may be a commit that only a merge request keeps', () => {
    const simulator = seeded.fork()
    const alice = callsOf(simulator, 'alice')
    const actions = [{ action: 'create', file_path: 'kept.txt', content: 'x' }]
    const commit = { branch: 'gone', start_branch: 'main', commit_message: 'x', actions }
    const { id } = alice.post('/projects/1/repository/commits', commit).json
    alice.post('/projects/1/merge_requests', { source_branch: 'gone', target_branch: 'main', title: 'x' })
    alice.delete('/projects/1/repository/branches/gone')
    expect(alice.get(`/projects/1/repository/tree?ref=${id}`).status).toBe(200)
  })
})

describe('pages', () => {
  test('are counted by default, and any of them can be read', () => {
    const simulator = seeded.fork()
    const at = plant(simulator)
    at.commit('main', files)
    const reply = callsOf(simulator).get(`${at.path}/tree?recursive=true&per_page=5&page=2`)
    expect(reply.headers).toMatchObject({
      'X-Total': '12',
      'X-Total-Pages': '3',
      'X-Page': '2',
      'X-Next-Page': '3',
      'X-Prev-Page': '1',
    })
    expect(paths(reply.json)).toEqual(['b.txt', 'b/deep/er.txt', 'b/x.txt', 'latest', 'run'])
  })

  test('of the keyset kind have a link while they are full, and no counts', () => {
    const simulator = seeded.fork()
    const at = plant(simulator)
    at.commit('main', files)
    const anonymous = callsOf(simulator)
    const seen: string[] = []
    let next: string | undefined = `${at.path}/tree?recursive=true&per_page=4&pagination=keyset`
    let pages = 0
    while (next !== undefined) {
      const reply = anonymous.get(next)
      expect(reply.headers).not.toHaveProperty('X-Total')
      expect(reply.headers).not.toHaveProperty('X-Page')
      seen.push(...paths(reply.json))
      next = nextPath(reply.headers.Link)
      pages++
    }
    expect(seen).toEqual(paths(anonymous.get(`${at.path}/tree?recursive=true`).json))
    // Twelve entries: three full pages, then an empty one.
    expect(pages).toBe(4)
  })

  test('of the keyset kind repeat what was asked, and name the last entry by its id', () => {
    const simulator = seeded.fork()
    const at = plant(simulator)
    at.commit('main', files)
    const reply = callsOf(simulator).get(`${at.path}/tree?ref=main&per_page=2&pagination=keyset`)
    const link = new URL(/<(.*)>; rel="next"$/.exec(reply.headers.Link ?? '')?.[1] ?? '')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      id: String(at.id),
      page_token: reply.json[1].id,
      pagination: 'keyset',
      per_page: '2',
      recursive: 'false',
      ref: 'main',
    })
  })

  test('of the keyset kind leave nothing out where files are alike', () => {
    const simulator = seeded.fork()
    const at = plant(simulator)
    at.commit('main', Object.fromEntries([...'abcdefghi'].map((name) => [`${name}/same.txt`, 'same\n'])))
    const anonymous = callsOf(simulator)
    const seen: string[] = []
    let next: string | undefined = `${at.path}/tree?recursive=true&per_page=1&pagination=keyset`
    while (next !== undefined) {
      const reply = anonymous.get(next)
      seen.push(...paths(reply.json))
      next = nextPath(reply.headers.Link)
    }
    expect(seen).toEqual(
      [...'abcdefghi'].flatMap((name) => [name]).concat([...'abcdefghi'].map((n) => `${n}/same.txt`)),
    )
  })

  test('go on after an entry that is named by its id', () => {
    const { list } = planted()
    const [, second, ...others] = list('?recursive=true')
    expect(list(`?recursive=true&pagination=keyset&page_token=${second?.id}`)).toEqual(others)
    expect(list('?recursive=true&pagination=keyset&page_token=')).toHaveLength(12)
  })

  test.each(['nope', 'f'.repeat(40), 'path-', 'path-bm9wZQ'])('refuse the token %j', (token) => {
    expect(planted().refusal(`?pagination=keyset&page_token=${token}`)).toEqual([
      400,
      { message: '400 Bad request - page_token is invalid' },
    ])
  })

  test('look at a token only where it is asked for', () => {
    const { list } = planted()
    expect(list('?page_token=nope')).toEqual(list())
    expect(list('?page_token=nope&pagination=legacy')).toEqual(list())
  })

  test('are of no other kind', () => {
    expect(planted().refusal('?pagination=none')).toEqual([
      400,
      { error: 'pagination does not have a valid value' },
    ])
    expect(planted().refusal('?recursive=maybe&per_page=0')).toEqual([
      400,
      { error: 'recursive is invalid, per_page has a value not allowed' },
    ])
  })
})
