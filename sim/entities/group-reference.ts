import type { Group } from '../model/groups/group.ts'
import type { View } from './entity.ts'

/** A reference from the group that is shown: the path of its own projects is enough, others are named in full. */
export function fromGroup(
  { projectId }: { readonly projectId: number },
  reference: string,
  { world, named }: View,
): string {
  const project = world.projects.require(projectId)
  const group = named('group') as Group | undefined
  const own = project.namespaceKind === 'group' && project.namespaceId === group?.id
  return `${own ? project.path : project.fullPath}${reference}`
}
