import { choiceOf } from '../groups/group-settings.ts'
import { topGroupOf } from '../groups/group-tree.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import type { MemberSource } from './member.ts'

/** Refuses a member whose address is of none of the domains that the topmost group allows. Throws InvalidRow. */
export function refuseOtherDomain(world: World, source: MemberSource, sourceId: number, user: User): void {
  const told = user.bot ? undefined : otherDomain(world, source, sourceId, user.email)
  if (told !== undefined) throw new InvalidRow({ user: [told] })
}

/** What is told of an address of a domain that is not allowed; undefined where it is, or where all are. */
export function otherDomain(
  world: World,
  source: MemberSource,
  sourceId: number,
  email: string,
): string | undefined {
  const domains = allowedDomains(world, source, sourceId)
  const isAllowed = domains.some((domain) => email.toLowerCase().endsWith(`@${domain.toLowerCase()}`))
  if (domains.length === 0 || isAllowed) return undefined
  const which = domains.length === 1 ? `domain of ${domains[0]}` : `domains: ${domains.join(', ')}`
  return `email '${email}' does not match the allowed ${which}`
}

function allowedDomains(world: World, source: MemberSource, sourceId: number): readonly string[] {
  const project = source === 'project' ? world.projects.get(sourceId) : undefined
  const groupId = project?.namespaceKind === 'group' ? project.namespaceId : sourceId
  if (project !== undefined && project.namespaceKind !== 'group') return []
  const group = world.groups.get(groupId)
  const list = group === undefined ? null : choiceOf(topGroupOf(world, group), 'mailDomains')
  return (list ?? '')
    .split(',')
    .map((domain) => domain.trim())
    .filter((domain) => domain !== '')
}
