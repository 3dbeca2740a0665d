import { entity, integer, text, timestamp } from '../../entities/entity.ts'
import { groupRefEntity } from '../../entities/group-ref.ts'
import { userRefEntity } from '../../entities/user-ref.ts'
import { inEach } from '../../lib/dialect.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsAbove } from '../../model/groups/group-tree.ts'
import type { Project } from '../../model/projects/project.ts'
import { matcher } from '../../model/search/search.ts'
import { type User, userTexts } from '../../model/users/user.ts'
import { AllMembers } from '../../policy/all-members.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integerList, oneOf, string, withDefault } from '../../protocol/params.ts'
import { allGroups, byGroupName, invitedTo, withoutGroups } from '../shared/group-filters.ts'
import { byId, oneOfThese, saying, where } from '../shared/place-list.ts'
import { rolesTaken } from '../shared/role-levels.ts'
import { FEW, inSet, type RowFilter } from '../shared/row-filters.ts'
import { anyOf, leftOut, listOfTable } from '../shared/table-list.ts'

const storageEntity = entity<Project>('ProjectStorage', {
  project_id: integer(({ id }) => id),
  disk_path: text(({ id }) => {
    const digits = sha256Hex(String(id))
    return `@hashed/${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits}`
  }),
  created_at: timestamp(({ createdAt }) => createdAt),
  repository_storage: text(({ repositoryStorage }) => repositoryStorage),
})

export const listProjectGroups = operation(
  {
    method: 'GET',
    path: '/projects/:id/groups',
    summary: 'List the groups of a project',
    auth: 'public',
    subject: 'project',
    params: {
      search: string({ about: 'Part of the name or path' }),
      skip_groups: integerList({ about: 'IDs of groups to leave out' }),
      with_shared: withDefault(
        boolean({ about: 'Also lists the groups that the project is shared with' }),
        false,
      ),
      shared_visible_only: withDefault(
        boolean({ about: 'Of the shared groups, lists only those visible to the caller' }),
        false,
      ),
      shared_min_access_level: inEach(rolesTaken, (levels: readonly number[]) =>
        oneOf(levels, {
          about: 'Of the shared groups, lists only those with this access level at least',
        }),
      ),
    },
    answers: { many: groupRefEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const place = allGroups(world)
    const { search, shared_visible_only: onlyVisible, shared_min_access_level: least } = params
    const above = oneOfThese([...groupsAbove(world, project)])
    const shared = params.with_shared ? [invitedTo(world, [['project', project.id]], least ?? 0)] : []
    const wanted = anyOf([above, ...shared])
    const matches = matcher(search ?? '', 1)
    const filters: RowFilter<Group>[] = [wanted, ...withoutGroups(params.skip_groups)]
    if (search)
      filters.push(where(place, `name or path ${search}`, ({ name, path }) => matches([name, path])))
    if (onlyVisible) filters.push({ passes: (group) => above.passes(group) || view.can('read_group', group) })
    return listOfTable<Group>({ ...place, ...byGroupName(world), direction: 'asc', filters })
  },
)

export const listProjectUsers = operation(
  {
    method: 'GET',
    path: '/projects/:id/users',
    summary: 'List the users of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_members',
    params: {
      search: string({ about: 'Part of the name or username' }),
      skip_users: integerList({ about: 'IDs of users to leave out' }),
    },
    answers: { many: userRefEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, params, now }) => {
    const members = new AllMembers(world, { source: 'project', row: project }, now)
    const place = { world, rows: world.users }
    const filters: RowFilter<User>[] = saying<User>(place, params.search, 1, userTexts.names)
    const skipped = (params.skip_users ?? []).flatMap((id) => world.users.get(id) ?? [])
    if (skipped.length > 0) filters.push(leftOut(oneOfThese(skipped)))
    if (members.count <= FEW) {
      const users = members.list().map(({ userId }) => world.users.require(userId))
      return listingOf(
        users.filter((user) => filters.every(({ passes }) => passes(user))).sort((a, b) => a.id - b.id),
      )
    }
    const { users } = members
    filters.push({ passes: (user) => users.has(user, world), ...inSet<User>(place, users) })
    return listOfTable<User>({ ...place, run: world.users.all(), ...byId, direction: 'asc', filters })
  },
)

export const getProjectStorage = operation(
  {
    method: 'GET',
    path: '/projects/:id/storage',
    summary: 'Get the repository storage of a project',
    auth: 'admin',
    subject: 'project',
    answers: { one: storageEntity },
    beyond: true,
  },
  ({ project }) => project,
)
