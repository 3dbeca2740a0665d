import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Commit } from '../git/objects.ts'
import type { Simulator } from '../index.ts'
import { equalBytes } from '../lib/bytes.ts'
import { finished } from '../lib/steps.ts'
import { columns } from '../model/columns.ts'
import { collectObjects } from '../model/repository/collect-objects.ts'
import { weightOf } from '../model/repository/git-storage.ts'
import { storedAt } from '../model/repository/packed-objects.ts'
import { objectsOf } from '../model/repository/repository.ts'
import { cloneOf, packOfFiles, pushOf } from '../smart-http/testing/packs.ts'
import type { Fields } from '../store/shape.ts'
import { callsOf, testSimulator } from '../testing/calls.ts'
import { script } from '../testing/script.ts'

const pattern = testSimulator({ outbound: 'off' })
const collect = ({ world }: Simulator) => finished(collectObjects(world))
const weightOfObjects = ({ world }: Simulator) =>
  [...world.gitObjects.all().list(), ...world.gitPacks.all().list()].reduce(
    (sum, row) => sum + weightOf(row),
    0,
  )

/** What somebody does to a project that has a branch `main`. */
const actions = {
  commit: (i: number, on: number) => ['POST', '/repository/commits', committed(i, `b${on}`)],
  branch: (i: number, on: number) => ['POST', '/repository/branches', { branch: `b${i % 4}`, ref: from(on) }],
  forced: (i: number, on: number) => [
    'POST',
    '/repository/commits',
    { ...committed(i, `b${on}`), start_branch: 'main', force: true },
  ],
  branchGone: (i: number) => ['DELETE', `/repository/branches/b${i % 4}`],
  tag: (i: number, on: number) => ['POST', '/repository/tags', { tag_name: `v${i % 3}`, ref: from(on) }],
  tagGone: (i: number) => ['DELETE', `/repository/tags/v${i % 3}`],
  opened: (i: number, on: number) => [
    'POST',
    '/merge_requests',
    { title: `${i}`, source_branch: `b${on}`, target_branch: 'main' },
  ],
  rebased: (i: number) => ['PUT', `/merge_requests/${1 + (i % 3)}/rebase`],
  merged: (i: number) => ['PUT', `/merge_requests/${1 + (i % 3)}/merge`, { squash: i % 2 === 0 }],
  noted: (_i: number, on: number) => ['POST', `/repository/commits/b${on}/comments`, { note: 'Seen' }],
  stated: (i: number, on: number) => ['POST', `/statuses/b${on}`, { state: 'success', name: `${i}` }],
  deployed: (i: number, on: number) => ['POST', '/deployments', deployed(i, on)],
  piped: (_i: number, on: number) => ['POST', `/pipeline?ref=${from(on)}`],
  forked: (i: number) => ['POST', '/fork', { path: `fork-${i}`, name: `Fork ${i}` }],
  gone: () => ['DELETE', ''],
} as const satisfies {
  [name: string]: (i: number, on: number) => readonly [string, string, object?] | unknown[]
}

const from = (on: number) => (on === 3 ? 'main' : `b${on}`)
const committed = (i: number, branch: string) => ({
  branch,
  commit_message: `Commit ${i}`,
  actions: [{ action: 'create', file_path: `${i}.txt`, content: `${i}\n` }],
})
const deployed = (i: number, on: number) => ({
  environment: `e${i % 2}`,
  ref: `b${on}`,
  sha: '$HEAD',
  tag: false,
  status: 'success',
})

const names = Object.keys(actions) as (keyof typeof actions)[]
// Most of it at one project; forks, and the end of a project, are seldom.
const step = fc.record({
  name: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...names.filter((it) => it !== 'gone' && it !== 'forked')) },
    { weight: 4, arbitrary: fc.constantFrom('forced' as const, 'branchGone' as const) },
    { weight: 1, arbitrary: fc.constantFrom('gone' as const, 'forked' as const) },
  ),
  project: fc.constantFrom(0, 0, 0, 1, 2),
  on: fc.nat({ max: 3 }),
  collected: fc.boolean(),
})

/** One of two simulators to which the same is done. */
class Side {
  readonly sim: Simulator
  readonly ids: number[] = []
  readonly #calls
  /** All that was answered. */
  readonly said: string[] = []

  constructor() {
    this.sim = pattern.fork()
    this.#calls = callsOf(this.sim, 'alice')
    for (const name of ['drawn', 'other']) this.#begin(name)
  }

  #begin(name: string): void {
    const { json } = this.ask('POST', '/projects', { name, initialize_with_readme: true })
    this.ids.push(json.id)
    const path = `/projects/${json.id}/repository/commits`
    // Each branch has a commit of its own, to which everything refers that is begun here.
    for (const on of [0, 1]) {
      this.ask('POST', path, { ...committed(-1 - on, `b${on}`), start_branch: 'main' })
      for (const name of ['opened', 'noted', on === 0 ? 'stated' : 'deployed', 'commit'] as const)
        this.do({ name, project: this.ids.length - 1, on }, -on)
    }
  }

  ask(method: string, path: string, body?: object) {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
    const reply = this.#calls.send(method, path, sent)
    this.said.push(`${method} ${path} ${reply.status} ${String(reply.body)}`)
    return reply
  }

  do({ name, project, on }: { name: keyof typeof actions; project: number; on: number }, i: number): void {
    const id = this.ids[project % this.ids.length]
    const [method, path, body] = actions[name](i, on) as [string, string, object?]
    const head = JSON.stringify(body)?.includes('$HEAD')
      ? this.ask('GET', `/projects/${id}/repository/branches/b${on}`).json.commit?.id
      : ''
    const sent = body && JSON.parse(JSON.stringify(body).replace('$HEAD', head ?? 'none'))
    const { json, status } = this.ask(method, `/projects/${id}${path}`, sent)
    if (name === 'forked' && status === 201) this.ids.push(json.id)
    // What takes a while has come to an end.
    if (i % 5 === 0) this.sim.clock.advance('10s')
  }

  /** All that can be asked about commits, those included that nothing leads to any longer. */
  look(): void {
    const shas = new Set(this.said.join().match(/\b[0-9a-f]{40}\b/g))
    for (const id of this.ids) {
      const at = `/projects/${id}`
      for (const list of [
        'merge_requests',
        'pipelines',
        'deployments',
        'events',
        'repository/branches',
        'releases',
      ])
        this.ask('GET', `${at}/${list}`)
      this.ask('GET', `${at}/repository/commits?all=true&with_stats=true`)
      for (const sha of shas) {
        this.ask('GET', `${at}/repository/commits/${sha}`)
        this.ask('GET', `${at}/repository/commits/${sha.slice(0, 7)}/diff`)
        this.ask('GET', `${at}/repository/commits/${sha}/statuses`)
        this.ask('GET', `${at}/repository/blobs/${sha}`)
      }
      for (const iid of [1, 2, 3])
        for (const part of ['changes', 'commits', 'versions', 'versions/1', 'merge_ref', 'pipelines'])
          this.ask('GET', `${at}/merge_requests/${iid}/${part}`)
    }
  }
}

// Events tell of what was pushed, and need not be able to show it.
const TELLING = ['events', 'gitObjects', 'gitPacks']

/** The ids that rows name and whose objects something took away. */
function lostBy(something: (sim: Simulator) => void, sim: Simulator): string[] {
  const { world } = sim
  const had = new Set(
    world.gitObjects
      .all()
      .list()
      .map(({ id }) => id),
  )
  something(sim)
  for (const { id } of world.gitObjects.all().list()) had.delete(id)
  return world.tableNames
    .filter((name) => !TELLING.includes(name))
    .flatMap((name) => JSON.stringify(world.table(name)?.all().list()).match(/\b[0-9a-f]{40}\b/g) ?? [])
    .filter((id) => had.has(id))
}

test('git objects are collected at any moment without anybody noticing', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 15, maxLength: 30 }), (steps) => {
      const [collected, left] = [new Side(), new Side()]
      for (const [i, one] of steps.entries())
        for (const side of [collected, left]) {
          side.do(one, i)
          if (one.collected && side === collected) expect(lostBy(collect, side.sim)).toEqual([])
        }
      for (const side of [collected, left]) side.look()
      expect(collected.said).toEqual(left.said)
    }),
    { numRuns: 3 },
  )
})

test('git objects are collected without anybody noticing, whatever was asked for', () => {
  const [collected, left] = [pattern.fork(), pattern.fork()]
  for (const [i, request] of script(7, 500).entries()) {
    expect(collected.handle(request)).toEqual(left.handle(request))
    if (i % 50 === 49) expect(lostBy(collect, collected)).toEqual([])
  }
})

/** The ways to all columns that hold the id of a commit. */
function waysToCommits(fields: Fields): string[][] {
  return Object.entries(fields).flatMap(([name, shape]) =>
    shape.flatMap((kind) => {
      if (kind === 'string') return /sha$|^(?:commit|noteable)Id$/i.test(name) ? [[name]] : []
      return typeof kind === 'object' && 'fields' in kind
        ? waysToCommits(kind.fields).map((way) => [name, ...way])
        : []
    }),
  )
}

test.each(
  Object.entries(columns).flatMap(([name, fields]) => waysToCommits(fields).map((way) => ({ name, way }))),
)('a commit that $name name by $way stays', ({ name, way }) => {
  const { world } = pattern.fork()
  const [example] = world.gitObjects
    .all()
    .list()
    .flatMap(({ object }) => (object.type === 'commit' ? object : []))
  const id = objectsOf(world).put({ ...(example as Commit), message: 'Nothing else leads here' })
  const row = way.reduceRight<unknown>((inner, column) => ({ [column]: inner }), id) as object
  const table = world.table(name)
  table?.put({ id: 1, ...table.all().first(), ...row })
  finished(collectObjects(world))
  expect(objectsOf(world).get(id)?.type).toBe('commit')
})

test('what deleted projects and branches leave does not pile up', () => {
  const sim = pattern.fork()
  const alice = callsOf(sim, 'alice')
  const before = weightOfObjects(sim)
  for (let i = 0; i < 60; i++) {
    const { id } = alice.post('/projects', { name: `cycle ${i}`, initialize_with_readme: true }).json
    const content = `${i}`.repeat(200_000)
    const actions = [{ action: 'create', file_path: 'large.txt', content }]
    const { status } = alice.post(`/projects/${id}/repository/commits`, {
      branch: 'main',
      commit_message: 'Add a large file',
      actions,
    })
    expect(status).toBe(201)
    if (i % 2 === 0) alice.delete(`/projects/${id}`)
    else
      alice.post(`/projects/${id}/repository/commits`, {
        branch: 'main',
        start_branch: 'main',
        commit_message: 'Say less',
        force: true,
        actions: [{ action: 'update', file_path: 'large.txt', content: `${i}` }],
      })
    if (i % 2 === 1) alice.delete(`/projects/${id}?permanently_remove=true`)
  }
  sim.clock.advance('8d')
  expect(sim.world.jobs.by('byKind', 'git-housekeeping').first()).toBeUndefined()
  expect(weightOfObjects(sim) - before).toBeLessThan(17 * 1024 * 1024)
  const counted = sim.world.gitStorage.require(1)
  expect(counted.left).toBeGreaterThan(0)
})

test('a large pack goes with the last that leads into it, and is whole until then', () => {
  const sim = pattern.fork()
  const sent = packOfFiles(5000)
  sim.handle(pushOf(sent, 'wide'))
  collect(sim)
  expect(sim.world.gitPacks.size).toBe(1)
  const cloned = sim.handle(cloneOf(sent.tip))
  expect(cloned.status).toBe(200)
  const alice = callsOf(sim, 'alice')
  const path = `/projects/${encodeURIComponent('alice/dotfiles')}/repository/branches`
  // A commit that builds upon one of its objects needs it.
  alice.post(`${path}?branch=on&ref=wide`)
  expect(alice.delete(`${path}/wide`).status).toBe(204)
  collect(sim)
  const again = sim.handle(cloneOf(sent.tip))
  expect({ ...again, body: null }).toEqual({ ...cloned, body: null })
  expect(equalBytes(again.body as Uint8Array, cloned.body as Uint8Array)).toBe(true)
  expect(alice.delete(`${path}/on`).status).toBe(204)
  collect(sim)
  expect(sim.world.gitPacks.size).toBe(0)
  expect(sent.ids.filter((id) => objectsOf(sim.world).get(id) !== undefined)).toEqual([])
})

test('a pack is let go of when little of it is left', () => {
  const sim = pattern.fork()
  const sent = packOfFiles(2000)
  sim.handle(pushOf(sent, 'wide'))
  const path = `/projects/${encodeURIComponent('alice/dotfiles')}/repository`
  const alice = callsOf(sim, 'alice')
  const content = alice.get(`${path}/files/file-7.txt/raw?ref=wide`).body
  const sole = { branch: 'sole', start_branch: 'main', commit_message: 'Keep one' }
  const actions = [{ action: 'create', file_path: 'file-7.txt', content: 'file 7\n' }]
  expect(alice.post(`${path}/commits`, { ...sole, actions }).status).toBe(201)
  alice.delete(`${path}/branches/wide`)
  const left = () =>
    sim.world.gitObjects
      .all()
      .list()
      .filter((row) => sent.ids.includes(row.id))
  expect(left()).toHaveLength(sent.ids.length)
  collect(sim)
  expect(left()).toHaveLength(1)
  expect(left().map(storedAt)).toEqual([undefined])
  expect(alice.get(`${path}/files/file-7.txt/raw?ref=sole`).body).toEqual(content)
})
