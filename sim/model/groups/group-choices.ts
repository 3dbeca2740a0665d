/** Who may create projects in a group, in the order of the setting's numbers. */
export const projectCreationLevels = ['noone', 'maintainer', 'developer'] as const
/** The same where releases know of more. */
export const laterProjectCreationLevels = [...projectCreationLevels, 'administrator', 'owner'] as const
export type ProjectCreation = (typeof laterProjectCreationLevels)[number]

/** Settings of a group; most are only shown, and change nothing here. */
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
  /** Null until it is set. */
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

/** The settings of a new group. */
export const defaultGroupChoices: GroupChoices = {
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

/** The settings by their names in exports between installations. */
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

/** The settings among the attributes of an exported group; invalid values are ignored. */
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
