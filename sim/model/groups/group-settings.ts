import { groupsAbove } from '../milestones/milestones.ts'
import type { Project } from '../projects/project.ts'
import { settingInForce, switchedOff } from '../settings/in-force.ts'
import type { World } from '../world.ts'
import type { Group } from './group.ts'
import {
  defaultGroupChoices,
  type GroupChoices,
  laterProjectCreationLevels,
  type ProjectCreation,
} from './group-choices.ts'

export function choiceOf<N extends keyof GroupChoices>({ choices }: Group, name: N): GroupChoices[N] {
  return choices?.[name] ?? defaultGroupChoices[name]
}

/** Whether Auto DevOps is on: as the project, or else the nearest group, has set it. */
export function autoDevopsOf(world: World, project: Project): boolean {
  if (project.settings.autoDevops !== null) return project.settings.autoDevops
  for (const group of groupsAbove(world, { project })) {
    const decided = choiceOf(group, 'autoDevops')
    if (decided !== null) return decided
  }
  return !switchedOff(world, 'auto_devops_enabled')
}

/** How a group lets projects be created in it; the installation decides where the group did not. */
export function projectCreationOf(world: World, group: Group): ProjectCreation {
  const byDefault = settingInForce(world, 'default_project_creation') ?? 2
  return group.projectCreation ?? laterProjectCreationLevels[byDefault] ?? 'developer'
}

/** How new projects protect their default branch: 0 not at all, 1 partly, 2 fully, 3 but for merges, 4 after the first push. */
export function branchProtectionOf(world: World, group: Group | undefined): number {
  return group?.defaultBranchProtection ?? settingInForce(world, 'default_branch_protection') ?? 2
}
