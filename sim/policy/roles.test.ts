import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AccessLevel, accessLevels } from '../model/members/access-level.ts'
import type { Member, Share } from '../model/members/member.ts'
import type { World } from '../model/world.ts'
import { perTest } from '../testing/per-test.ts'
import { isoTime } from '../time/calendar.ts'
import { memberProjects } from './member-projects.ts'
import { groupLevel, projectLevel } from './roles.ts'
import { seesGroup, seesProject } from './visible.ts'

// In the demo world: group 2 is inside group 1, project 2 inside group 2, group 100 elsewhere; mallory is in none.
const here = perTest()
const MALLORY = 7
const TODAY = '2024-01-01'
const NOW = Date.UTC(2024, 0, 1, 12)

const levels = fc.constantFrom<AccessLevel>(10, 20, 30, 40, 50)
const days = fc.constantFrom(null, null, '2023-12-31', TODAY, '2024-01-02')
const places = fc.constantFrom(
  { source: 'project', sourceId: 2 } as const,
  { source: 'group', sourceId: 2 } as const,
  { source: 'group', sourceId: 1 } as const,
  { source: 'group', sourceId: 100 } as const,
)
type Membership = Pick<Member, 'source' | 'sourceId' | 'accessLevel' | 'expiresAt'>
type Invitation = Pick<Share, 'source' | 'sourceId' | 'accessLevel' | 'expiresAt' | 'groupId'>

const memberships: fc.Arbitrary<Membership[]> = fc.uniqueArray(
  fc
    .tuple(places, levels, days)
    .map(([place, accessLevel, expiresAt]) => ({ ...place, accessLevel, expiresAt })),
  { selector: ({ source, sourceId }) => `${source} ${sourceId}`, maxLength: 4 },
)
const invitations: fc.Arbitrary<Invitation[]> = fc.array(
  fc
    .tuple(places, levels, days, fc.constantFrom(1, 2, 100))
    .map(([place, accessLevel, expiresAt, groupId]) => ({ ...place, accessLevel, expiresAt, groupId })),
  // More than are looked at one by one.
  { maxLength: 30, size: 'max' },
)

function arrange(world: World, members: readonly Membership[], shares: readonly Invitation[]): void {
  const common = { userId: MALLORY, notificationLevel: 3, createdById: null, createdAt: 0 }
  for (const [i, member] of members.entries()) world.members.insert({ ...common, ...member, id: 9000 + i })
  for (const [i, share] of shares.entries()) world.shares.insert({ ...share, id: 9000 + i })
}

/** A membership ends as its day begins. */
const holds = ({ expiresAt }: { readonly expiresAt: string | null }) =>
  expiresAt === null || expiresAt > TODAY

const above: { readonly [group: number]: readonly number[] } = { 1: [1], 2: [2, 1], 100: [100] }

/** The level as a sentence says it: the highest of all ways in, where a share caps what its group's members have. */
function expectedLevel(
  members: readonly Membership[],
  shares: readonly Invitation[],
  groups: readonly number[],
  projectId?: number,
): number {
  const here = ({ source, sourceId }: { readonly source: string; readonly sourceId: number }) =>
    source === 'project' ? sourceId === projectId : groups.includes(sourceId)
  const direct = members
    .filter((member) => holds(member) && here(member))
    .map(({ accessLevel }) => accessLevel)
  const shared = shares
    .filter((share) => holds(share) && here(share))
    .flatMap(({ groupId, accessLevel }) =>
      members
        .filter(
          (member) =>
            holds(member) && member.source === 'group' && (above[groupId] ?? []).includes(member.sourceId),
        )
        .map((member) => Math.min(member.accessLevel, accessLevel)),
    )
  return Math.max(0, ...direct, ...shared)
}

describe('a user’s level', () => {
  test('is the highest of all memberships and shares that hold', () => {
    fc.assert(
      fc.property(memberships, invitations, (members, shares) => {
        const { world } = here.sim.fork()
        arrange(world, members, shares)
        const user = world.users.require(MALLORY)
        expect(projectLevel(world, user, world.projects.require(2), NOW)).toBe(
          expectedLevel(members, shares, [2, 1], 2),
        )
        for (const id of [1, 2, 100])
          expect(groupLevel(world, user, world.groups.require(id), NOW)).toBe(
            expectedLevel(members, shares, above[id] ?? []),
          )
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test('is that of an owner in their own namespace, whatever else they are', () => {
    const { world } = here.sim
    world.members.delete(world.members.find('bySource', 'project', 4, 2)?.id ?? 0)
    expect(projectLevel(world, world.users.require(2), world.projects.require(4), NOW)).toBe(
      accessLevels.owner,
    )
    expect(projectLevel(world, world.users.require(1), world.projects.require(4), NOW)).toBe(
      accessLevels.none,
    )
  })

  test('ends at midnight of the day on which it expires', () => {
    const { world } = here.sim
    arrange(world, [{ source: 'project', sourceId: 2, accessLevel: 30, expiresAt: '2024-01-02' }], [])
    const at = (now: number) =>
      projectLevel(world, world.users.require(MALLORY), world.projects.require(2), now)
    const midnight = Date.parse('2024-01-02')
    expect([at(midnight - 1), at(midnight)]).toEqual([accessLevels.developer, accessLevels.none])
    expect(isoTime(midnight)).toBe('2024-01-02T00:00:00.000Z')
  })
})

test('the projects of a member are among those in which they may have a level, and leave none of these out', () => {
  fc.assert(
    fc.property(memberships, invitations, (members, shares) => {
      const { world } = here.sim.fork()
      arrange(world, members, shares)
      const user = world.users.require(MALLORY)
      const found = memberProjects(world, user)
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      for (const project of world.projects.all().list())
        if (projectLevel(world, user, project, NOW) > accessLevels.none) expect(found).toContain(project)
    }),
    { seed: 2, numRuns: 200 },
  )
})

describe('whoever is a member', () => {
  const caller = (world: World) => ({
    user: world.users.require(MALLORY),
    admin: false,
    token: undefined,
    scopes: [],
    sudoBy: undefined,
  })

  test('sees what they are a member of, and the groups above it', () => {
    fc.assert(
      fc.property(memberships, (members) => {
        const { world } = here.sim.fork()
        for (const id of [1, 2, 100]) world.groups.update(id, { visibility: 'private' })
        world.projects.update(2, { visibility: 'private' })
        arrange(world, members, [])
        const mallory = caller(world)
        const [inProject, in2, in1, in100] = [
          [2, 'project'],
          [2, 'group'],
          [1, 'group'],
          [100, 'group'],
        ].map(([id, source]) =>
          members.some((member) => holds(member) && member.source === source && member.sourceId === id),
        )
        expect(seesProject(world, mallory, world.projects.require(2), NOW)).toBe(
          Boolean(inProject || in2 || in1),
        )
        expect(seesGroup(world, mallory, world.groups.require(1), NOW)).toBe(Boolean(inProject || in2 || in1))
        expect(seesGroup(world, mallory, world.groups.require(2), NOW)).toBe(Boolean(inProject || in2 || in1))
        expect(seesGroup(world, mallory, world.groups.require(100), NOW)).toBe(in100)
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})
