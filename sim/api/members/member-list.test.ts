import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccessLevel } from '../../model/members/access-level.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const MANY = 1100
const PROJECT = 1
const base = testSimulator()
const first = Number(base.world.users.last()?.id) + 1
const pattern = base.world.users.require(4)
base.world.users.fill([
  ...base.world.users.all().list(),
  ...Array.from({ length: MANY }, (_, i) => ({
    ...pattern,
    id: first + i,
    username: `u${i}`,
    name: `User ${i}`,
  })),
])
const firstMember = Number(base.world.members.last()?.id) + 1
const member = base.world.members.all().first()
if (member === undefined) throw new Error('the world has no members')
base.world.members.fill([
  ...base.world.members.all().list(),
  ...Array.from({ length: MANY }, (_, i) => ({
    ...member,
    id: firstMember + i,
    source: 'project' as const,
    sourceId: PROJECT,
    userId: first + i,
    accessLevel: 30 as const,
  })),
])
const outside = base.world.groups.all().last()?.id ?? 0
const GROUP = base.world.projects.require(PROJECT).namespaceId

const levels = fc.constantFrom<AccessLevel>(10, 20, 30, 40, 50)
const steps = fc.record({
  write: fc.constantFrom('group', 'outside', 'project', 'leave', 'share', 'unshare'),
  user: fc.nat({ max: 5 }),
  level: levels,
  page: fc.constantFrom(1, 30, 56),
})
type Listed = { readonly id: number; readonly access_level?: number }

test('each of many members of a project is listed once, with the highest of all levels', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 8 }), (asked) => {
      const simulator = base.fork()
      const { world } = simulator
      const root = callsOf(simulator, 'root')
      for (const [i, { write, user, level, page }] of asked.entries()) {
        const userId = first + user * 200
        const id = firstMember + MANY + i
        const join = (sourceId: number) =>
          world.members.find('bySource', 'group', sourceId, userId) === undefined &&
          world.members.put({ ...member, id, source: 'group', sourceId, userId, accessLevel: level })
        if (write === 'group') join(GROUP)
        if (write === 'outside') join(outside)
        const own = firstMember + user * 200
        if (write === 'project' && world.members.get(own) !== undefined)
          world.members.update(own, { accessLevel: level })
        if (write === 'leave') world.members.delete(world.members.by('byUser', userId).first()?.id ?? 0)
        if (write === 'share')
          world.shares.put({
            id: 9000,
            source: 'project',
            sourceId: PROJECT,
            groupId: outside,
            accessLevel: level,
            expiresAt: null,
          })
        if (write === 'unshare') world.shares.delete(9000)
        const listed: readonly Listed[] = root.get(`/projects/${PROJECT}/members/all?page=${page}`).json
        for (const { id, access_level } of listed)
          expect(root.get(`/projects/${PROJECT}/members/all/${id}`).json.access_level).toBe(access_level)
        const some = `user_ids=${userId}`
        const alone: readonly Listed[] = root.get(`/projects/${PROJECT}/members/all?${some}`).json
        const one = root.get(`/projects/${PROJECT}/members/all/${userId}`)
        expect(alone).toEqual(one.status === 200 ? [one.json] : [])
        const users = root.get(`/projects/${PROJECT}/users?search=User ${user * 200}`)
          .json as readonly Listed[]
        expect(users.some(({ id }) => id === userId)).toBe(one.status === 200)
      }
    }),
    { numRuns: 8 },
  )
})
