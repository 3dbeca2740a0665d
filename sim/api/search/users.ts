import type { Before } from '../../lib/sort-lazily.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow } from '../../model/groups/group-tree.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { AllMembers } from '../../policy/all-members.ts'
import { ancestorsAndSelf, hasEnded } from '../../policy/roles.ts'
import { seesGroup } from '../../policy/visible.ts'
import { byTime, find, inOrder, type Walk } from './find.ts'
import { byRelevance } from './relevance.ts'
import { orderOf, type SearchRequest } from './search-request.ts'

/** Users are found by terms of one character (search#terms). */
const SHORTEST_TERM = 1

/** Users by name, username or complete email address; the newest first, or without an order the best matches. */
export function findUsers(request: SearchRequest): Iterable<User> {
  const { users } = request.situation.world
  const { relevance, byCreation, oldestFirst } = orderOf(request)
  const query = request.query.replace(/^@/, '').toLowerCase()
  if (query === '' && request.query !== '') return []
  const members = membersIn(request)
  const run = byCreation ? users.by('byCreated') : users.all()
  const everybody: Walk<User> = {
    size: users.size,
    sorted: query === '' || byCreation,
    rows: inOrder<User>(oldestFirst)(run),
  }
  const rows = find({
    candidates: members === undefined ? users.mentioning(piecesOf(query, SHORTEST_TERM)) : undefined,
    walk: () =>
      members === undefined ? everybody : { size: members.length, sorted: false, rows: () => members },
    matches: answering(request.situation, query),
    passes: (user, matches) =>
      (request.situation.caller.admin || (user.state !== 'blocked' && user.state !== 'banned')) &&
      matches(user),
    before: byCreation
      ? byTime(({ createdAt }) => createdAt, oldestFirst)
      : query === ''
        ? byTime(({ id }) => id, false)
        : byPriority(query),
  })
  return relevance ? byRelevance(rows, query, ({ name, username }) => [name, username]) : rows
}

/** Only administrators find blocked accounts, and accounts by private email addresses. */
function answering({ caller }: Situation, query: string): (user: User) => boolean {
  const matches = matcher(query, SHORTEST_TERM)
  return ({ name, username, publicEmail, email }) =>
    matches([name, username]) ||
    publicEmail.toLowerCase() === query ||
    (caller.admin && email.toLowerCase() === query)
}

/** Exact matches of public email address, username and name first, in that order; then the others by name. */
function byPriority(query: string): Before<User> {
  const priority = ({ publicEmail, username, name }: User) => {
    const place = [publicEmail, username, name].findIndex((text) => text.toLowerCase() === query)
    return place < 0 ? 3 : place
  }
  return (a, b) => {
    const apart = priority(a) - priority(b)
    if (apart !== 0) return apart < 0
    return a.name === b.name ? a.id < b.id : a.name < b.name
  }
}

/** The members of a project, or of a group and of its visible ancestors and subgroups. */
function membersIn({ situation, project, group }: SearchRequest): readonly User[] | undefined {
  const { world, now } = situation
  if (group !== undefined) return usersOf(situation, membershipsAround(situation, group))
  if (project === undefined) return undefined
  const members = usersOf(situation, new AllMembers(world, { source: 'project', row: project }, now).list())
  const owner =
    project.namespaceKind === 'user' ? world.users.find('byNamespace', project.namespaceId) : undefined
  return owner === undefined || members.includes(owner) ? members : [...members, owner]
}

function* membershipsAround({ world, caller, now }: Situation, group: Group) {
  for (const place of [...ancestorsAndSelf(world, group), ...groupsBelow(world, group)]) {
    if (!seesGroup(world, caller, place, now)) continue
    for (const member of world.members.by('bySource', 'group', place.id).list())
      if (!hasEnded(member, now)) yield member
  }
}

function usersOf({ world }: Situation, members: Iterable<{ readonly userId: number }>): User[] {
  const ids = new Set([...members].map(({ userId }) => userId))
  return [...ids].map((id) => world.users.require(id))
}
