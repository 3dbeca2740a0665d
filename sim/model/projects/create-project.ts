import { validBranchName } from '../../git/refs.ts'
import { utf8 } from '../../lib/bytes.ts'
import type { Instant } from '../../time/calendar.ts'
import { setAnyApproverRule } from '../approvals/approval-rules.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import type { Group } from '../groups/group.ts'
import { forbidsSharedRunners, sharedRunnersOf } from '../groups/shared-runners.ts'
import { lowerVisibility, restrictionFaults } from '../installation/restricted-visibility.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { isLonger, pathFrom, projectNameErrors, projectPathErrors, TAKEN, tooLong } from '../names.ts'
import { pushCommit, signatureOf } from '../repository/new-commit.ts'
import { settingInForce } from '../settings/in-force.ts'
import { topicsOf } from '../topics/topics.ts'
import type { User } from '../users/user.ts'
import { instanceOf, nextId, type World } from '../world.ts'
import { policyFaults } from './expiration-policy.ts'
import { type Project, withChosen } from './project.ts'
import { defaultApprovals, defaultFeatures, defaultSettings } from './project-defaults.ts'
import type { ProjectValues } from './project-values.ts'
import { type Visibility, visibilities } from './visibility.ts'

/** Where a project lives. */
export type Namespace =
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'user'; readonly user: User }

export interface NewProject {
  readonly namespace: Namespace
  readonly creator: User
  /** At least one of the two; the other one follows from it. */
  readonly name: string | undefined
  readonly path: string | undefined
  readonly values: ProjectValues
  /** The secret with which runners register. */
  readonly runnersToken: string
  readonly withReadme: boolean
  readonly forkedFrom?: Project
}

const noSizes = {
  repository: 0,
  wiki: 0,
  lfsObjects: 0,
  jobArtifacts: 0,
  pipelineArtifacts: 0,
  packages: 0,
  snippets: 0,
  uploads: 0,
}

/** Creates a project. Throws InvalidRow. */
export function createProject(world: World, given: NewProject, now: Instant): Project {
  const path = given.path ?? pathFrom(given.name ?? '')
  const name = given.name ?? path
  const visibility = given.values.visibility ?? initialVisibility(world, given.namespace)
  refuseErrors(restrictionFaults(world, given.creator, visibility))
  refuseErrors({
    ...nameFaults(world, given.namespace, { name, path }),
    ...visibilityFaults(given.namespace, visibility, given.forkedFrom),
    ...valueFaults(given.values, given.forkedFrom !== undefined),
    ...(isStorage(given.values.repositoryStorage)
      ? {}
      : { repository_storage: ['is not included in the list'] }),
    ...sharedRunnersFaults(world, given.namespace, given.values.settings?.sharedRunners),
  })
  const project = world.projects.insert(rowOf(world, given, { name, path, visibility }, now))
  fill(world, project, given, now)
  return world.projects.require(project.id)
}

interface Basics {
  readonly name: string
  readonly path: string
  readonly visibility: Visibility
}

function rowOf(world: World, given: NewProject, basics: Basics, now: Instant): Project {
  const { namespace, values, creator, forkedFrom, runnersToken } = given
  const id = nextId(world, 'projects')
  return {
    id,
    ...basics,
    namespaceId: idOf(namespace),
    namespaceKind: namespace.kind,
    fullPath: `${pathOf(namespace)}/${basics.path}`,
    fullName: `${nameOf(namespace)} / ${basics.name}`,
    description: values.description ?? null,
    archived: false,
    creatorId: creator.id,
    defaultBranch: values.defaultBranch ?? defaultBranchName(world),
    forkedFromId: forkedFrom?.id ?? null,
    networkId: forkedFrom?.networkId ?? id,
    topics: topicsOf(world, values.topics ?? [], now),
    starCount: 0,
    features: { ...defaultFeatures(basics.visibility), ...values.features },
    settings: { ...settingsOfNew(world, namespace), ...values.settings, runnersToken },
    ...withChosen(undefined, values.chosen ?? {}),
    approvals: { ...defaultApprovals, ...values.approvals },
    sizes: noSizes,
    importType: null,
    importUrl: null,
    importStatus: 'none',
    importError: null,
    repositoryStorage: values.repositoryStorage ?? DEFAULT_STORAGE,
    markedForDeletionOn: null,
    createdAt: now,
    updatedAt: now,
    lastActivityAt: now,
  }
}

/** The default visibility of a new project; never more than its group (settings#visibility-defaults). */
export function initialVisibility(world: World, namespace: Namespace): Visibility {
  const byDefault = settingInForce(world, 'default_project_visibility')
  return namespace.kind === 'group' ? lowerVisibility(byDefault, namespace.group.visibility) : byDefault
}

/** The first branch of a new repository. */
export function defaultBranchName(world: World): string {
  const name = settingInForce(world, 'default_branch_name')
  return name !== null && validBranchName(name) ? name : instanceOf(world).defaultBranch
}

function settingsOfNew(world: World, namespace: Namespace): typeof defaultSettings {
  const disabled = namespace.kind === 'group' && sharedRunnersOf(world, namespace.group) !== 'enabled'
  return {
    ...defaultSettings,
    sharedRunners: !disabled && settingInForce(world, 'shared_runners_enabled'),
    ciConfigPath: settingInForce(world, 'default_ci_config_path') || null,
  }
}

function fill(
  world: World,
  project: Project,
  { namespace, creator, withReadme }: NewProject,
  now: Instant,
): void {
  // Whoever owns the namespace is a member as well, with the level of an owner.
  if (namespace.kind === 'user')
    world.members.insert({
      id: nextId(world, 'members'),
      source: 'project',
      sourceId: project.id,
      userId: namespace.user.id,
      accessLevel: 50,
      notificationLevel: 3,
      expiresAt: null,
      createdById: creator.id,
      createdAt: now,
    })
  recordAudit(world, { author: creator, scope: { project }, change: { add: 'project' } }, now)
  setAnyApproverRule(world, project, project.approvals.approvalsBeforeMerge, creator, now)
  if (!withReadme) return
  const author = signatureOf(creator, now)
  const text = `# ${project.name}\n${project.description ? `\n${project.description}\n` : ''}`
  const changes = [{ action: 'create', path: 'README.md', content: utf8(text) }] as const
  const push = { branch: project.defaultBranch, start: undefined, changes, message: 'Initial commit', author }
  pushCommit(world, project, { ...push, committer: author }, now)
}

export function pathOf(namespace: Namespace): string {
  return namespace.kind === 'group' ? namespace.group.fullPath : namespace.user.username
}

export function nameOf(namespace: Namespace): string {
  return namespace.kind === 'group' ? namespace.group.fullName : namespace.user.name
}

function idOf(namespace: Namespace): number {
  return namespace.kind === 'group' ? namespace.group.id : namespace.user.namespaceId
}

/** The namespace of that id, which groups and users count together. */
export function namespaceWithId(world: World, id: number): Namespace | undefined {
  const group = world.groups.get(id)
  if (group !== undefined) return { kind: 'group', group }
  const user = world.users.find('byNamespace', id)
  return user === undefined ? undefined : { kind: 'user', user }
}

/** The namespace of that full path, in any case. */
export function namespaceAt(world: World, fullPath: string): Namespace | undefined {
  const group = world.groups.find('byFullPath', fullPath.toLowerCase())
  if (group !== undefined) return { kind: 'group', group }
  const user = world.users.find('byUsername', fullPath.toLowerCase())
  return user === undefined ? undefined : { kind: 'user', user }
}

export function namespaceOf(world: World, { namespaceId }: Pick<Project, 'namespaceId'>): Namespace {
  const namespace = namespaceWithId(world, namespaceId)
  if (namespace === undefined) throw new Error(`there is no namespace ${namespaceId}`)
  return namespace
}

/** What is wrong with a name and a path in a namespace; what `self` has there already nobody else has. */
export function nameFaults(
  world: World,
  namespace: Namespace,
  { name, path }: { readonly name: string; readonly path: string },
  self?: Project,
): Errors {
  const errors: { [attribute: string]: readonly string[] } = {}
  const isThere = self?.namespaceId === idOf(namespace)
  const wrongName = projectNameErrors(name)
  if (wrongName.length > 0) errors.name = wrongName
  else if (!(isThere && name === self?.name) && nameTaken(world, namespace, name, self))
    errors['project_namespace.name'] = errors.name = [TAKEN]
  const wrongPath = projectPathErrors(path)
  if (wrongPath.length > 0) errors.path = wrongPath
  else if (!(isThere && path === self?.path) && pathTaken(world, `${pathOf(namespace)}/${path}`, self))
    errors.path = [TAKEN]
  return errors
}

function nameTaken(world: World, namespace: Namespace, name: string, self: Project | undefined): boolean {
  const id = idOf(namespace)
  for (const project of world.projects.by('byName', name).ascending())
    if (project.namespaceId === id && project.id !== self?.id) return true
  return false
}

function pathTaken(world: World, fullPath: string, self: Project | undefined): boolean {
  const project = world.projects.find('byFullPath', fullPath.toLowerCase())
  if (project !== undefined && project.id !== self?.id) return true
  return world.groups.find('byFullPath', fullPath.toLowerCase()) !== undefined
}

const LONGEST_DESCRIPTION = 2000
const DEFAULT_STORAGE = 'default'
/** Seconds that a job may take: less than a twelfth of a year of 365.2425 days. */
export const buildTimeout = { least: 600, most: 2_629_745 }

/** What is wrong with the other values. */
export function valueFaults(values: ProjectValues, isFork = false): Errors {
  const { description, defaultBranch, settings, approvals, chosen } = values
  const errors: { [attribute: string]: readonly string[] } = {}
  if (isLonger(description, LONGEST_DESCRIPTION)) errors.description = [tooLong(LONGEST_DESCRIPTION)]
  if (defaultBranch !== undefined && !validBranchName(defaultBranch)) errors.default_branch = ['is invalid']
  const timeout = settings?.buildTimeout ?? buildTimeout.least
  if (timeout < buildTimeout.least || timeout > buildTimeout.most)
    errors.build_timeout = ['needs to be between 10 minutes and 1 month']
  if ((approvals?.approvalsBeforeMerge ?? 0) < 0)
    errors.approvals_before_merge = ['must be greater than or equal to 0']
  if (chosen?.targetsItself && !isFork)
    errors['project_setting.mr_default_target_self'] = ['This setting is allowed for forked projects only']
  return chosen?.expiration === undefined ? errors : { ...errors, ...policyFaults(chosen.expiration) }
}

/** True for a storage of repositories that the installation has; without a choice there is nothing to be wrong. */
export function isStorage(name: string | undefined): boolean {
  return name === undefined || name === DEFAULT_STORAGE
}

/** A project is never more visible than its group, or than what it was forked from. */
export function visibilityFaults(namespace: Namespace, visibility: Visibility, forkedFrom?: Project): Errors {
  const rank = (level: Visibility) => visibilities.indexOf(level)
  if (namespace.kind === 'group' && rank(visibility) > rank(namespace.group.visibility))
    return { visibility_level: [`${visibility} is not allowed in a ${namespace.group.visibility} group.`] }
  if (forkedFrom !== undefined && rank(visibility) > rank(forkedFrom.visibility))
    return {
      visibility_level: [`${visibility} is not allowed since the fork source project has lower visibility.`],
    }
  return {}
}

/** A group may forbid its projects the runners of the installation. */
export function sharedRunnersFaults(world: World, namespace: Namespace, wished: boolean | undefined): Errors {
  if (wished !== true || namespace.kind !== 'group' || !forbidsSharedRunners(world, namespace.group))
    return {}
  return { shared_runners_enabled: ['cannot be enabled because parent group does not allow it'] }
}

export function refuseErrors(errors: Errors): void {
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
