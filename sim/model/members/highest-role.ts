import { largest } from '../../lib/lists.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { accessLevels } from './access-level.ts'

/** The highest level of a user in any group or project, the projects of their own namespace included; 0 is none. */
export function highestRole(world: World, { id, namespaceId }: User): number {
  const owns = world.projects.by('byNamespace', 'user', namespaceId).count() > 0
  const levels = world.members
    .by('byUser', id)
    .list()
    .map(({ accessLevel }) => accessLevel)
  return largest(levels, owns ? accessLevels.owner : 0)
}
