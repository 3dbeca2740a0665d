import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GitObject, memoryObjects } from '../git/objects.ts'
import { encodePack } from '../git/pack/pack.ts'
import { DELIMITER, FLUSH, pktLine } from '../git/pack/pkt-line.ts'
import { binary, concat, unhex, utf8 } from '../lib/bytes.ts'
import { sha1Hex } from '../lib/hash.ts'
import { objectsOf, repositoryOf } from '../model/repository/repository.ts'
import { testSimulator } from '../testing/calls.ts'
import { standing, writtenSince } from '../testing/worlds.ts'

const simulator = testSimulator()
const { world } = simulator
const NONE = '0'.repeat(40)
const who = { name: 'Mallory', email: 'm@example.com', at: 1_700_000_000_000, offset: 0 }
const before = standing(world)

/** Mallory's own project is a public one that she may push to; the secrets are in a private one. */
const own = world.projects.find('byFullPath', 'alice/dotfiles')
const secret = world.projects.find('byFullPath', 'acme/webapp')
if (own === undefined || secret === undefined) throw new Error('the demo world is another one')
const secretHead = repositoryOf(world, secret).refs.get('refs/heads/main') as string

function post(service: string, body: Uint8Array, headers: { readonly [name: string]: string } = {}) {
  const authorization = `Basic ${btoa('any:alice-token')}`
  const url = `/alice/dotfiles.git/git-${service}`
  const reply = simulator.handle({ method: 'POST', url, headers: { authorization, ...headers }, body })
  const said = typeof reply.body === 'string' ? reply.body : binary(reply.body ?? new Uint8Array())
  return { status: reply.status, said }
}

function push(pack: Uint8Array, to: string, name = 'refs/heads/hostile', from = NONE) {
  return post('receive-pack', concat(pktLine(`${from} ${to} ${name}\0report-status`), FLUSH, pack)).said
}

function packOf(make: (put: (object: GitObject) => string) => string) {
  const objects = memoryObjects()
  const ids: string[] = []
  const tip = make((object) => {
    const id = objects.put(object)
    ids.push(id)
    return id
  })
  return { pack: encodePack(objects, ids), tip }
}

const commit = (tree: string, parents: string[] = []): GitObject => ({
  type: 'commit',
  tree,
  parents,
  author: who,
  committer: who,
  message: 'hostile\n',
})

const sound = packOf((put) => put(commit(put({ type: 'tree', entries: [] }))))

function unchanged(): void {
  expect(writtenSince(before, world)).toEqual([])
}

test('a broken pack is refused with the reason, for every reference', () => {
  const { pack, tip } = sound
  const broken = pack.map((byte, at) => (at === 40 ? byte ^ 1 : byte))
  expect(push(broken, tip)).toMatch(/unpack pack is corrupted.*ng refs\/heads\/hostile unpacker error/s)
  expect(push(pack.subarray(0, 50), tip)).toContain('unpacker error')
  expect(push(utf8('PACK'), tip)).toContain('unpack pack is cut short')
  unchanged()
})

test('what is missing is noticed wherever it is', () => {
  const absent = 'ab'.repeat(20)
  const mode = '100644'
  const lacking = [
    packOf((put) => put(commit(absent))),
    packOf((put) => put(commit(put({ type: 'tree', entries: [] }), [absent]))),
    packOf((put) => put(commit(put({ type: 'tree', entries: [{ mode, name: 'a', id: absent }] })))),
    { pack: sound.pack, tip: absent },
  ]
  for (const { pack, tip } of lacking) expect(push(pack, tip)).toContain('missing necessary objects')
  unchanged()
})

test('what is missing is missing for every reference that leads there', () => {
  const { pack, tip } = packOf((put) => put(commit('ab'.repeat(20))))
  const line = (name: string, rest = '') => pktLine(`${NONE} ${tip} refs/heads/${name}${rest}`)
  const { said } = post('receive-pack', concat(line('one', '\0report-status'), line('two'), FLUSH, pack))
  for (const name of ['one', 'two']) expect(said).toContain(`ng refs/heads/${name} missing necessary objects`)
  unchanged()
})

test('an object cannot pose as one of another type', () => {
  const blob: GitObject = { type: 'blob', bytes: utf8('no tree') }
  const posing = [
    packOf((put) => put(commit(put(blob)))),
    packOf((put) =>
      put(commit(put({ type: 'tree', entries: [{ mode: '040000', name: 'a', id: put(blob) }] }))),
    ),
  ]
  for (const { pack, tip } of posing) expect(push(pack, tip)).toContain('missing necessary objects')
  const alone = packOf((put) => put(blob))
  expect(push(alone.pack, alone.tip)).toContain('failed to update ref')
  unchanged()
})

test('paths that lead out of a working tree are refused', () => {
  for (const name of ['..', '.', '.git', '.GIT', 'a/b', '']) {
    const { pack, tip } = packOf((put) => {
      const id = put({ type: 'blob', bytes: utf8('x') })
      const raw = concat(utf8(`100644 ${name}\0`), unhex(id))
      return put(commit(put({ type: 'tree', entries: [], raw })))
    })
    expect(push(pack, tip)).toContain('unpack malformed tree')
  }
  unchanged()
})

test('objects of other projects can be neither fetched, nor built upon, nor asked about', () => {
  const objects = objectsOf(world)
  const tree = (objects.get(secretHead) as Extract<GitObject, { type: 'commit' }>).tree
  for (const id of [secretHead, tree]) {
    const v0 = post('upload-pack', concat(pktLine(`want ${id}\n`), FLUSH, pktLine('done\n')))
    expect(v0.said).toContain(`ERR upload-pack: not our ref ${id}`)
  }
  const adopted = packOf((put) => put(commit(tree)))
  expect(push(adopted.pack, adopted.tip)).toContain('missing necessary objects')
  expect(push(new Uint8Array(), secretHead)).toContain('missing necessary objects')
  const head = repositoryOf(world, own).refs.get(`refs/heads/${own.defaultBranch}`)
  const lines = ['command=fetch', '', `want ${head}`, `have ${secretHead}`]
  const parts = lines.map((line) => (line === '' ? utf8('0001') : pktLine(`${line}\n`)))
  const v2 = post('upload-pack', concat(...parts, FLUSH), { 'git-protocol': 'version=2' })
  expect(v2.said).toContain('NAK')
  expect(v2.said).not.toContain(`ACK ${secretHead}`)
  unchanged()
})

test('a delta cannot be built on what another project holds', () => {
  const delta = concat(Uint8Array.of((7 << 4) | 0), unhex(secretHead), gzipSync(new Uint8Array()))
  const body = concat(sound.pack.subarray(0, 11), Uint8Array.of(1), delta)
  expect(push(concat(body, unhex(sha1Hex(body))), sound.tip)).toContain('unpacker error')
  unchanged()
})

test('references of the service, bad names and stale ids are refused one by one', () => {
  const { pack, tip } = sound
  expect(push(pack, tip, 'refs/merge-requests/1/head')).toContain('deny updating a hidden ref')
  for (const name of ['refs/heads/a..b', 'main', 'refs/heads/.x', 'refs/heads/x.lock', 'HEAD'])
    expect(push(pack, tip, name)).toContain(`ng ${name} funny refname`)
  expect(push(pack, tip, 'refs/heads/hostile', 'cd'.repeat(20))).toContain('failed to update ref')
  expect(push(pack, tip, `refs/heads/${own.defaultBranch}`)).toContain('failed to update ref')
  expect(push(pack, tip, `refs/heads/${own.defaultBranch}/below`)).toContain('failed to update ref')
  expect(push(pack, tip, 'refs/heads/-x')).toContain('failed to update ref')
  unchanged()
})

test('one push moves no more than 5000 references', () => {
  const lines = Array.from({ length: 5001 }, (_, i) => pktLine(`${NONE} ${sound.tip} refs/tags/many/${i}`))
  const { said } = post('receive-pack', concat(...lines, FLUSH, sound.pack))
  expect(said).toContain('ERR push changes more than 5000 references; push them in parts')
  unchanged()
})

test('a body that unpacks to more than it may is refused', () => {
  const bomb = gzipSync(new Uint8Array(70 * 1024 * 1024))
  expect(post('upload-pack', bomb, { 'content-encoding': 'gzip' }).said).toContain('ERR request is too large')
})

test('a request has at most so many lines, whatever is in them, and no more of them are looked at', () => {
  const many = utf8('0004'.repeat(100_001))
  const refused = 'ERR protocol error: too many lines'
  const change = pktLine(`${NONE} ${sound.tip} refs/heads/hostile\0report-status push-options`)
  const shallow = utf8(binary(pktLine(`shallow ${sound.tip}`)).repeat(100_001))
  for (const lines of [many, utf8('0000'.repeat(100_001)), shallow])
    for (const version of ['version=2', ''])
      expect(
        post(
          'upload-pack',
          concat(pktLine('command=fetch'), DELIMITER, pktLine(`want ${secretHead}`), lines),
          { 'git-protocol': version },
        ).said,
      ).toContain('ERR ')
  expect(post('receive-pack', concat(change, shallow, FLUSH)).said).toContain(refused)
  expect(post('receive-pack', concat(change, FLUSH, many, FLUSH)).said).toContain(refused)
  expect(
    post('upload-pack', concat(pktLine('command=ls-refs'), DELIMITER, many, FLUSH), {
      'git-protocol': 'version=2',
    }).said,
  ).toContain(refused)
  unchanged()
})

test('noise is answered, and changes nothing', () => {
  const line = fc.oneof(
    fc.string().map((text) => pktLine(text)),
    fc.constantFrom('want', 'have', 'shallow').map((word) => pktLine(`${word} ${secretHead}\n`)),
    fc
      .constantFrom('deepen 0', 'deepen 99999', 'deepen-since 1', 'deepen-not x', 'done', 'command=fetch')
      .map((text) => pktLine(`${text}\n`)),
    fc.constantFrom('0000', '0001', '0002', '0003', 'ffff', '-001').map((text) => utf8(text)),
    fc.uint8Array({ maxLength: 40 }),
  )
  const service = fc.constantFrom('upload-pack', 'receive-pack')
  const version = fc.constantFrom('version=2', 'version=1', '')
  fc.assert(
    fc.property(service, version, fc.array(line, { maxLength: 8 }), (name, protocol, lines) => {
      expect(post(name, concat(...lines), { 'git-protocol': protocol }).status).toBe(200)
    }),
    { numRuns: 400, seed: 5 },
  )
  unchanged()
})

test('a sound push goes through', () => {
  expect(push(sound.pack, sound.tip)).toContain('ok refs/heads/hostile')
})
