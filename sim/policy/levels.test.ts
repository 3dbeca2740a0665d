import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accessLevels } from '../model/members/access-level.ts'
import type { World } from '../model/world.ts'
import { withReader } from '../store/reads.ts'
import { perTest } from '../testing/per-test.ts'
import { groupLevel, projectLevel } from './roles.ts'

const here = perTest()
const NOON = Date.UTC(2024, 0, 1, 12)
const DAY = 86_400_000

const place = {
  source: fc.constantFrom('project' as const, 'group' as const),
  sourceId: fc.integer({ min: 1, max: 4 }),
  accessLevel: fc.constantFrom(...Object.values(accessLevels)),
  expiresAt: fc.constantFrom(null, '2024-01-02', '2024-01-03'),
}
const steps = fc.oneof(
  fc.record({ do: fc.constant('member' as const), id: fc.nat(3), userId: fc.nat(3), ...place }),
  fc.record({
    do: fc.constant('share' as const),
    id: fc.nat(3),
    groupId: fc.integer({ min: 1, max: 4 }),
    ...place,
  }),
  fc.record({ do: fc.constantFrom('remove' as const, 'unshare' as const), id: fc.nat(3) }),
  fc.record({
    do: fc.constant('move' as const),
    id: fc.integer({ min: 1, max: 4 }),
    parentId: fc.constantFrom(null, 1),
  }),
  fc.record({
    do: fc.constant('transfer' as const),
    id: fc.integer({ min: 1, max: 4 }),
    namespaceKind: fc.constantFrom('group' as const, 'user' as const),
    namespaceId: fc.constantFrom(1, 2),
    description: fc.string(),
  }),
  fc.record({ do: fc.constantFrom('fork' as const, 'look' as const, 'wait' as const), id: fc.nat(3) }),
)

function take(step: typeof steps extends fc.Arbitrary<infer S> ? S : never, world: World): void {
  const common = { notificationLevel: 3, createdById: null, createdAt: 0 }
  const { do: verb, id } = step
  if (verb === 'member') {
    const { userId, source, sourceId, accessLevel, expiresAt } = step
    world.members.put({
      ...common,
      id: 9000 + id,
      userId: 5 + userId,
      source,
      sourceId,
      accessLevel,
      expiresAt,
    })
  } else if (verb === 'share') {
    const { groupId, source, sourceId, accessLevel, expiresAt } = step
    world.shares.put({ id: 9000 + id, source, sourceId, groupId, accessLevel, expiresAt })
  } else if (verb === 'remove') world.members.delete(9000 + id)
  else if (verb === 'unshare') world.shares.delete(9000 + id)
  else if (verb === 'move' && step.parentId !== id && world.groups.get(id) !== undefined)
    world.groups.update(id, { parentId: step.parentId })
  else if (verb === 'transfer') {
    const { namespaceKind, namespaceId, description } = step
    world.projects.update(id, { namespaceKind, namespaceId, description })
  }
}

// While somebody notes what is read, nothing is remembered.
const noted = { row: () => {}, run: () => {}, table: () => {} }

test('levels are the same whether they are remembered or worked out', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 20 }), (played) => {
      let world: World = here.sim.world.fork()
      let now = NOON
      const levels = () =>
        [5, 6, 7, 8].flatMap((id) => {
          const user = world.users.require(id)
          return [1, 2, 3, 4].flatMap((at) => [
            projectLevel(world, user, world.projects.require(at), now),
            groupLevel(world, user, world.groups.get(at), now),
          ])
        })
      for (const step of played) {
        if (step.do === 'fork') world = world.fork()
        else if (step.do === 'wait') now += DAY
        else take(step, world)
        expect(levels()).toEqual(withReader(noted, levels))
      }
    }),
    { seed: 1, numRuns: 40 },
  )
})
