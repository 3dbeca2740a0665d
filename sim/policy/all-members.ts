import type { Group } from '../model/groups/group.ts'
import type { AccessLevel } from '../model/members/access-level.ts'
import type { Member, MemberSource } from '../model/members/member.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { followed } from '../store/orders.ts'
import type { SetDefinition } from '../store/sets.ts'
import { dayOf, type Instant } from '../time/calendar.ts'
import type { MemberPlace } from './members.ts'
import { ancestorsAndSelf, groupOf, hasEnded } from './roles.ts'

/** A project or a group whose members count in a place, at most with a level. */
interface Source {
  readonly source: MemberSource
  readonly id: number
  readonly most?: AccessLevel
}

/** Direct and inherited members of a place, those of invited groups too; each user once, with the highest level. */
export class AllMembers {
  readonly #world: World
  readonly #now: Instant
  readonly #sources: readonly Source[]

  constructor(world: World, place: MemberPlace, now: Instant) {
    this.#world = world
    this.#now = now
    this.#sources = [...sourcesOf(world, place, now)]
  }

  /** The number of memberships, of which a user may have several. */
  get count(): number {
    const { members } = this.#world
    return this.#sources.reduce((sum, { source, id }) => sum + members.by('byPlace', source, id).count(), 0)
  }

  /** By their ids. */
  list(): Member[] {
    return [...this.#highest().values()].sort((a, b) => a.id - b.id)
  }

  /** The membership of one user, with the level that the user has in the place. */
  of(userId: number): Member | undefined {
    let highest: Member | undefined
    for (const source of this.#sources)
      for (const member of this.#of(source, userId))
        if (highest === undefined || member.accessLevel > highest.accessLevel) highest = member
    return highest
  }

  /** The memberships in the list, as a set. */
  get memberships(): SetDefinition<Member, World> {
    return {
      name: this.#name,
      has: ({ id, userId }) => this.of(userId)?.id === id,
      ids: () => [...this.#highest().values()].map(({ id }) => id),
      follows: [
        followed<Member, World>(
          ({ members }) => members.state,
          ({ before, after }, { members }) =>
            [before, after].flatMap((member) =>
              member === undefined ? [] : (members.by('byUser', member.userId).ids() as number[]),
            ),
        ),
      ],
    }
  }

  /** The users who are in the list, as a set. */
  get users(): SetDefinition<User, World> {
    return {
      name: this.#name,
      has: ({ id }) => this.of(id) !== undefined,
      ids: () => this.#highest().keys(),
      follows: [
        followed<Member, World>(
          ({ members }) => members.state,
          ({ before, after }) => [before, after].flatMap((member) => member?.userId ?? []),
        ),
      ],
    }
  }

  // All that the list follows from beside the memberships, some of which end with a day.
  get #name(): string {
    const sources = this.#sources.map(({ source, id, most }) => `${source} ${id} ${most ?? ''}`)
    return `all members ${dayOf(this.#now)} of ${sources}`
  }

  #highest(): Map<number, Member> {
    const highest = new Map<number, Member>()
    for (const source of this.#sources)
      for (const member of this.#of(source)) {
        const known = highest.get(member.userId)
        if (known === undefined || member.accessLevel > known.accessLevel) highest.set(member.userId, member)
      }
    return highest
  }

  // Of one user, if one is given.
  *#of({ source, id, most }: Source, ...user: readonly number[]): Generator<Member> {
    const { members } = this.#world
    const own =
      user.length === 0 ? members.by('byPlace', source, id) : members.by('bySource', source, id, ...user)
    for (const member of own.list()) {
      if (hasEnded(member, this.#now)) continue
      yield most === undefined || member.accessLevel <= most ? member : { ...member, accessLevel: most }
    }
  }
}

/** The membership of one user: their own in the place, or the highest of all that count there. */
export function memberWith(
  world: World,
  place: MemberPlace,
  which: 'direct' | 'all',
  userId: number,
  now: Instant,
): Member | undefined {
  return which === 'direct'
    ? world.members.find('bySource', place.source, place.row.id, userId)
    : new AllMembers(world, place, now).of(userId)
}

function* sourcesOf(world: World, { source, row }: MemberPlace, now: Instant): Generator<Source> {
  const above = source === 'project' ? groupOf(world, row) : parentOf(world, row)
  const groups = [...ancestorsAndSelf(world, above)].map(({ id }) => ({ source: 'group' as const, id }))
  for (const place of [{ source, id: row.id }, ...groups]) {
    yield place
    for (const share of world.shares.by('bySource', place.source, place.id).list())
      if (!hasEnded(share, now))
        for (const { id } of ancestorsAndSelf(world, world.groups.get(share.groupId)))
          yield { source: 'group', id, most: share.accessLevel }
  }
}

function parentOf(world: World, group: Group): Group | undefined {
  return group.parentId === null ? undefined : world.groups.get(group.parentId)
}
