import { describe, expect, test } from 'vitest'
import { type ContractOperation, contract } from './contract.ts'
import { createSimulator } from './index.ts'
import { dialects } from './lib/dialect.ts'
import type { Simulator } from './simulator.ts'
import { callsOf, type Reply, testSimulator } from './testing/calls.ts'
import { contradiction } from './testing/documented.ts'
import { perTest } from './testing/per-test.ts'
import { script } from './testing/script.ts'
import { standing, worldText, writtenSince } from './testing/worlds.ts'

// Nothing is due and nothing ticks, so a world changes by requests alone.
const here = perTest({ clock: 'frozen' })

/** A simulator in which presenting anything of acme/webapp breaks as soon as `broken` is set. */
function fragile() {
  const errors: unknown[] = []
  const sim = createSimulator({ clock: 'frozen', onServerError: (error) => errors.push(error) })
  const plant = { broken: false }
  const { fullPath, ...columns } = sim.world.projects.require(1)
  const row = Object.defineProperty(columns, 'fullPath', {
    enumerable: true,
    get: () => {
      if (plant.broken) throw new Error('planted')
      return fullPath
    },
  })
  sim.world.projects.put(row as typeof columns & { fullPath: string })
  return { sim, plant, errors }
}

describe('an unexpected error', () => {
  const title = { title: 'Half done' }

  test('is answered in the words of the service, told to whoever listens, and leaves the world as it was', () => {
    const { sim, plant, errors } = fragile()
    const before = worldText(sim.world)
    plant.broken = true
    const { status, json, headers } = callsOf(sim, 'dave').post('/projects/1/milestones', title)
    plant.broken = false
    expect({ status, json }).toEqual({ status: 500, json: { message: '500 Internal Server Error' } })
    expect(headers['Content-Type']).toBe('application/json')
    expect(errors).toMatchObject([{ message: 'planted' }])
    expect(worldText(sim.world)).toBe(before)
  })

  test('takes no number away from what comes after it', () => {
    const { sim, plant } = fragile()
    const other = fragile().sim
    plant.broken = true
    callsOf(sim, 'dave').post('/projects/1/milestones', title)
    plant.broken = false
    const after = callsOf(sim, 'dave').post('/projects/1/milestones', title).json
    expect(after).toEqual(callsOf(other, 'dave').post('/projects/1/milestones', title).json)
  })

  test('is written down like any other request', () => {
    const { sim, plant } = fragile()
    plant.broken = true
    callsOf(sim, 'dave').post('/projects/1/milestones', title)
    expect(sim.journal.entries()).toMatchObject([{ status: 500, method: 'POST', user: 'dave' }])
  })
})

/** A path with every parameter filled in. */
function filledIn({ path }: ContractOperation, project: string): string {
  return path.replace(/:id\b/, project).replace(/:[a-z_]+/g, '1')
}

// DELETE and the like would need no parameter to succeed: these callers lack what it takes.
const ways: readonly (readonly [string, (sim: Simulator, operation: ContractOperation) => Reply])[] = [
  ['without a credential', (sim, it) => callsOf(sim).send(it.method, filledIn(it, '1'))],
  ['with an unknown token', (sim, it) => callsOf(sim, 'unknown').send(it.method, filledIn(it, '1'))],
  [
    'with a token that only reads',
    (sim, it) => callsOf(sim, 'alice-read').send(it.method, filledIn(it, '1')),
  ],
  ['of something that is not there', (sim, it) => callsOf(sim, 'alice').send(it.method, filledIn(it, '404'))],
  ['by a stranger', (sim, it) => callsOf(sim, 'mallory').send(it.method, filledIn(it, '1'))],
  [
    'with a body of an unknown type',
    (sim, it) =>
      callsOf(sim, 'alice').send(it.method, filledIn(it, '1'), {
        headers: { 'content-type': 'a/b' },
        body: 'a',
      }),
  ],
]

describe('a refused request leaves the world as it was:', () => {
  const writing = contract().operations.filter(({ method }) => method !== 'GET')

  test.each(ways)('%s', (_, call) => {
    let refused = 0
    for (const operation of writing) {
      const fork = here.sim.fork()
      const before = standing(fork.world)
      const { status } = call(fork, operation)
      if (status < 400) continue
      refused++
      expect(writtenSince(before, fork.world), operation.id).toEqual([])
    }
    expect(refused).toBeGreaterThan(writing.length / 2)
  })

  test('by a rule of the model', () => {
    const before = standing(here.sim.world)
    const dave = here.as('dave')
    const replies = [
      dave.post('/projects/1/milestones', { title: '1.5' }),
      dave.put('/projects/1/milestones/12', { title: '1.5', description: 'Not to be kept' }),
      dave.put('/projects/1/milestones/12', { start_date: '2024-02-02', due_date: '2024-02-01' }),
      here.as('carol').post('/projects/1/merge_requests', {
        title: 'a',
        source_branch: 'gift-cards',
        target_branch: 'main',
      }),
      here.as('alice').put('/projects/1/merge_requests/34/merge', {}),
    ]
    for (const { status } of replies) expect(status).toBeGreaterThanOrEqual(400)
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })
})

describe('reading', () => {
  test('leaves the world as it was', () => {
    const before = standing(here.sim.world)
    for (const operation of contract().operations)
      if (operation.method === 'GET')
        for (const user of ['root', undefined])
          here
            .as(user)
            .get(
              operation.path
                .replace(/:id\b/, operation.path.startsWith('/users') ? '2' : '1')
                .replace(/:[a-z_]+/g, '1'),
            )
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })
})

describe.each(dialects)('a long conversation in the dialect %s', (dialect) => {
  test('meets no unexpected error and no undocumented reply, and only what succeeds writes', () => {
    const sim = testSimulator({ clock: 'frozen', dialect })
    let before = standing(sim.world)
    for (const request of script(2, 400)) {
      const asked = `${request.method} ${request.url} ${request.body ?? ''}`
      const reply = sim.handle(request)
      expect(contradiction(dialect, request, reply), asked).toBeUndefined()
      // A merge that fails leaves its reason on the merge request.
      const mayWrite = request.method !== 'GET' && (reply.status < 400 || reply.status === 422)
      if (!mayWrite) expect(writtenSince(before, sim.world), asked).toEqual([])
      before = standing(sim.world)
    }
  })
})

describe('If-Unmodified-Since', () => {
  const path = '/projects/1/merge_requests/36'
  const removed = (since: string) =>
    here.as('alice').send('DELETE', path, { headers: { 'if-unmodified-since': since } })

  test('refuses to delete what has changed since, and keeps it', () => {
    const { status, json } = removed('Wed, 06 Dec 2023 15:44:59 GMT')
    expect({ status, json }).toEqual({ status: 412, json: { message: '412 Precondition Failed' } })
    expect(here.as('alice').get(path).status).toBe(200)
  })

  test.each([
    ['the moment of the last change', 'Wed, 06 Dec 2023 15:45:00 GMT'],
    ['a later moment', 'Thu, 07 Dec 2023 00:00:00 GMT'],
    ['ISO 8601', '2023-12-06T15:45:00Z'],
    ['no time at all', 'yesterday'],
  ])('lets it go for %s', (_, since) => {
    expect(removed(since).status).toBe(204)
    expect(here.as('alice').get(path).status).toBe(404)
  })

  test('is looked at only once the caller may delete', () => {
    const headers = { 'if-unmodified-since': 'Sun, 01 Jan 2023 00:00:00 GMT' }
    expect(here.as('carol').send('DELETE', path, { headers }).status).toBe(403)
    expect(here.as('mallory').send('DELETE', path, { headers }).status).toBe(404)
  })

  test('means nothing to other calls', () => {
    const headers = { 'if-unmodified-since': 'Sun, 01 Jan 2023 00:00:00 GMT' }
    expect(here.as('alice').send('GET', path, { headers }).status).toBe(200)
    expect(here.as('alice').send('DELETE', '/projects/1/milestones/12', { headers }).status).toBe(204)
  })
})
