import { tracing } from '../lib/tracing.ts'
import type { Scope } from '../model/access-tokens/token.ts'
import type { Group } from '../model/groups/group.ts'
import { choiceOf, projectCreationOf } from '../model/groups/group-settings.ts'
import type { Tier } from '../model/installation/instance.ts'
import type { Issue } from '../model/issues/issue.ts'
import { type AccessLevel, accessLevels, type Role } from '../model/members/access-level.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { Feature, Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { isAuditor } from './auditors.ts'
import { type Caller, isForeignCredential } from './caller.ts'
import { type CustomPermission, customPermissions, hasCustomPermission } from './custom-roles.ts'
import { groupLevel, projectLevel } from './roles.ts'
import { licensed } from './tier.ts'
import { isFeatureOn, isOpenTo, seesGroup } from './visible.ts'

/** What abilities are about, and the row that stands for it. */
export interface SubjectRows {
  readonly project: Project
  readonly group: Group
  readonly merge_request: MergeRequest
  readonly issue: Issue
}
export type AbilitySubject = keyof SubjectRows

/** People who have an ability on a record whatever their role, as long as they can read it. */
export type Participant = 'author' | 'assignee'

/** One row of the table of abilities: who may do something (conventions#roles). */
export interface Ability {
  readonly on: AbilitySubject
  /** The least role of a member. */
  readonly member: Role
  /** Members whose custom role has one of these may, too. */
  readonly custom?: readonly CustomPermission[]
  /** Planners may, too; their role lies between Guest and Reporter (members#later-planner). */
  readonly planners?: true
  /** Who else may, where the project is open to them: nobody unless said. */
  readonly others?: 'signed-in' | 'anyone'
  /**
   * May auditors everywhere? Unless said they may what others may and what changes nothing, and what writes only as
   * members; where this is false they are like anybody else who is signed in.
   */
  readonly auditors?: boolean
  /** Needs one of these features to be switched on for the caller. */
  readonly features?: readonly Feature[]
  /** Who may instead while the project keeps its jobs to its Reporters (`public_jobs` is off). */
  readonly jobsHidden?: Pick<Ability, 'member' | 'others'>
  /** Refused while the project is archived. */
  readonly writes?: true
  /** From this role on whatever is switched off; and nobody else while the project is archived. */
  readonly always?: Role
  /** These may as well, if they can do `reads`. */
  readonly participants?: readonly Participant[]
  /** Nobody may while this is switched off in the project. */
  readonly setting?: 'packages'
  /** Deploy tokens of the project with one of these scopes may as well. */
  readonly deployToken?: readonly Scope[]
  /** They may only as members of the project. */
  readonly participantsAre?: 'members'
  /** Of a group: it decides itself from which role on its members may, and may let nobody. */
  readonly creates?: 'projects' | 'groups'
  /** Of a group: it needs the wiki of the group to be switched on for the caller. */
  readonly wiki?: true
  /** Another ability that is needed as well. */
  readonly also?: string
  /** Nobody may below this plan. */
  readonly tier?: Tier
  /** What is said to be missing where an operation answers that it is. */
  readonly missing?: string
}

const { readsCode, readsVulnerabilities, readsDependencies, readsRunners } = customPermissions
const { approves, setsApprovals, managesRunners, disablesRunners, managesTags } = customPermissions

export const abilities = {
  read_project: { on: 'project', member: 'guest', others: 'anyone' },
  admin_project: { on: 'project', member: 'maintainer' },
  read_approval_configuration: { on: 'project', member: 'maintainer', auditors: true },
  update_project: { on: 'project', member: 'maintainer', writes: true },
  rename_project: { on: 'project', member: 'owner', writes: true },
  change_visibility: { on: 'project', member: 'owner', writes: true },
  archive_project: { on: 'project', member: 'owner' },
  remove_project: { on: 'project', member: 'owner' },
  fork_project: {
    on: 'project',
    member: 'reporter',
    others: 'signed-in',
    auditors: false,
    features: ['forking'],
  },
  read_statistics: { on: 'project', member: 'reporter' },
  see_repository: {
    on: 'project',
    member: 'guest',
    others: 'anyone',
    features: ['repository'],
    missing: 'Repository',
  },
  read_code: {
    on: 'project',
    member: 'reporter',
    custom: [readsCode],
    others: 'anyone',
    features: ['repository'],
  },
  /** Who may not read the code finds no commit where it is discussed. */
  see_commit: {
    on: 'project',
    member: 'reporter',
    others: 'anyone',
    features: ['repository'],
    missing: 'Commit',
  },
  comment_commit: {
    on: 'project',
    member: 'reporter',
    others: 'signed-in',
    features: ['repository'],
    writes: true,
  },
  push_code: { on: 'project', member: 'developer', features: ['repository'], writes: true },
  /** Whether commits pass is told to nobody more or less for the jobs being public. */
  read_commit_statuses: { on: 'project', member: 'reporter', others: 'anyone', features: ['builds'] },
  read_pipelines: {
    on: 'project',
    member: 'guest',
    others: 'anyone',
    features: ['builds'],
    jobsHidden: { member: 'reporter', others: 'anyone' },
  },
  /** Jobs with their logs and artifacts, lists of pipelines, and schedules. */
  read_builds: {
    on: 'project',
    member: 'guest',
    others: 'anyone',
    features: ['builds'],
    jobsHidden: { member: 'reporter' },
  },
  /** Pipelines, and what CI systems elsewhere say of commits. */
  create_pipeline: { on: 'project', member: 'developer', features: ['builds'], writes: true },
  create_commit_status: { on: 'project', member: 'developer', writes: true },
  /** Triggers, and whatever else starts pipelines by itself. */
  admin_build: { on: 'project', member: 'maintainer', features: ['builds'], writes: true },
  destroy_pipeline: { on: 'project', member: 'owner', features: ['builds'], writes: true },
  read_freeze_periods: { on: 'project', member: 'reporter', features: ['environments'] },
  admin_freeze_periods: { on: 'project', member: 'maintainer', features: ['environments'], writes: true },
  read_environments: { on: 'project', member: 'reporter', others: 'anyone', features: ['environments'] },
  create_deployment: { on: 'project', member: 'developer', features: ['environments'], writes: true },
  destroy_deployment: { on: 'project', member: 'maintainer', features: ['environments'], writes: true },
  read_issues: { on: 'project', member: 'guest', others: 'anyone', features: ['issues'] },
  read_confidential_issues: {
    on: 'project',
    member: 'reporter',
    planners: true,
    auditors: true,
    features: ['issues'],
  },
  create_issue: { on: 'project', member: 'guest', others: 'signed-in', features: ['issues'], writes: true },
  admin_issue: { on: 'project', member: 'reporter', planners: true, features: ['issues'], writes: true },
  update_issue: {
    on: 'issue',
    member: 'reporter',
    planners: true,
    features: ['issues'],
    writes: true,
    participants: ['author', 'assignee'],
  },
  destroy_issue: { on: 'issue', member: 'owner', planners: true, writes: true },
  comment_issue: { on: 'issue', member: 'guest', others: 'signed-in', features: ['issues'], writes: true },
  read_board: { on: 'project', member: 'guest', others: 'anyone', features: ['issues'] },
  admin_board: { on: 'project', member: 'reporter', planners: true, features: ['issues'], writes: true },
  read_labels: { on: 'project', member: 'guest', others: 'anyone' },
  admin_label: { on: 'project', member: 'reporter', planners: true, writes: true },
  read_milestone: {
    on: 'project',
    member: 'guest',
    others: 'anyone',
    features: ['issues', 'merge_requests'],
  },
  admin_milestone: {
    on: 'project',
    member: 'reporter',
    planners: true,
    features: ['issues', 'merge_requests'],
    writes: true,
  },
  read_merge_requests: {
    on: 'project',
    member: 'reporter',
    planners: true,
    custom: [approves],
    others: 'anyone',
    features: ['merge_requests'],
    also: 'read_code',
  },
  create_merge_request_from: {
    on: 'project',
    member: 'developer',
    custom: [approves],
    features: ['merge_requests'],
    writes: true,
    also: 'read_code',
  },
  create_merge_request_in: {
    on: 'project',
    member: 'reporter',
    others: 'signed-in',
    auditors: false,
    features: ['merge_requests'],
    writes: true,
    also: 'read_code',
  },
  read_merge_request: {
    on: 'merge_request',
    member: 'reporter',
    custom: [approves],
    others: 'anyone',
    features: ['merge_requests'],
    also: 'read_code',
  },
  update_merge_request: {
    on: 'merge_request',
    member: 'developer',
    features: ['merge_requests'],
    writes: true,
    participants: ['author', 'assignee'],
  },
  /** Labels, milestone, assignees, reviewers and the lock of a merge request. */
  admin_merge_request: {
    on: 'project',
    member: 'developer',
    custom: [approves],
    features: ['merge_requests'],
    writes: true,
  },
  destroy_merge_request: { on: 'merge_request', member: 'owner', writes: true },
  approve_merge_request: {
    on: 'merge_request',
    member: 'developer',
    custom: [approves],
    features: ['merge_requests'],
    writes: true,
    participants: ['author', 'assignee'],
    participantsAre: 'members',
  },
  answer_status_checks: {
    on: 'merge_request',
    member: 'developer',
    features: ['merge_requests'],
    writes: true,
    participants: ['author', 'assignee'],
    participantsAre: 'members',
  },
  /** Rules of a project are read by those who can propose a merge request to it (approvals#rule-list-roles). */
  read_approval_rules: {
    on: 'project',
    member: 'reporter',
    others: 'signed-in',
    features: ['merge_requests'],
    also: 'read_code',
    always: 'maintainer',
    tier: 'premium',
  },
  admin_approval_rules: {
    on: 'project',
    member: 'maintainer',
    custom: [setsApprovals],
    writes: true,
    tier: 'premium',
  },
  /** The approval rules of one merge request. */
  update_approvers: {
    on: 'merge_request',
    member: 'maintainer',
    features: ['merge_requests'],
    writes: true,
    participants: ['author', 'assignee'],
  },
  comment_merge_request: {
    on: 'merge_request',
    member: 'reporter',
    others: 'signed-in',
    features: ['merge_requests'],
    writes: true,
    also: 'read_code',
  },
  /** Threads are resolved, and opened again. */
  resolve_note: {
    on: 'merge_request',
    member: 'developer',
    features: ['merge_requests'],
    writes: true,
    participants: ['author'],
  },
  read_feature_flags: { on: 'project', member: 'developer', auditors: true, features: ['feature_flags'] },
  admin_feature_flags: { on: 'project', member: 'developer', features: ['feature_flags'], writes: true },
  read_user_lists: { on: 'project', member: 'developer', auditors: true, features: ['repository'] },
  admin_user_lists: { on: 'project', member: 'developer', features: ['repository'], writes: true },
  read_package: {
    on: 'project',
    member: 'reporter',
    others: 'anyone',
    setting: 'packages',
    deployToken: ['read_package_registry', 'write_package_registry'],
  },
  create_package: {
    on: 'project',
    member: 'developer',
    setting: 'packages',
    writes: true,
    deployToken: ['write_package_registry'],
  },
  destroy_package: { on: 'project', member: 'maintainer', setting: 'packages', writes: true },
  admin_package_protection: { on: 'project', member: 'maintainer', setting: 'packages', writes: true },
  read_registry: { on: 'project', member: 'reporter', others: 'anyone', features: ['container_registry'] },
  admin_registry: { on: 'project', member: 'maintainer', features: ['container_registry'], writes: true },
  read_pages: { on: 'project', member: 'maintainer', auditors: true, features: ['pages'] },
  admin_pages: { on: 'project', member: 'maintainer', features: ['pages'], writes: true },
  admin_cluster: { on: 'project', member: 'maintainer' },
  read_cluster_agents: { on: 'project', member: 'developer' },
  read_secret_push_protection: { on: 'project', member: 'developer' },
  read_release: { on: 'project', member: 'guest', others: 'anyone', features: ['releases'] },
  create_release: { on: 'project', member: 'developer', features: ['releases'], writes: true },
  read_wiki: { on: 'project', member: 'guest', others: 'anyone', features: ['wiki'] },
  comment_snippet: {
    on: 'project',
    member: 'guest',
    others: 'signed-in',
    features: ['snippets'],
    writes: true,
  },
  create_wiki: { on: 'project', member: 'developer', features: ['wiki'], writes: true },
  admin_wiki: { on: 'project', member: 'maintainer', features: ['wiki'], writes: true },
  read_snippets: { on: 'project', member: 'guest', others: 'anyone', features: ['snippets'] },
  see_snippet: {
    on: 'project',
    member: 'guest',
    others: 'anyone',
    features: ['snippets'],
    missing: 'Snippet',
  },
  create_snippet: { on: 'project', member: 'reporter', features: ['snippets'], writes: true },
  /** Snippets of others; authors may change and delete their own. */
  admin_snippet: { on: 'project', member: 'maintainer', features: ['snippets'], writes: true },
  read_security_dashboard: {
    on: 'project',
    member: 'developer',
    auditors: true,
    features: ['security_and_compliance'],
  },
  create_vulnerability_export: {
    on: 'project',
    member: 'developer',
    custom: [readsVulnerabilities],
    features: ['security_and_compliance'],
    writes: true,
  },
  /** What the caller did; what everybody did takes the ability below it. */
  read_own_audit_events: { on: 'project', member: 'developer', auditors: true },
  read_audit_events: { on: 'project', member: 'maintainer', auditors: true },
  /** While dependencies were read with the code. */
  read_dependencies_with_code: {
    on: 'project',
    member: 'reporter',
    custom: [readsCode, readsDependencies],
    others: 'anyone',
    features: ['repository'],
  },
  /** Of later releases. */
  read_dependencies: {
    on: 'project',
    member: 'reporter',
    custom: [readsDependencies],
    auditors: true,
    features: ['security_and_compliance', 'repository'],
  },
  read_runners: {
    on: 'project',
    member: 'maintainer',
    custom: [readsRunners, managesRunners],
    auditors: true,
  },
  admin_runners: { on: 'project', member: 'maintainer', custom: [managesRunners], writes: true },
  disable_runners: { on: 'project', member: 'maintainer', custom: [disablesRunners], writes: true },
  reset_runner_token: { on: 'project', member: 'maintainer', writes: true },
  read_protected_tags: { on: 'project', member: 'maintainer', custom: [managesTags] },
  admin_protected_tags: { on: 'project', member: 'maintainer', custom: [managesTags], writes: true },
  read_members: { on: 'project', member: 'guest', others: 'anyone' },
  admin_members: { on: 'project', member: 'maintainer' },
  read_group: { on: 'group', member: 'guest', others: 'anyone' },
  read_group_packages: { on: 'group', member: 'reporter', others: 'anyone' },
  read_group_registry: { on: 'group', member: 'reporter' },
  read_group_deploy_tokens: { on: 'group', member: 'maintainer' },
  admin_group: { on: 'group', member: 'owner' },
  create_subgroup: { on: 'group', member: 'maintainer', creates: 'groups' },
  admin_group_milestone: { on: 'group', member: 'reporter', planners: true },
  admin_group_label: { on: 'group', member: 'reporter', planners: true },
  admin_group_uploads: { on: 'group', member: 'maintainer' },
  admin_group_board: { on: 'group', member: 'reporter', planners: true },
  read_group_wiki: { on: 'group', member: 'guest', others: 'anyone', wiki: true },
  create_group_wiki: { on: 'group', member: 'developer', wiki: true },
  admin_group_wiki: { on: 'group', member: 'maintainer', wiki: true },
  read_group_security_dashboard: {
    on: 'group',
    member: 'developer',
    custom: [readsVulnerabilities],
    auditors: true,
  },
  read_own_group_audit_events: { on: 'group', member: 'developer', auditors: true },
  read_group_audit_events: { on: 'group', member: 'owner', auditors: true },
  read_group_runners: { on: 'group', member: 'owner' },
  /** Of later releases. */
  list_group_runners: {
    on: 'group',
    member: 'maintainer',
    custom: [readsRunners, managesRunners],
    auditors: true,
  },
  create_projects: { on: 'group', member: 'developer', creates: 'projects' },
  admin_group_cluster: { on: 'group', member: 'maintainer' },
  read_epic: { on: 'group', member: 'guest', others: 'anyone' },
  create_epic: { on: 'group', member: 'reporter', planners: true },
  admin_epic: { on: 'group', member: 'reporter', planners: true },
  relate_epics: { on: 'group', member: 'guest' },
  destroy_epic: { on: 'group', member: 'owner' },
  import_projects: { on: 'group', member: 'maintainer' },
} as const satisfies { readonly [name: string]: Ability }

export type AbilityName = keyof typeof abilities
/** Names of the abilities on one kind of subject. */
export type AbilityOn<S extends AbilitySubject> = {
  [name in AbilityName]: (typeof abilities)[name]['on'] extends S ? name : never
}[AbilityName]

/** Everything that a decision needs besides the row. */
export interface Situation {
  readonly world: World
  readonly caller: Caller
  readonly now: Instant
}

/** True when the caller may do it to that row. */
export function can<N extends AbilityName>(
  situation: Situation,
  name: N,
  row: SubjectRows[(typeof abilities)[N]['on']],
): boolean {
  const ability: Ability = abilities[name]
  const allowed = may(situation, ability, row)
  tracing.to?.({ station: 'ability', ability: name, id: row.id, allowed })
  return allowed
}

function may(situation: Situation, ability: Ability, row: SubjectRows[AbilitySubject]): boolean {
  switch (ability.on) {
    case 'group':
      return onGroup(situation, ability, row as Group)
    case 'project':
      return onProject(situation, ability, row as Project)
    case 'merge_request':
    case 'issue':
      return onRecord(situation, ability, row as MergeRequest | Issue)
    default:
      return ability.on satisfies never
  }
}

function onGroup({ world, caller, now }: Situation, ability: Ability, group: Group): boolean {
  const member = leastRole(world, ability, group)
  if (member === 'noone') return false
  if (ability.wiki && !isWikiOn({ world, caller, now }, group)) return false
  if (caller.admin) return true
  if (member === 'administrator') return false
  if (isAuditor(world, caller) && auditorsMay(ability)) return true
  if (ability.others !== undefined) {
    // Members of anything in the group see it, but have no further abilities by that.
    const byProjects = ability.member === 'guest' && !ability.wiki
    const open = byProjects ? seesGroup(world, caller, group, now) : isOpenTo(group, caller)
    if (open) return true
  }
  if (caller.user === undefined) return false
  return (
    reaches(ability, member, groupLevel(world, caller.user, group, now)) ||
    hasCustomPermission({ world, user: caller.user, now }, ability.custom ?? [], group)
  )
}

function isWikiOn({ world, caller, now }: Situation, group: Group): boolean {
  const level = choiceOf(group, 'wiki')
  if (level !== 'private' || caller.admin) return level !== 'disabled'
  if (caller.user === undefined) return false
  return isAuditor(world, caller) || groupLevel(world, caller.user, group, now) >= accessLevels.guest
}

function auditorsMay({ auditors, others, writes }: Ability): boolean {
  return auditors ?? (others !== undefined && !writes)
}

function leastRole(
  world: World,
  { member, creates }: Ability,
  group: Group,
): Role | 'noone' | 'administrator' {
  if (creates === 'projects') return projectCreationOf(world, group)
  return creates === 'groups' ? choiceOf(group, 'subgroupCreation') : member
}

function onProject(situation: Situation, ability: Ability, project: Project): boolean {
  if (ability.tier !== undefined && !licensed(situation.world, ability.tier)) return false
  const { on, always } = ability
  if (always !== undefined && allowedInProject(situation, { on, member: always }, project)) return true
  if (always !== undefined && project.archived) return false
  const also = ability.also as AbilityName | undefined
  if (
    also !== undefined &&
    !can(situation, also, project as never) &&
    !plansIn(situation, ability, project) &&
    !isCustomIn(situation, ability, project)
  )
    return false
  return allowedInProject(situation, ability, project)
}

function onRecord(situation: Situation, ability: Ability, record: MergeRequest | Issue): boolean {
  const project = situation.world.projects.require(record.projectId)
  if (onProject(situation, ability, project)) return true
  if (ability.participants === undefined || !takesPart(situation, ability, record)) return false
  if (ability.participantsAre === 'members' && levelIn(situation, project) === accessLevels.none) return false
  const reads = ability.on === 'issue' ? abilities.read_issues : abilities.read_merge_requests
  return !(ability.writes && project.archived) && onProject(situation, reads, project)
}

function takesPart({ caller }: Situation, ability: Ability, record: MergeRequest | Issue): boolean {
  const id = caller.user?.id
  if (id === undefined) return false
  if (ability.participants?.includes('author') && record.authorId === id) return true
  return ability.participants?.includes('assignee') === true && record.assigneeIds.includes(id)
}

function allowedInProject(situation: Situation, ability: Ability, project: Project): boolean {
  const { world, caller } = situation
  if (ability.writes && project.archived) return false
  if (ability.setting !== undefined && !project.settings[ability.setting]) return false
  const elsewhere = isForeignCredential(caller, project, world)
  if (caller.token?.kind === 'deploy' && !elsewhere && hasScope(caller, ability.deployToken)) return true
  const { member: least, others } = (!project.settings.publicJobs && ability.jobsHidden) || ability
  const isMember = caller.admin && !elsewhere
  // Administrators need no level.
  const level = isMember ? accessLevels.none : levelIn(situation, project)
  const member = isMember || reaches(ability, least, level) || isCustomIn(situation, ability, project)
  const auditor = !elsewhere && isAuditor(world, caller)
  if (ability.features !== undefined && !isAnyOn(project, ability.features, member || auditor)) return false
  if (member || (auditor && auditorsMay(ability))) return true
  if (auditor && ability.writes && ability.auditors !== false && level === accessLevels.none) return false
  if (others === undefined || (others === 'signed-in' && caller.user === undefined)) return false
  return isOpenTo(project, caller)
}

function isAnyOn(project: Project, features: readonly Feature[], member: boolean): boolean {
  for (const feature of features) if (isFeatureOn(project, feature, member)) return true
  return false
}

/** Planners need not read the code that others need. */
function plansIn(situation: Situation, { planners }: Ability, project: Project): boolean {
  return planners === true && levelIn(situation, project) === accessLevels.planner
}

/** A custom role may add what the level does not reach. */
function isCustomIn({ world, caller, now }: Situation, { custom }: Ability, project: Project): boolean {
  if (custom === undefined || isForeignCredential(caller, project, world)) return false
  return hasCustomPermission({ world, user: caller.user, now }, custom, project)
}

function reaches({ planners }: Ability, least: Role, level: AccessLevel): boolean {
  return level >= accessLevels[least] || (planners === true && level === accessLevels.planner)
}

function hasScope({ scopes }: Caller, wanted: readonly Scope[] = []): boolean {
  return scopes.some((scope) => wanted.includes(scope))
}

/** The caller's effective level in a project. */
export function levelIn({ world, caller, now }: Situation, project: Project): AccessLevel {
  if (caller.user === undefined || isForeignCredential(caller, project, world)) return accessLevels.none
  return projectLevel(world, caller.user, project, now)
}
