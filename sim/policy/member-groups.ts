import type { Group } from '../model/groups/group.ts'
import { groupsBelow } from '../model/groups/group-tree.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'

/** Groups in which a user may have a role: by membership, by a share with one of those, or below one of them. */
export function memberGroups(world: World, user: User): Group[] {
  const found = new Map<number, Group>()
  const add = (group: Group | undefined) => {
    if (group === undefined || found.has(group.id)) return
    found.set(group.id, group)
    for (const child of groupsBelow(world, group)) found.set(child.id, child)
  }
  for (const { sourceId } of world.members.by('byUser', user.id, 'group').list())
    add(world.groups.get(sourceId))
  for (const id of [...found.keys()])
    for (const share of world.shares.by('byGroup', id).list())
      if (share.source === 'group') add(world.groups.get(share.sourceId))
  return [...found.values()]
}
