import type { NewRefAccess } from '../model/branches/protect-branch.ts'
import type { Errors } from '../model/invalid-row.ts'
import { deployKeyWrites } from '../model/keys/keys.ts'
import type { Project } from '../model/projects/project.ts'
import { levelIn, type Situation } from './abilities.ts'
import { hasEnded } from './roles.ts'

/**
 * What is wrong with those whom an access list names: users have to be members of the project, groups have to be
 * invited to it, with whatever role. `attribute` is the list's own.
 */
export function accessErrors(
  situation: Situation,
  project: Project,
  attribute: string,
  list: readonly NewRefAccess[],
): Errors {
  const { world } = situation
  const strange = list.some(({ userId }) => userId !== null && !isMember(situation, project, userId))
  const uninvited = list.some(({ groupId }) => groupId !== null && !isInvited(situation, project, groupId))
  const locked = list.some(
    ({ deployKeyId: id }) => id !== undefined && !deployKeyWrites(world, project.id, id),
  )
  return {
    ...(locked && { [`${attribute}.deploy_key`]: ['is not enabled for this project'] }),
    ...(strange && { [`${attribute}.user`]: ['is not a member of the project'] }),
    ...(uninvited && { [`${attribute}.group`]: ['does not have access to the project'] }),
  }
}

function isMember({ world, caller, now }: Situation, project: Project, userId: number): boolean {
  const user = world.users.get(userId)
  return user !== undefined && levelIn({ world, now, caller: { ...caller, user } }, project) > 0
}

// Groups above the project do not count, as they need no invitation.
function isInvited({ world, now }: Situation, project: Project, groupId: number): boolean {
  const shares = world.shares.by('bySource', 'project', project.id).list()
  return shares.some((share) => share.groupId === groupId && !hasEnded(share, now))
}
