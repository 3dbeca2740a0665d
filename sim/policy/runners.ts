import type { Group } from '../model/groups/group.ts'
import { sharedRunnersOf } from '../model/groups/shared-runners.ts'
import { isReleased } from '../model/installation/released.ts'
import { accessLevels, type Role } from '../model/members/access-level.ts'
import type { Project } from '../model/projects/project.ts'
import type { Runner } from '../model/runners/runner.ts'
import type { World } from '../model/world.ts'
import { levelIn, type Situation } from './abilities.ts'
import { isAuditor } from './auditors.ts'
import { type CustomPermission, customPermissions, hasCustomPermission } from './custom-roles.ts'
import { memberGroups } from './member-groups.ts'
import { memberProjects } from './member-projects.ts'
import { ancestorsAndSelf, groupLevel, groupOf } from './roles.ts'

/** True when the caller may know everything of a runner: those of the installation are open to all who are signed in. */
export function seesRunner(situation: Situation, runner: Runner): boolean {
  return (
    runner.type === 'instance_type' ||
    hasRoleOver(situation, runner, 'maintainer', 'maintainer') ||
    auditsJobs(situation) ||
    isCustomOver(situation, runner, [readsRunners, managesRunners])
  )
}

/** True when the caller may change a runner or delete it (runners#update-rights). */
export function administersRunner(situation: Situation, runner: Runner): boolean {
  return (
    hasRoleOver(situation, runner, 'maintainer', 'owner') || isCustomOver(situation, runner, [managesRunners])
  )
}

/** True when the caller may see what a runner works on (runners#update-rights, runners#later-jobs-of-group). */
export function seesWorkOf(situation: Situation, runner: Runner): boolean {
  return (
    administersRunner(situation, runner) ||
    auditsJobs(situation) ||
    (isReleased(situation.world, 'runners#later-jobs-of-group') &&
      hasRoleOver(situation, runner, 'maintainer', 'maintainer'))
  )
}

function auditsJobs({ world, caller }: Situation): boolean {
  return isReleased(world, 'runners#later-auditors') && isAuditor(world, caller)
}

const { readsRunners, managesRunners } = customPermissions

function isCustomOver(
  { world, caller, now }: Situation,
  runner: Runner,
  custom: readonly CustomPermission[],
): boolean {
  if (world.memberRoles.size === 0) return false
  const wanted = { world, user: caller.user, now }
  return [...projectsOf(world, runner), ...groupsOf(world, runner)].some((place) =>
    hasCustomPermission(wanted, custom, place),
  )
}

function hasRoleOver(situation: Situation, runner: Runner, inProject: Role, inGroup: Role): boolean {
  const { world, caller, now } = situation
  const { user } = caller
  if (caller.admin) return true
  if (user === undefined) return false
  return (
    projectsOf(world, runner).some((project) => levelIn(situation, project) >= accessLevels[inProject]) ||
    groupsOf(world, runner).some((group) => groupLevel(world, user, group, now) >= accessLevels[inGroup])
  )
}

/** The projects in which a runner is enabled, its owner first. */
export function projectsOf(world: World, runner: Runner): Project[] {
  const links = world.runnerProjects.by('byRunner', runner.id).list()
  return links.map(({ projectId }) => world.projects.require(projectId))
}

export function groupsOf(world: World, runner: Runner): Group[] {
  return world.runnerGroups
    .by('byRunner', runner.id)
    .list()
    .map(({ groupId }) => world.groups.require(groupId))
}

/** The runners that are the caller's own to look after; never those of the installation. */
export function ownRunners(situation: Situation): Runner[] {
  const { world, caller, now } = situation
  const { user } = caller
  if (user === undefined) return []
  const ids = new Set<number>()
  for (const project of memberProjects(world, user)) {
    const links = world.runnerProjects.by('byProject', project.id)
    if (links.count(1) > 0 && levelIn(situation, project) >= accessLevels.maintainer)
      for (const { runnerId } of links.ascending()) ids.add(runnerId)
  }
  for (const group of memberGroups(world, user)) {
    const links = world.runnerGroups.by('byGroup', group.id)
    if (links.count(1) > 0 && groupLevel(world, user, group, now) >= accessLevels.owner)
      for (const { runnerId } of links.ascending()) ids.add(runnerId)
  }
  return inOrder(world, ids)
}

/** The runners that may take jobs of a project: its own, those of its groups and those of the installation. */
export function runnersFor(world: World, project: Project): Runner[] {
  const ids = new Set<number>()
  for (const { runnerId } of world.runnerProjects.by('byProject', project.id).ascending()) ids.add(runnerId)
  if (project.settings.groupRunners) addGroupRunners(world, groupOf(world, project), ids)
  if (project.settings.sharedRunners)
    for (const { id } of world.runners.by('byType', 'instance_type').ascending()) ids.add(id)
  return inOrder(world, ids)
}

/** The runners of a group, of those above it and, where it has them enabled, of the installation. */
export function runnersForGroup(world: World, group: Group): Runner[] {
  const ids = new Set<number>()
  addGroupRunners(world, group, ids)
  if (sharedRunnersOf(world, group) === 'enabled')
    for (const { id } of world.runners.by('byType', 'instance_type').ascending()) ids.add(id)
  return inOrder(world, ids)
}

function addGroupRunners(world: World, group: Group | undefined, ids: Set<number>): void {
  for (const ancestor of ancestorsAndSelf(world, group))
    for (const { runnerId } of world.runnerGroups.by('byGroup', ancestor.id).ascending()) ids.add(runnerId)
}

function inOrder(world: World, ids: ReadonlySet<number>): Runner[] {
  return [...ids].sort((a, b) => a - b).map((id) => world.runners.require(id))
}

/** Why the caller may not enable a runner in a project, in the service's order; undefined where nothing is against it. */
export function enablingFault(situation: Situation, runner: Runner): string | undefined {
  if (runner.type === 'group_type') return 'Runner is a group runner'
  // Releases differ in what becomes of a runner of the installation (runners#enable-instance-runner): it is nobody's to enable.
  if (runner.type === 'instance_type') return 'No access granted'
  if (situation.caller.admin) return undefined
  if (runner.locked) return 'Runner is locked'
  return administersRunner(situation, runner) ? undefined : 'No access granted'
}

/** Why the caller may not delete a runner. */
export function deletingFault(situation: Situation, runner: Runner): string | undefined {
  if (situation.caller.admin) return undefined
  if (situation.world.runnerProjects.by('byRunner', runner.id).count(2) > 1)
    return 'Runner associated with more than one project'
  return administersRunner(situation, runner) ? undefined : 'No access granted'
}

/** True when the caller may know of a project's jobs. */
export function seesJobsOf(situation: Situation, project: Project): boolean {
  return (
    situation.caller.admin || auditsJobs(situation) || levelIn(situation, project) >= accessLevels.reporter
  )
}

/** Projects of a runner that the caller belongs to; all of them to administrators. */
export function visibleRunnerProjects(situation: Situation, runner: Runner): Project[] {
  const { world, caller } = situation
  return projectsOf(world, runner).filter(
    (project) => caller.admin || levelIn(situation, project) >= accessLevels.guest,
  )
}

export function visibleRunnerGroups(situation: Situation, runner: Runner): Group[] {
  const { world, caller, now } = situation
  const { user } = caller
  return groupsOf(world, runner).filter(
    (group) =>
      caller.admin || (user !== undefined && groupLevel(world, user, group, now) >= accessLevels.guest),
  )
}
