import type { Namespace } from '../../model/projects/create-project.ts'
import { isKeptFromCreating } from '../../model/users/rights-to-create.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'

/** Why there can be no further project in a personal namespace; undefined where there can (projects#project-limit). */
export function limitReached(world: World, namespace: Namespace, creator: User): string | undefined {
  if (namespace.kind === 'group') return undefined
  const { projectsLimit: limit, namespaceId } = namespace.user
  if (
    world.projects.by('byNamespace', 'user', namespaceId).count() < limit &&
    !isKeptFromCreating(world, creator)
  )
    return undefined
  if (limit === 0)
    return 'Personal project creation is not allowed. Please contact your administrator with questions'
  return `Your project limit is ${limit} projects! Please contact your administrator to increase it`
}
