import { describe, expect, test } from 'vitest'
import { type AccessLevel, accessLevels, type Role } from '../model/members/access-level.ts'
import type { World } from '../model/world.ts'
import { perTest } from '../testing/per-test.ts'
import { type Ability, type AbilityName, abilities, can } from './abilities.ts'
import { anonymous, type Caller } from './caller.ts'

const here = perTest()
const NOW = Date.UTC(2024, 0, 1)
const table = Object.entries(abilities) as [AbilityName, Ability][]
const roles = ['guest', 'reporter', 'developer', 'maintainer', 'owner'] as const satisfies Role[]

/** Whether mallory may, as a member of that level of project 2 and group 2, or of none. */
function mallory(world: World, level: AccessLevel): Caller {
  for (const source of ['project', 'group'] as const) {
    const id = source === 'project' ? 9000 : 9001
    world.members.delete(id)
    const member = {
      id,
      source,
      sourceId: 2,
      userId: 7,
      accessLevel: level,
      notificationLevel: 3,
      expiresAt: null,
      createdById: null,
      createdAt: 0,
    }
    if (level > 0) world.members.insert(member)
  }
  return { ...anonymous, user: world.users.require(7) }
}

/** The row of the demo world that stands for each subject of abilities. */
function subjectOf(world: World, { on }: Ability) {
  switch (on) {
    case 'project':
      return world.projects.require(2)
    case 'group':
      return world.groups.require(2)
    case 'merge_request':
      return world.mergeRequests.require(51)
    case 'issue':
      return world.issues.by('byIid', 2).first()
    default:
      return on satisfies never
  }
}

function may(world: World, caller: Caller, name: AbilityName): boolean {
  return can({ world, caller, now: NOW }, name, subjectOf(world, abilities[name]) as never)
}

function hide(world: World): void {
  world.projects.update(2, { visibility: 'private' })
  for (const id of [1, 2]) world.groups.update(id, { visibility: 'private' })
}

describe.each(table)('%s', (name, ability) => {
  test('belongs to every role from some role on', () => {
    const { world } = here.sim
    hide(world)
    const holders = roles.filter((role) => may(world, mallory(world, accessLevels[role]), name))
    expect(holders).toEqual(roles.slice(roles.indexOf(holders[0] ?? 'owner')))
    expect(holders.length).toBeGreaterThan(0)
    expect(accessLevels[holders[0] ?? 'guest']).toBeGreaterThanOrEqual(accessLevels[ability.member])
  })

  test('belongs to nobody outside where nothing is open', () => {
    const { world } = here.sim
    hide(world)
    expect(may(world, mallory(world, 0), name)).toBe(false)
    expect(may(world, anonymous, name)).toBe(false)
  })

  test('never makes an anonymous caller more than one who is signed in', () => {
    const { world } = here.sim
    world.projects.update(2, { visibility: 'public' })
    for (const id of [1, 2]) world.groups.update(id, { visibility: 'public' })
    if (may(world, anonymous, name)) expect(may(world, mallory(world, 0), name)).toBe(true)
    expect(may(world, anonymous, name)).toBe(ability.others === 'anyone')
  })

  test('belongs to administrators', () => {
    const { world } = here.sim
    hide(world)
    expect(may(world, { ...anonymous, user: world.users.require(1), admin: true }, name)).toBe(true)
  })

  if (ability.writes)
    test('belongs to nobody while the project is archived', () => {
      const { world } = here.sim
      world.projects.update(2, { archived: true })
      expect(may(world, mallory(world, accessLevels.owner), name)).toBe(false)
      expect(may(world, { ...anonymous, user: world.users.require(1), admin: true }, name)).toBe(false)
    })
})
