import type { Group } from '../../model/groups/group.ts'
import { groupsBelow, projectsBelow } from '../../model/groups/group-tree.ts'
import type { Member, MemberSource } from '../../model/members/member.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { followed } from '../../store/orders.ts'
import type { Run } from '../../store/run.ts'
import type { SetDefinition } from '../../store/sets.ts'
import { AT_ONCE, inSet, type RowFilter } from '../shared/row-filters.ts'

/** A top-level group and what lies below it, whose members are billable. */
export class BillablePlaces {
  readonly #world: World
  /** Groups before projects: of several memberships of a user the one of the first place counts. */
  readonly #places: ReadonlyMap<string, number>
  readonly #runs: readonly Run<Member>[]

  constructor(world: World, group: Group) {
    this.#world = world
    const places: (readonly [MemberSource, number])[] = []
    for (const { id } of [group, ...groupsBelow(world, group)]) places.push(['group', id])
    for (const { id } of projectsBelow(world, group)) places.push(['project', id])
    this.#places = new Map(places.map((place, i) => [place.join(' '), i]))
    this.#runs = places.map((place) => world.members.by('bySource', ...place))
  }

  /** The memberships of a user, the one that counts first. */
  of(userId: number): Member[] {
    const all = this.#world.members.by('byUser', userId).list()
    return all
      .filter((member) => this.#placeOf(member) >= 0)
      .sort((a, b) => this.#placeOf(a) - this.#placeOf(b))
  }

  #placeOf({ source, sourceId }: Member): number {
    return this.#places.get(`${source} ${sourceId}`) ?? -1
  }

  /** The memberships that count, by users, where there are few. */
  few(): ReadonlyMap<number, Member> | undefined {
    if (this.#count() > AT_ONCE) return undefined
    const few = new Map<number, Member>()
    for (const run of this.#runs)
      for (const member of run.list()) if (!few.has(member.userId)) few.set(member.userId, member)
    return few
  }

  #count(): number {
    return this.#runs.reduce((sum, run) => sum + run.count(), 0)
  }

  /** The users who have one. */
  get users(): RowFilter<User> {
    const has = ({ id }: User) => this.of(id).length > 0
    const members = () => this.#runs.flatMap((run) => run.list())
    const definition: SetDefinition<User, World> = {
      // It has all that the set follows from beside the memberships.
      name: `billable in ${[...this.#places.keys()]}`,
      has,
      ids: () => new Set(members().map(({ userId }) => userId)),
      follows: [
        followed<Member, World>(
          ({ members }) => members.state,
          ({ before, after }) => [before, after].flatMap((member) => member?.userId ?? []),
        ),
      ],
    }
    return {
      passes: has,
      among: {
        count: this.#count(),
        rows: () => members().map(({ userId }) => this.#world.users.require(userId)),
      },
      ...inSet<User>({ rows: this.#world.users, world: this.#world }, definition),
    }
  }
}
