import { starrerEntity } from '../../entities/user-preference.ts'
import type { Project, Star } from '../../model/projects/project.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { string } from '../../protocol/params.ts'
import { followed } from '../../store/orders.ts'
import { byId, listOfPlace, oneOfThese, placeIn, where } from '../shared/place-list.ts'
import { FEW, type RowFilter } from '../shared/row-filters.ts'
import { anyOf } from '../shared/table-list.ts'

export const listStarrers = operation(
  {
    method: 'GET',
    path: '/projects/:id/starrers',
    summary: 'List the starrers of a project',
    auth: 'public',
    subject: 'project',
    params: { search: string({ about: 'Part of the name or username' }) },
    answers: { many: starrerEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, params, view: { situation } }) =>
    listOfPlace<Star>({
      world,
      rows: world.stars,
      ...placeIn(project, world.stars.by('byProject', project.id)),
      ...byId,
      direction: 'desc',
      filters: [...ofShownProfiles(situation, project), ...ofUsersNamed(world, project, params.search)],
    }),
)

function ofShownProfiles(situation: Situation, { id }: Project): RowFilter<Star>[] {
  const { world, caller } = situation
  if (caller.admin) return []
  const place = { world, rows: world.stars }
  const isShown = ({ userId }: Star, { users }: World) => {
    const { privateProfile, state } = users.require(userId)
    return !privateProfile && state === 'active'
  }
  const users = followed<User, World>(
    ({ users }) => users.state,
    ({ before, after }, { stars }) => stars.by('byUser', (after ?? before)?.id ?? 0).ids() as number[],
  )
  const own = caller.user === undefined ? [] : world.stars.by('byUser', caller.user.id, id).list()
  return [anyOf([where<Star>(place, 'of shown profiles', isShown, undefined, [users]), oneOfThese(own)])]
}

function ofUsersNamed(world: World, { id }: Project, search: string | null | undefined): RowFilter<Star>[] {
  if (!search) return []
  const matches = matcher(search, 1)
  const passes = ({ userId }: Star) => {
    const { name, username } = world.users.require(userId)
    return matches([name, username])
  }
  const users = world.users.mentioning(piecesOf(search, 1))
  if (users === undefined || users.count > FEW) return [{ passes }]
  const rows = [...users.rows()].flatMap((user) => world.stars.by('byUser', user.id, id).list())
  return [{ passes, among: { count: rows.length, rows: () => rows } }]
}
