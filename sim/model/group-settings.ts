import type { Group } from './group.ts'
import { settingInForce } from './settings/in-force.ts'
import type { World } from './world.ts'

/** Who may create projects in a group, in the order of the setting's numbers. */
export const projectCreationLevels = ['noone', 'maintainer', 'developer'] as const
export type ProjectCreation = (typeof projectCreationLevels)[number]

/** How a group lets projects be created in it; the installation decides where the group did not. */
export function projectCreationOf(world: World, group: Group): ProjectCreation {
  const byDefault = settingInForce(world, 'default_project_creation') ?? 2
  return group.projectCreation ?? projectCreationLevels[byDefault] ?? 'developer'
}

/** How new projects protect their default branch: 0 not at all, 1 partly, 2 fully, 3 but for merges. */
export function branchProtectionOf(world: World, group: Group | undefined): number {
  return group?.defaultBranchProtection ?? settingInForce(world, 'default_branch_protection') ?? 2
}
