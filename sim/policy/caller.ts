import type { Scope, Token } from '../model/access-tokens/token.ts'
import { groupsAbove } from '../model/groups/group-tree.ts'
import { allowsJobsFrom } from '../model/pipelines/job-token-scopes.ts'
import type { Project } from '../model/projects/project.ts'
import { switchedOn } from '../model/settings/in-force.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'

/** Who makes a request, once credentials and sudo are settled. */
export interface Caller {
  /** Undefined for an anonymous caller. */
  readonly user: User | undefined
  /** Administrator powers, which need an administrator's account. */
  readonly admin: boolean
  /** The credential; undefined for an anonymous caller. */
  readonly token: Token | undefined
  readonly scopes: readonly Scope[]
  /** The administrator who acts as `user`. */
  readonly sudoBy: User | undefined
}

export const anonymous: Caller = {
  user: undefined,
  admin: false,
  token: undefined,
  scopes: [],
  sudoBy: undefined,
}

/** True for a job or deploy token outside its own project, where it counts as anonymous. */
export function isForeignCredential(
  { token }: Caller,
  project: Pick<Project, 'id' | 'namespaceId' | 'namespaceKind'>,
  world: World,
): boolean {
  if (token?.kind === 'deploy' && token.groupId !== undefined)
    return !groupsAbove(world, project).some(({ id }) => id === token.groupId)
  if (token?.kind === 'job' && token.projectId !== null && token.projectId !== project.id)
    return !allowsJobsFrom(world, project.id, token.projectId)
  return token?.kind === 'deploy' && token.projectId !== project.id
}

/**
 * True when a token opens what its user may do as an administrator; with admin mode on, few do
 * (settings#admin-mode-tokens).
 */
export function hasAdminPower(world: World, user: User, token: Token): boolean {
  return user.admin && (!switchedOn(world, 'admin_mode') || token.scopes.includes('admin_mode'))
}

/** The caller for work that the simulator does on behalf of a user, such as a scheduled merge. */
export function callerFor(user: User): Caller {
  return { user, admin: user.admin, token: undefined, scopes: ['api'], sudoBy: undefined }
}
