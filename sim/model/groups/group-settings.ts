import { groupsAbove } from '../milestones/milestones.ts'
import type { Project } from '../projects/project.ts'
import { settingInForce, switchedOff } from '../settings/in-force.ts'
import type { World } from '../world.ts'
import type { Group } from './group.ts'

/** Who may create projects in a group, in the order of the setting's numbers. */
export const projectCreationLevels = ['noone', 'maintainer', 'developer'] as const
export type ProjectCreation = (typeof projectCreationLevels)[number]

/** What a group decides for itself; most of it is shown, and nothing here asks for it. */
export interface GroupChoices {
  /** Who may open groups in it. */
  readonly subgroupCreation: SubgroupCreation
  /** Whether its projects may not be opened to other groups. */
  readonly sharingLocked: boolean
  readonly requestsAccess: boolean
  readonly twoFactorRequired: boolean
  /** Hours. */
  readonly twoFactorGrace: number
  readonly lfs: boolean
  /** Null while nobody has decided. */
  readonly autoDevops: boolean | null
  readonly emailsOff: boolean | null
  readonly mentionsOff: boolean | null
  /** Its projects have no members of their own. */
  readonly membershipLocked: boolean
  readonly forkingLocked: boolean
  readonly sharingOutsideLocked: boolean
  readonly sharedRunners: SharedRunners
  readonly wiki: WikiLevel
  /** Addresses that may reach it, and domains of its members' mail, each with commas between them. */
  readonly addresses: string | null
  readonly mailDomains: string | null
  /** Minutes of shared runners a month; null while the installation decides. */
  readonly runnerMinutes: number | null
  readonly extraRunnerMinutes: number | null
}

export const sharedRunnersSettings = [
  'enabled',
  'disabled_and_overridable',
  'disabled_with_override',
  'disabled_and_unoverridable',
] as const
export type SharedRunners = (typeof sharedRunnersSettings)[number]
export const wikiLevels = ['disabled', 'private', 'enabled'] as const
export type WikiLevel = (typeof wikiLevels)[number]

export const subgroupCreationLevels = ['owner', 'maintainer'] as const
export type SubgroupCreation = (typeof subgroupCreationLevels)[number]

/** Of a group that was left as it was made. */
const undecided: GroupChoices = {
  subgroupCreation: 'maintainer',
  sharingLocked: false,
  requestsAccess: true,
  twoFactorRequired: false,
  twoFactorGrace: 48,
  lfs: true,
  autoDevops: null,
  emailsOff: null,
  mentionsOff: null,
  membershipLocked: false,
  forkingLocked: false,
  sharingOutsideLocked: false,
  sharedRunners: 'enabled',
  wiki: 'enabled',
  addresses: null,
  mailDomains: null,
  runnerMinutes: null,
  extraRunnerMinutes: null,
}

/** The choices by the names that installations tell each other. */
export const choiceNames = {
  subgroup_creation_level: 'subgroupCreation',
  share_with_group_lock: 'sharingLocked',
  request_access_enabled: 'requestsAccess',
  require_two_factor_authentication: 'twoFactorRequired',
  two_factor_grace_period: 'twoFactorGrace',
  lfs_enabled: 'lfs',
  auto_devops_enabled: 'autoDevops',
  emails_disabled: 'emailsOff',
  mentions_disabled: 'mentionsOff',
  membership_lock: 'membershipLocked',
  prevent_forking_outside_group: 'forkingLocked',
  prevent_sharing_groups_outside_hierarchy: 'sharingOutsideLocked',
  shared_runners_setting: 'sharedRunners',
  wiki_access_level: 'wiki',
  ip_restriction_ranges: 'addresses',
  allowed_email_domains_list: 'mailDomains',
  shared_runners_minutes_limit: 'runnerMinutes',
  extra_shared_runners_minutes_limit: 'extraRunnerMinutes',
} as const satisfies { readonly [name: string]: keyof GroupChoices }

/** The choices among what is told of a group; a value that makes none is passed over. */
export function choicesIn(told: { readonly [name: string]: unknown }): Partial<GroupChoices> {
  const entries = Object.entries(choiceNames).flatMap(([name, choice]) =>
    isChoice(choice, told[name]) ? [[choice, told[name]] as const] : [],
  )
  return Object.fromEntries(entries)
}

function isChoice(choice: keyof GroupChoices, value: unknown): boolean {
  if (choice === 'subgroupCreation') return subgroupCreationLevels.some((level) => level === value)
  if (choice === 'sharedRunners') return sharedRunnersSettings.some((setting) => setting === value)
  if (choice === 'wiki') return wikiLevels.some((level) => level === value)
  if (choice === 'addresses' || choice === 'mailDomains') return typeof value === 'string'
  if (choice === 'runnerMinutes' || choice === 'extraRunnerMinutes')
    return value === null || (Number.isInteger(value) && Number(value) >= 0)
  if (choice === 'twoFactorGrace') return Number.isInteger(value) && Number(value) >= 0
  return typeof value === 'boolean'
}

export function choiceOf<N extends keyof GroupChoices>({ choices }: Group, name: N): GroupChoices[N] {
  return choices?.[name] ?? undecided[name]
}

/** Whether pipelines of a project that configures none are made up: what it, or the nearest group, has decided. */
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
  return group.projectCreation ?? projectCreationLevels[byDefault] ?? 'developer'
}

/** How new projects protect their default branch: 0 not at all, 1 partly, 2 fully, 3 but for merges. */
export function branchProtectionOf(world: World, group: Group | undefined): number {
  return group?.defaultBranchProtection ?? settingInForce(world, 'default_branch_protection') ?? 2
}
