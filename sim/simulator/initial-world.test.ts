import { describe, expect, test } from 'vitest'
import { createSimulator, type PlainRequest, type Simulator } from '../index.ts'
import { finished, type Steps } from '../lib/steps.ts'

const asked = (line: string, body?: object): PlainRequest => {
  const [method = '', url = ''] = line.split(' ')
  return { method, url, headers: {}, ...(body !== undefined && { body: JSON.stringify(body) }) }
}

const numbered = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))

/** One noun with many rows each. */
const worlds: { readonly [noun: string]: (count: number) => object } = {
  users: (count) => ({ users: numbered(count, (i) => ({ username: `user-${i}` })) }),
  groups: (count) => ({ groups: numbered(count, (i) => ({ path: `group-${i}` })) }),
  projects: (count) => ({ projects: numbered(count, (i) => ({ path: `root/project-${i}` })) }),
  labels: (count) => inProject({ labels: numbered(count, (i) => ({ title: `label ${i}` })) }),
  issues: (count) => inProject({ issues: numbered(count, (i) => ({ title: `Issue ${i}` })) }),
  notes: (count) =>
    inProject({ issues: [{ title: 'Talk', notes: numbered(count, (i) => ({ body: `Note ${i}` })) }] }),
  commits: (count) =>
    inProject({ history: numbered(count, (i) => ({ commit: `Commit ${i}`, files: { a: `${i}` } })) }),
  files: (count) =>
    inProject({
      history: [{ commit: 'Many', files: Object.fromEntries(numbered(count, (i) => [`file-${i}`, `${i}`])) }],
    }),
  packages: (count) =>
    inProject({ packages: numbered(count, (i) => ({ name: `package-${i}`, type: 'generic', files: [] })) }),
}

function inProject(project: object): object {
  return { projects: [{ path: 'root/one', ...project }] }
}

function described(rest: object): object {
  const root = { username: 'root', admin: true, token: 'root-token' }
  const { users = [] } = rest as { readonly users?: readonly object[] }
  return { version: 1, ...rest, users: [root, ...users] }
}

// Each world has an address of its own.
function rowsOf(sim: Simulator | undefined): object {
  const { instance: _, ...rest } = sim?.save().tables ?? {}
  return rest
}

function stepsOf(steps: Steps<unknown>): number {
  let count = 0
  while (!steps.next().done) count++
  return count
}

describe('a described world is built step by step', () => {
  const sim = createSimulator({ outbound: 'off', world: 'empty' })

  test.each(Object.entries(worlds))('of many %s', (noun, many) => {
    const stepsFor = (count: number) => {
      const name = `${noun}-${count}`
      return stepsOf(sim.worlds.createSteps(name, { world: described(many(count)) }))
    }
    expect(stepsFor(1200)).toBeGreaterThan(stepsFor(300) + 5)
    const all = sim.worlds.create(`${noun}-at-once`, { world: described(many(300)) })
    expect(rowsOf(all)).toEqual(rowsOf(sim.worlds.get(`${noun}-300`)))
  })

  test('a snapshot too', () => {
    const world = sim.worlds.create('kept', { world: described(worlds.labels?.(3000) ?? {}) }).save()
    // One for each index, besides those for rows.
    expect(stepsOf(sim.worlds.createSteps('again', { world }))).toBeGreaterThan(300)
    expect(sim.worlds.get('again')?.save().tables.labels).toEqual(world.tables.labels)
  })
})

describe('while a world is built', () => {
  const world = described(worlds.issues?.(2000) ?? {})

  test('it is not there, others are served, and the second of a name is refused', async () => {
    const sim = createSimulator({ outbound: 'off', world: 'empty' })
    const making = [1, 2].map(() => sim.respond(asked('POST /_forgery/worlds', { name: 'one', world })))
    expect(making[0]).toBeInstanceOf(Promise)
    expect(sim.handle(asked('GET /w/one/api/v4/version')).status).toBe(404)
    expect(sim.handle(asked('GET /_forgery/db')).status).toBe(200)
    const statuses = (await Promise.all(making)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 400])
    expect(sim.worlds.get('one')?.world.issues.size).toBe(2000)
  })

  test('a reset leaves the world as it is until all is there, and a description that fails changes nothing', () => {
    const sim = createSimulator({ outbound: 'off', world: 'empty' })
    const before = sim.save()
    const broken = described(inProject({ issues: [...numbered(600, (i) => ({ title: `${i}` })), {}] }))
    const steps = sim.resetSteps({ world: broken })
    steps.next()
    expect(sim.save()).toEqual(before)
    expect(() => stepsOf(steps)).toThrow('world: projects[0].issues[600].title: missing')
    expect(sim.handle(asked('POST /_forgery/reset', { world: broken })).status).toBe(400)
    expect(sim.save()).toEqual(before)
    expect(sim.handle(asked('POST /_forgery/reset', { world })).status).toBe(200)
    expect(sim.world.issues.size).toBe(2000)
  })
})

test('the document of the operations is derived, written and sent in steps of their own, and once for all who ask for the same', () => {
  const at = (url: string, dialect: 'specification' | 'real') =>
    createSimulator({ world: 'empty', url, dialect })
  const written = (sim: Simulator) => JSON.parse(finished(sim.openapi()))
  const first = at('http://first.example', 'real')
  expect(stepsOf(first.openapi())).toBe(2)
  expect(stepsOf(at('http://first.example', 'real').openapi())).toBe(0)
  for (const url of ['http://first.example', 'http://second.example'])
    for (const dialect of ['specification', 'real'] as const) {
      const { servers, info } = written(at(url, dialect))
      expect([servers, info.description]).toEqual([
        [{ url: `${url}/api/v4` }],
        expect.stringContaining(`\`${dialect}\``),
      ])
    }
})
