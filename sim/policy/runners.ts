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

/** Where runners are enabled, and whether those of the installation count, too. */
export interface RunnerPlaces {
  readonly projectIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly ofInstance: boolean
}

/** The places whose runners are the caller's own to look after; never those of the installation. */
export function ownRunners(situation: Situation): RunnerPlaces {
  const { world, caller, now } = situation
  const { user } = caller
  if (user === undefined) return { projectIds: [], groupIds: [], ofInstance: false }
  const projects = [...memberProjects(world, user)].filter(
    (project) =>
      world.runnerProjects.by('byProject', project.id).count(1) > 0 &&
      levelIn(situation, project) >= accessLevels.maintainer,
  )
  const groups = [...memberGroups(world, user)].filter(
    (group) =>
      world.runnerGroups.by('byGroup', group.id).count(1) > 0 &&
      groupLevel(world, user, group, now) >= accessLevels.owner,
  )
  return { projectIds: projects.map(idOf), groupIds: groups.map(idOf), ofInstance: false }
}

/** Where runners are that may take jobs of a project: itself, its groups and the installation. */
export function runnersFor(world: World, project: Project): RunnerPlaces {
  const { groupRunners, sharedRunners } = project.settings
  return {
    projectIds: [project.id],
    groupIds: groupRunners ? [...ancestorsAndSelf(world, groupOf(world, project))].map(idOf) : [],
    ofInstance: sharedRunners,
  }
}

/** The group, those above it and, where it has them enabled, the installation. */
export function runnersForGroup(world: World, group: Group): RunnerPlaces {
  return {
    projectIds: [],
    groupIds: [...ancestorsAndSelf(world, group)].map(idOf),
    ofInstance: sharedRunnersOf(world, group) === 'enabled',
  }
}

/** The runners that are enabled in some places. */
export function runnersAt(world: World, { projectIds, groupIds, ofInstance }: RunnerPlaces): Runner[] {
  const enabled = [
    ...projectIds.flatMap((id) => world.runnerProjects.by('byProject', id).list()),
    ...groupIds.flatMap((id) => world.runnerGroups.by('byGroup', id).list()),
  ]
  return [
    ...enabled.map(({ runnerId }) => world.runners.require(runnerId)),
    ...(ofInstance ? world.runners.by('byType', 'instance_type').list() : []),
  ]
}

/** Whether a runner is enabled in one of these places. */
export function isAt(
  world: World,
  { projectIds, groupIds, ofInstance }: RunnerPlaces,
  runner: Runner,
): boolean {
  return (
    (ofInstance && runner.type === 'instance_type') ||
    projectIds.some((id) => world.runnerProjects.find('byProject', id, runner.id) !== undefined) ||
    groupIds.some((id) => world.runnerGroups.find('byGroup', id, runner.id) !== undefined)
  )
}

function idOf({ id }: { readonly id: number }): number {
  return id
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
