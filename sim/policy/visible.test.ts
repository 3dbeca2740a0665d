import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Simulator } from '../index.ts'
import type { World } from '../model/world.ts'
import { perTest } from '../testing/per-test.ts'
import { callerFor } from './caller.ts'
import { seesProject } from './visible.ts'

const here = perTest()
const users = ['bob', 'dave', 'mallory'] as const

const step = fc.record({
  kind: fc.constantFrom('join', 'leave', 'shut', 'open', 'block out', 'wait'),
  projectId: fc.integer({ min: 1, max: 8 }),
  username: fc.constantFrom(...users),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function take({ kind, projectId, username }: Step, sim: Simulator): void {
  const { world } = sim
  const user = userOf(world, username)
  const id = 9000 + projectId
  if (kind === 'leave') world.members.delete(id)
  else if (kind === 'block out') world.users.update(user.id, { external: !user.external })
  else if (kind === 'shut' || kind === 'open')
    world.projects.update(projectId, { visibility: kind === 'shut' ? 'private' : 'internal' })
  else if (kind === 'join')
    world.members.put({
      id,
      userId: user.id,
      source: 'project',
      sourceId: projectId,
      accessLevel: 20,
      expiresAt: '2024-01-02',
      notificationLevel: 3,
      createdById: null,
      createdAt: 0,
    } as never)
  else sim.advance(86_400_000)
}

function userOf(world: World, username: string) {
  const found = [...world.users.all().ascending()].find((user) => user.username === username)
  if (found === undefined) throw new Error(`the demo world has no ${username}`)
  return found
}

test('a caller is listed the projects that they see, whatever was written since they asked before', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
      const sim = here.sim.fork()
      for (const one of steps) {
        take(one, sim)
        for (const username of users) {
          const headers = { 'private-token': `${username}-token` }
          const ask = () =>
            sim.handle({ method: 'GET', url: '/api/v4/projects?per_page=100&order_by=id', headers })
          ask()
          const caller = callerFor(userOf(sim.world, username))
          const seen = [...sim.world.projects.all().descending()].filter((project) =>
            seesProject(sim.world, caller, project, sim.clock.now()),
          )
          const listed = JSON.parse(String(ask().body)) as { readonly id: number }[]
          expect(listed.map(({ id }) => id)).toEqual(seen.map(({ id }) => id))
        }
      }
    }),
    { seed: 1, numRuns: 4 },
  )
})
