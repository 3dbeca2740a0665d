import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { binary, concatAll, equalBytes } from '../lib/bytes.ts'
import type { PlainReply } from '../protocol/message.ts'
import { callsOf, testSimulator } from '../testing/calls.ts'
import { cloneOf, packOfFiles, pushOf } from './testing/packs.ts'

const large = packOfFiles(5000)
const folder = mkdtempSync(join(tmpdir(), 'forgery-large-'))
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
const sim = testSimulator()
const said = ({ body }: PlainReply) => (typeof body === 'string' ? body : binary(body ?? new Uint8Array()))

beforeAll(() => {
  git('init', '-q', '--bare')
  expect(said(sim.handle(pushOf(large, 'large')))).toContain('ok refs/heads/large')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function cloned(from: typeof sim): Uint8Array {
  const { status, body } = from.handle(cloneOf(large.tip))
  expect(status).toBe(200)
  return (body as Uint8Array).subarray('0008NAK\n'.length)
}

test('a large pack is kept as it came, and read and cloned like any other', () => {
  expect(sim.world.gitPacks.size).toBe(1)
  execFileSync('git', ['index-pack', '--strict', '--stdin'], { cwd: folder, input: cloned(sim) })
  const listed = git('rev-list', '--objects', '--no-object-names', large.tip).trim().split('\n')
  expect(listed.sort()).toEqual([...large.ids].sort())
  const alice = callsOf(sim, 'alice')
  const file = alice.get('/projects/4/repository/files/file-4321.txt?ref=large').json
  expect([file.content, file.blob_id]).toEqual([
    btoa('file 4321\n'),
    git('rev-parse', `${large.tip}:file-4321.txt`).trim(),
  ])
  expect(alice.get(`/projects/4/repository/commits/${large.tip.slice(0, 8)}`).json.id).toBe(large.tip)
})

test('what is in it counts as there: it is neither stored again nor missed', () => {
  const before = sim.world.gitObjects.size
  expect(said(sim.handle(pushOf({ tip: large.tip, pack: new Uint8Array() }, 'same')))).toContain(
    'ok refs/heads/same',
  )
  const body = { branch: 'large', content: 'file 7\n', commit_message: 'Copy' }
  expect(callsOf(sim, 'alice').post('/projects/4/repository/files/copy.txt', body).status).toBe(201)
  // A commit and a tree: the blob was in the pack.
  expect(sim.world.gitObjects.size).toBe(before + 2)
})

test('a saved world has it, and clones of it have the same bytes', () => {
  const fresh = testSimulator()
  fresh.handle(pushOf(large, 'large'))
  const again = createSimulator({ world: JSON.parse(JSON.stringify(fresh.save())) })
  expect(equalBytes(cloned(again), cloned(fresh))).toBe(true)
  expect(equalBytes(cloned(fresh.fork()), cloned(fresh))).toBe(true)
})

test('a clone that is sent as it is made has the bytes of one that is made at once, whatever becomes of the branch', async () => {
  const noise = (file: number) =>
    Array.from({ length: 30_000 }, (_, i) => Math.imul(30_000 * file + i, 2_654_435_761).toString(36)).join(
      '',
    )
  const long = packOfFiles(20, 'long', noise)
  const fresh = testSimulator()
  const server = await fresh.listen()
  try {
    const pushed = pushOf(long, 'long')
    const push = { ...pushed, body: pushed.body as Uint8Array<ArrayBuffer> }
    expect(await (await fetch(`${server.url}${push.url}`, push)).text()).toContain('ok refs/heads/long')
    const clone = cloneOf(long.tip)
    const whole = fresh.handle(clone).body as Uint8Array
    const reply = await fetch(`${server.url}${clone.url}`, {
      ...clone,
      body: clone.body as Uint8Array<ArrayBuffer>,
    })
    expect(reply.headers.has('content-length')).toBe(false)
    expect(equalBytes(new Uint8Array(await reply.arrayBuffer()), whole)).toBe(true)
    const { body, more } = fresh.handle({ ...clone, takesMore: true })
    expect(callsOf(fresh, 'alice').delete('/projects/4/repository/branches/long').status).toBe(204)
    const pieces = [body as Uint8Array]
    for (const piece of more ?? []) pieces.push(piece.slice())
    expect(pieces.length).toBeGreaterThan(10)
    expect(equalBytes(concatAll(pieces), whole)).toBe(true)
  } finally {
    await server.close()
  }
})

test('objects that no reference leads to are not stored', () => {
  const fresh = testSimulator()
  const own = packOfFiles(2, 'own')
  const other = packOfFiles(5000, 'other')
  expect(said(fresh.handle(pushOf({ tip: own.tip, pack: other.pack }, 'wrong')))).toContain(
    'missing necessary objects',
  )
  expect(fresh.world.gitPacks.size).toBe(0)
})

test('a push may be larger than other requests, up to a bound that an option sets', async () => {
  const bounded = createSimulator({ maxPush: 1000 })
  const ask = ({
    url,
    headers,
    body,
  }: {
    url: string
    headers: { authorization: string }
    body: Uint8Array
  }) =>
    bounded.fetch(`http://127.0.0.1:8080${url}`, {
      method: 'POST',
      headers,
      body: body as Uint8Array<ArrayBuffer>,
    })
  expect((await ask(pushOf(packOfFiles(2), 'small'))).status).toBe(200)
  expect((await ask(pushOf(packOfFiles(50), 'large'))).status).toBe(413)
  const usual = createSimulator()
  const push = { method: 'POST', url: '/a/b.git/git-receive-pack' }
  const limits = [usual.bodyLimit(push), usual.bodyLimit({ ...push, url: '/a/b.git/git-upload-pack' })]
  expect(limits).toEqual([256 * 1024 * 1024, 20 * 1024 * 1024])
  for (const maxPush of [-1, 0.5, 2 ** 31]) expect(() => createSimulator({ maxPush })).toThrow('maxPush')
})

test('a served push above the bound is answered with 413', async () => {
  const bounded = createSimulator({ maxPush: 1000 })
  const server = await bounded.listen()
  try {
    const statuses = []
    for (const count of [2, 50]) {
      const { url, headers, body } = pushOf(packOfFiles(count, `f${count}`), `branch-${count}`)
      const reply = await fetch(`${server.url}${url}`, {
        method: 'POST',
        headers,
        body: body as Uint8Array<ArrayBuffer>,
      })
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([200, 413])
  } finally {
    await server.close()
  }
})
