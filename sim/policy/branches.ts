import { deployKeyWrites } from '../model/keys/keys.ts'
import { accessLevels } from '../model/members/access-level.ts'
import type { Project } from '../model/projects/project.ts'
import type { BranchProtection, RefAccess } from '../model/protected-tags/protected-ref.ts'
import { branchProtectionsIn, protectionsCovering } from '../model/protected-tags/protections.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { reads } from '../store/reads.ts'
import { can, type Situation } from './abilities.ts'
import { groupLevel, projectLevel } from './roles.ts'

/** The protections that cover a branch; none for an unprotected one. */
export function protectionsOf(world: World, project: Project, branch: string): readonly BranchProtection[] {
  const known = protectionsKnown(world)
  if (known === undefined) return protectionsCovering(branchProtectionsIn(world, project), branch)
  let ofProject = known.get(project)
  if (ofProject === undefined || ofProject.size >= MOST_BRANCHES) {
    ofProject = new Map()
    known.set(project, ofProject)
  }
  let found = ofProject.get(branch)
  if (found === undefined) {
    found = protectionsCovering(branchProtectionsIn(world, project), branch)
    ofProject.set(branch, found)
  }
  return found
}

/** The protections that cover branches of projects, as long as nothing is written of what they follow from. */
interface Protections {
  readonly ofGroups: object
  readonly groups: object
  readonly byProject: WeakMap<Project, Map<string, readonly BranchProtection[]>>
}

/** Branches of a project of which protections are remembered. */
const MOST_BRANCHES = 1000
// By the moment of the protections of projects.
const remembered = new WeakMap<object, Protections>()

// Nothing while such rows are written, or while somebody notes which rows are read.
function protectionsKnown(world: World): Protections['byProject'] | undefined {
  if (reads.by !== undefined) return undefined
  const own = world.protectedBranches.moment
  const [ofGroups, groups] = [world.groupProtectedBranches.moment, world.groups.moment]
  if (own === undefined || ofGroups === undefined || groups === undefined) return undefined
  const known = remembered.get(own)
  if (known?.ofGroups === ofGroups && known.groups === groups) return known.byProject
  const fresh: Protections = { ofGroups, groups, byProject: new WeakMap() }
  remembered.set(own, fresh)
  return fresh.byProject
}

/**
 * True when the caller may push to the branch: Developers, or whom its protection names, or who may merge a request
 * from it that asks for their help.
 */
export function mayPush(situation: Situation, project: Project, branch: string): boolean {
  if (!can(situation, 'push_code', project) && !collaborates(situation, project, branch)) return false
  const protections = protectionsOf(situation.world, project, branch)
  return protections.length === 0 || protections.some((it) => isGranted(situation, project, it.push))
}

function collaborates(situation: Situation, project: Project, branch: string): boolean {
  const { world } = situation
  if (project.archived) return false
  return world.mergeRequests
    .by('bySource', project.id, branch, 'opened')
    .list()
    .some(({ allowCollaboration, projectId, targetBranch }) => {
      const target = world.projects.require(projectId)
      return allowCollaboration && projectId !== project.id && mayMerge(situation, target, targetBranch)
    })
}

/** True when the caller may merge into the branch, which a right to push implies (merge-requests#merge-roles). */
export function mayMerge(situation: Situation, project: Project, branch: string): boolean {
  if (!can(situation, 'push_code', project)) return false
  const protections = protectionsOf(situation.world, project, branch)
  return (
    protections.length === 0 ||
    protections.some((it) => isGranted(situation, project, [...it.merge, ...it.push]))
  )
}

/** True when the caller may delete the branch: never the default one, never a protected one. */
export function mayDelete(situation: Situation, project: Project, branch: string): boolean {
  if (branch === project.defaultBranch || !can(situation, 'push_code', project)) return false
  return protectionsOf(situation.world, project, branch).length === 0
}

/** True when an access list lets the caller in. */
export function isGranted(
  { world, caller, now }: Situation,
  project: Project,
  list: readonly RefAccess[],
): boolean {
  const { user } = caller
  if (user === undefined) return false
  const level = projectLevel(world, user, project, now)
  return list.some((access) => {
    if (access.deployKeyId !== undefined) return ownsKey(world, user, project, access.deployKeyId)
    if (access.userId !== null) return access.userId === user.id
    if (access.groupId !== null)
      return groupLevel(world, user, world.groups.get(access.groupId), now) > accessLevels.none
    if (access.accessLevel === 0) return false
    return caller.admin || level >= access.accessLevel
  })
}

// Deploy keys act for their owners, who are let in as long as the key may write.
function ownsKey(world: World, user: User, project: Project, keyId: number): boolean {
  return world.keys.get(keyId)?.userId === user.id && deployKeyWrites(world, project.id, keyId)
}
