import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { World } from '../model/world.ts'
import { withReader } from '../store/reads.ts'
import { perTest } from '../testing/per-test.ts'
import { callerFor } from './caller.ts'
import { canIn } from './of-places.ts'

const here = perTest()
const NOON = Date.UTC(2024, 0, 1, 12)
const DAY = 86_400_000

const some = { id: fc.integer({ min: 1, max: 4 }), userId: fc.integer({ min: 5, max: 8 }) }
const levels = fc.constantFrom('disabled' as const, 'private' as const, 'enabled' as const)
const steps = fc.oneof(
  fc.record({ do: fc.constant('join' as const), ...some, accessLevel: fc.constantFrom(10, 20, 30) }),
  fc.record({ do: fc.constantFrom('leave' as const, 'block out' as const), ...some }),
  fc.record({ do: fc.constant('open' as const), ...some, visibility: fc.constantFrom('private', 'public') }),
  fc.record({ do: fc.constant('switch' as const), ...some, issues: levels, repository: levels }),
  fc.record({ do: fc.constantFrom('fork' as const, 'wait' as const), ...some }),
  fc.record({ do: fc.constant('wait' as const), ...some }),
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

function take(step: Step, world: World): void {
  const { id, userId } = step
  const project = world.projects.require(id)
  if (step.do === 'join')
    world.members.put({
      id: 9000 + id,
      userId,
      source: 'project',
      sourceId: id,
      accessLevel: step.accessLevel as 10,
      expiresAt: '2024-01-02',
      notificationLevel: 3,
      createdById: null,
      createdAt: 0,
    } as never)
  else if (step.do === 'leave') world.members.delete(9000 + id)
  else if (step.do === 'block out') world.users.update(userId, { external: true })
  else if (step.do === 'open') world.projects.update(id, { visibility: step.visibility as 'public' })
  else if (step.do === 'switch') {
    const { issues, repository } = step
    world.projects.update(id, { features: { ...project.features, issues, repository } })
  }
}

// While somebody notes what is read, nothing is remembered.
const noted = { row: () => {}, run: () => {}, table: () => {} }

test('callers may do the same in projects whether it is remembered or decided anew', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 20 }), (played) => {
      let world: World = here.sim.world.fork()
      let now = NOON
      const decided = () =>
        [5, 6, 7, 8].flatMap((id) => {
          const situation = { world, caller: callerFor(world.users.require(id)), now }
          return (['read_issues', 'read_confidential_issues', 'read_merge_requests'] as const).map(
            (ability) => [1, 2, 3, 4].map(canIn(situation, ability)),
          )
        })
      for (const step of played) {
        if (step.do === 'fork') world = world.fork()
        else if (step.do === 'wait') now += DAY
        else take(step, world)
        world = world.fork()
        decided()
        expect(decided()).toEqual(withReader(noted, decided))
      }
    }),
    { seed: 1, numRuns: 20 },
  )
})
