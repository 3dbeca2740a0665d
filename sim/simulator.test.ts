import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSimulator } from './index.ts'
import { parseJson } from './lib/json.ts'
import type { PlainReply, PlainRequest } from './protocol/message.ts'
import type { Simulator } from './simulator.ts'
import { callsOf, testSimulator } from './testing/calls.ts'
import { perTest } from './testing/per-test.ts'
import { standing, worldText, writtenSince } from './testing/worlds.ts'

const here = perTest()
const START = Date.UTC(2024, 0, 1)

function request(method: string, path: string, user: string, body?: unknown): PlainRequest {
  const headers = { 'private-token': `${user}-token`, 'content-type': 'application/json' }
  const text = body === undefined ? undefined : JSON.stringify(body)
  return { method, url: `/api/v4${path}`, headers, body: text }
}

const users = fc.constantFrom('alice', 'bob', 'carol', 'dave', 'mallory')
const milestones = fc.integer({ min: 5, max: 16 })
const titles = fc.constantFrom('One', 'Two', 'Three', '1.5')

/** Requests that read and write milestones and merge requests, some of them in vain. */
const requests: fc.Arbitrary<PlainRequest> = fc.oneof(
  fc.tuple(users, titles).map(([user, title]) => request('POST', '/projects/1/milestones', user, { title })),
  fc
    .tuple(users, milestones, titles)
    .map(([user, id, title]) => request('PUT', `/projects/1/milestones/${id}`, user, { title })),
  fc.tuple(users, milestones).map(([user, id]) => request('DELETE', `/projects/1/milestones/${id}`, user)),
  fc
    .tuple(users, fc.constantFrom('close', 'reopen'))
    .map(([user, state_event]) => request('PUT', '/projects/1/merge_requests/36', user, { state_event })),
  users.map((user) => request('GET', '/projects/1/milestones?per_page=3', user)),
  users.map((user) => request('GET', '/projects/1/merge_requests?per_page=3&state=opened', user)),
)
const scripts = fc.array(requests, { minLength: 1, maxLength: 12 })

function played(sim: Simulator, script: readonly PlainRequest[]): PlainReply[] {
  return script.map((sent) => sim.handle(sent))
}

describe('a fork', () => {
  test('answers like the simulator that it was made from, to the byte', () => {
    fc.assert(
      fc.property(scripts, scripts, (before, after) => {
        const sim = here.sim.fork()
        played(sim, before)
        const fork = sim.fork()
        expect(played(fork, after)).toEqual(played(sim, after))
        expect(worldText(fork.world) === worldText(sim.world)).toBe(true)
      }),
      { seed: 1, numRuns: 25 },
    )
  })

  test('is never seen by the other side, nor sees it', () => {
    fc.assert(
      fc.property(scripts, scripts, (ours, theirs) => {
        const [sim, fork] = [here.sim.fork(), here.sim.fork()]
        const grandchild = fork.fork()
        const before = standing(sim.world)
        played(fork, theirs)
        expect(writtenSince(before, sim.world)).toEqual([])
        expect(writtenSince(before, grandchild.world)).toEqual([])
        const changed = standing(fork.world)
        played(sim, ours)
        expect(writtenSince(changed, fork.world)).toEqual([])
        expect([sim.now(), fork.now()]).toEqual([START + ours.length * 1000, START + theirs.length * 1000])
      }),
      { seed: 2, numRuns: 25 },
    )
  })

  test('begins a journal of its own', () => {
    here.as('alice').get('/user')
    const fork = here.sim.fork()
    callsOf(fork, 'alice').get('/version')
    expect(here.sim.journal.entries().map(({ path }) => path)).toEqual(['/api/v4/user'])
    expect(fork.journal.entries().map(({ path }) => path)).toEqual(['/api/v4/version'])
  })
})

describe('a snapshot', () => {
  test('brings back world, time and the ids of requests: the same requests have the same replies', () => {
    fc.assert(
      fc.property(scripts, scripts, (before, after) => {
        const sim = here.sim.fork()
        played(sim, before)
        const mark = sim.snapshot()
        const first = played(sim, after)
        sim.restore(mark)
        expect(played(sim, after)).toEqual(first)
        sim.restore(mark)
        expect(played(sim, after)).toEqual(first)
      }),
      { seed: 3, numRuns: 25 },
    )
  })

  test('is not changed by what happens after it', () => {
    const mark = here.sim.snapshot()
    const before = worldText(mark.world)
    here.as('dave').post('/projects/1/milestones', { title: 'a' })
    here.sim.restore(mark)
    here.as('dave').post('/projects/1/milestones', { title: 'b' })
    expect(worldText(mark.world)).toBe(before)
  })
})

describe('a reset', () => {
  test('brings back the seeded world, its time and an empty journal', () => {
    const fresh = worldText(here.sim.world)
    here.as('dave').post('/projects/1/milestones', { title: 'a' })
    here.sim.world.milestones.delete(12)
    here.sim.clock.advance('3 days')
    here.sim.reset()
    expect(worldText(here.sim.world)).toBe(fresh)
    expect([here.sim.now(), here.sim.journal.entries()]).toEqual([START, []])
  })

  test('may go to the world of another seed', () => {
    here.sim.reset({ seed: 7 })
    expect(worldText(here.sim.world) === worldText(testSimulator({ seed: 7 }).world)).toBe(true)
    expect(here.sim.seed).toBe(7)
  })

  test('may go to another world', () => {
    here.sim.reset({ world: 'empty' })
    expect(here.as('root').get('/projects').json).toEqual([])
    expect(here.sim.worldName).toBe('empty')
  })

  test('refuses a world that it does not know, and stays', () => {
    expect(() => here.sim.reset({ world: 'large' })).toThrow(RangeError)
    expect(here.sim.worldName).toBe('demo')
    expect(here.as('alice').get('/projects/1').status).toBe(200)
  })
})

describe('the clock', () => {
  test('ticks at each request to the API, refused ones too', () => {
    here.as('alice').get('/user')
    here.as().get('/nowhere')
    here.as().send('OPTIONS', '/user')
    expect(here.sim.now()).toBe(START + 3000)
  })

  test.each(['/-/health', '/_forgery/health', '/api/v3/user', '/'])('does not tick for %s', (url) => {
    here.sim.handle({ method: 'GET', url, headers: {} })
    expect(here.sim.now()).toBe(START)
  })

  test('is the time of records', () => {
    here.sim.clock.set('2030-05-06T07:08:09Z')
    const { created_at } = here.as('dave').post('/projects/1/milestones', { title: 'a' }).json
    expect(created_at).toBe('2030-05-06T07:08:10.000Z')
  })

  test('goes by any duration, and refuses what is none', () => {
    here.sim.clock.advance('1h30m')
    here.sim.clock.advance(500)
    expect(`${here.sim.clock}`).toBe('2024-01-01T01:30:00.500Z')
    expect(() => here.sim.clock.advance('soon')).toThrow(RangeError)
    expect(() => here.sim.clock.set('tomorrow')).toThrow(RangeError)
  })
})

describe('jobs', () => {
  const steps = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 100, max: 120 }),
      second: fc.integer({ min: 1, max: 4 }),
      status: fc.constantFrom('pending', 'running', 'preparing'),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
  )

  /** A pipeline that moves as jobs tell it; the one that it has waits for hours. */
  const pipeline = (sim: Simulator) => sim.world.pipelines.require(34)

  test('are carried out by due time, then by sequence, each at its own time', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (planned, inSteps) => {
        const sim = here.sim.fork()
        for (const { id, second, status } of planned)
          sim.world.jobs.insert({
            id,
            kind: 'pipeline',
            args: { pipelineId: 34, status },
            due: START + second * 1000,
          })
        if (inSteps) for (let second = 1; second <= 5; second++) sim.clock.advance('1s')
        else sim.clock.set(START + 5000)
        const ordered = [...planned].sort((a, b) => a.second - b.second || a.id - b.id)
        let expected = { status: 'running', updatedAt: pipeline(here.sim).updatedAt }
        for (const { second, status } of ordered)
          if (status !== expected.status) expected = { status, updatedAt: START + second * 1000 }
        expect(pipeline(sim)).toMatchObject(expected)
        for (const { id } of planned) expect(sim.world.jobs.get(id)).toBeUndefined()
      }),
      { seed: 4, numRuns: 50 },
    )
  })

  test('that are due come before the request that finds them so', () => {
    here.sim.world.jobs.insert({
      id: 100,
      kind: 'pipeline',
      args: { pipelineId: 34, status: 'success' },
      due: START + 2000,
    })
    const statuses = [1, 2].map(() => {
      here.as('alice').get('/version')
      return pipeline(here.sim).status
    })
    expect(statuses).toEqual(['running', 'success'])
  })

  test('that fail are told and dropped, leave the world as it was, and hinder no other', () => {
    const errors: unknown[] = []
    const sim = createSimulator({ onServerError: (error) => errors.push(error) })
    sim.world.jobs.insert({ id: 100, kind: 'nonsense', args: {}, due: START + 1000 })
    sim.world.jobs.insert({
      id: 101,
      kind: 'pipeline',
      args: { pipelineId: 34, status: 'success' },
      due: START + 1000,
    })
    sim.clock.advance('2s')
    expect(errors).toMatchObject([{ message: 'no job is called nonsense' }])
    expect(pipeline(sim).status).toBe('success')
  })

  test('belong to the world: what a snapshot holds is carried out again', () => {
    here.sim.world.jobs.insert({
      id: 100,
      kind: 'pipeline',
      args: { pipelineId: 34, status: 'success' },
      due: START + 1000,
    })
    const mark = here.sim.snapshot()
    for (let i = 0; i < 2; i++) {
      here.sim.restore(mark)
      expect(pipeline(here.sim).status).toBe('running')
      here.sim.clock.advance('2s')
      expect(pipeline(here.sim).status).toBe('success')
    }
  })
})

describe('an option that makes no sense is refused:', () => {
  test.each([
    [{ seed: 1.5 }, 'seed 1.5 is invalid'],
    [{ seed: Number.NaN }, 'seed NaN is invalid'],
    [{ scale: -1 }, 'scale -1 is invalid'],
    [{ tier: 'gold' as 'free' }, "tier 'gold' is unknown"],
    [{ dialect: 'saxon' as 'real' }, "dialect 'saxon' is unknown"],
    [{ world: 'large' as 'demo' }, "world 'large' is unknown"],
    [{ clock: 'fast' }, "clock 'fast' is unknown"],
    [{ start: 'tomorrow' }, "time 'tomorrow' is invalid"],
    [{ url: 'example.com' }, "url 'example.com' is invalid"],
  ])('%j', (options, text) => {
    expect(() => createSimulator(options)).toThrow(RangeError)
    expect(() => createSimulator(options)).toThrow(text)
  })
})

test('simulators of the same seed hold the same world, those of another seed another one', () => {
  const text = worldText(here.sim.world)
  expect(worldText(testSimulator().world) === text).toBe(true)
  expect(worldText(testSimulator({ seed: 2 }).world) === text).toBe(false)
})

test('two simulators in one process never meet', () => {
  const other = testSimulator({ dialect: 'real', tier: 'free', start: '2020-01-01T00:00:00Z' })
  callsOf(other, 'dave').post('/projects/1/milestones', { title: 'Elsewhere' })
  expect(here.as('dave').get('/projects/1/milestones?title=Elsewhere').json).toEqual([])
  expect(here.as('dave').send('PATCH', '/user').status).toBe(405)
})

test('a world of one’s own may be described', () => {
  const sim = createSimulator({ world: 'empty', url: 'https://forge.example/' })
  expect(sim.url).toBe('https://forge.example')
  const { body } = sim.handle({
    method: 'GET',
    url: '/api/v4/user',
    headers: { 'private-token': 'root-token' },
  })
  expect(parseJson(String(body))).toMatchObject({
    ok: true,
    value: { web_url: 'https://forge.example/root' },
  })
})
