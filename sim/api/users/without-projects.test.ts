import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { User } from '../../model/users/user.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { projectLevel } from '../../policy/roles.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

/** More than are looked at one by one. */
const MANY = 1010
const base = testSimulator()
const some = base.world.users.require(2)
const first = Number(base.world.users.last()?.id) + 1
base.world.users.fill([
  ...base.world.users.all().list(),
  ...Array.from({ length: MANY }, (_, i) => {
    const name = `row-${i}`
    return { ...some, id: first + i, username: name, email: `${name}@example.com`, namespaceId: 90_000 + i }
  }),
])
const [top, below, other] = [9001, 9002, 9003]
const someGroup = base.world.groups.require(1)
for (const id of [top, below, other])
  base.world.groups.put({
    ...someGroup,
    id,
    parentId: id === below ? top : null,
    path: `${id}`,
    fullPath: `${id}`,
  })
const share = { id: 9000, accessLevel: 30, expiresAt: null } as const
const someMember = base.world.members.all().first()
const someProject = base.world.projects.require(1)

const url = '/users?without_projects=true&per_page=20&order_by=id&sort=asc'
callsOf(base, 'root').get(url)

const steps = fc.record({
  write: fc.constantFrom('join', 'leave', 'share', 'unshare', 'project', 'gone', 'move', 'joinProject'),
  user: fc.nat({ max: 3 }),
  group: fc.constantFrom(top, below, other),
})

test('users without projects are told whatever gives or takes a role', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 3, maxLength: 12 }), (made) => {
      const sim = base.fork()
      const { world } = sim
      const root = callsOf(sim, 'root')
      for (const [i, { write, user, group }] of made.entries()) {
        const userId = first + user
        const id = 90_000 + i
        const join = (source: 'group' | 'project', sourceId: number) =>
          someMember &&
          world.members.find('bySource', source, sourceId, userId) === undefined &&
          world.members.put({ ...someMember, id, source, sourceId, userId, accessLevel: 30, expiresAt: null })
        if (write === 'join') join('group', group)
        if (write === 'joinProject') join('project', 9000)
        if (write === 'leave') world.members.delete(world.members.by('byUser', userId).first()?.id ?? 0)
        if (write === 'share')
          world.shares.put(
            i % 2 === 0
              ? { ...share, source: 'project', sourceId: 9000, groupId: group }
              : { ...share, source: 'group', sourceId: top, groupId: other },
          )
        if (write === 'unshare') world.shares.delete(9000)
        const namespace =
          user === 0
            ? ({ namespaceKind: 'user', namespaceId: 90_000 + (i % 4) } as const)
            : ({ namespaceKind: 'group', namespaceId: group } as const)
        if (write === 'project')
          world.projects.put({ ...someProject, id: 9000, path: 'row', fullPath: 'row', ...namespace })
        if (write === 'gone') world.projects.delete(9000)
        if (write === 'move') world.groups.update(below, { parentId: group === below ? null : group })
        const has = (one: User) =>
          memberProjects(world, one).some((it) => projectLevel(world, one, it, 0) > 0)
        const expected = [0, 1, 2, 3].filter((at) => !has(world.users.require(first + at)))
        const listed = root.get(url).json
        const found = listed.map((one: { readonly id: number }) => one.id - first)
        expect(found.filter((at: number) => at >= 0 && at < 4)).toEqual(expected)
      }
    }),
    { numRuns: 15 },
  )
})
