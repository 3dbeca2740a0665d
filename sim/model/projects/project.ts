import type { Json } from '../../lib/json.ts'
import { table } from '../../store/database.ts'
import { index, indexEach } from '../../store/table.ts'
import type { Day, Instant } from '../../time/calendar.ts'
import type { Visibility } from './visibility.ts'

export const features = [
  'issues',
  'repository',
  'merge_requests',
  'forking',
  'wiki',
  'builds',
  'snippets',
  'pages',
  'operations',
  'analytics',
  'container_registry',
  'security_and_compliance',
  'requirements',
  'releases',
  'environments',
  'feature_flags',
  'infrastructure',
  'monitor',
] as const
export type Feature = (typeof features)[number]
export const featureLevels = ['disabled', 'private', 'enabled', 'public'] as const
export type FeatureLevel = (typeof featureLevels)[number]
export const mergeMethods = ['merge', 'rebase_merge', 'ff'] as const
export type MergeMethod = (typeof mergeMethods)[number]
export const squashOptions = ['never', 'always', 'default_on', 'default_off'] as const
export type SquashOption = (typeof squashOptions)[number]
export const importStatuses = ['none', 'scheduled', 'started', 'finished', 'failed', 'canceled'] as const

export interface ProjectSettings {
  readonly mergeMethod: MergeMethod
  readonly squashOption: SquashOption
  readonly onlyMergeIfPipelineSucceeds: boolean
  readonly mergeOnSkippedPipeline: boolean | null
  readonly onlyMergeIfDiscussionsResolved: boolean
  readonly removeSourceBranchAfterMerge: boolean
  readonly resolveOutdatedDiffDiscussions: boolean
  readonly printMergeRequestLink: boolean
  readonly autocloseReferencedIssues: boolean
  readonly suggestionCommitMessage: string | null
  readonly mergeCommitTemplate: string | null
  readonly squashCommitTemplate: string | null
  readonly issueBranchTemplate: string | null
  readonly requestAccess: boolean
  readonly lfs: boolean
  readonly packages: boolean
  readonly emailsDisabled: boolean | null
  readonly sharedRunners: boolean
  readonly groupRunners: boolean
  readonly publicJobs: boolean
  readonly ciConfigPath: string | null
  readonly buildTimeout: number
  /** Null while the groups above it, or the installation, decide. */
  readonly autoDevops: boolean | null
  /** The secret with which runners of the project register. */
  readonly runnersToken: string
}

/** Settings of pipelines, caches and templates, with what they are unless somebody chose. */
export const chosenDefaults = {
  autoCancelPipelines: 'enabled' as 'enabled' | 'disabled',
  gitDepth: 20 as number | null,
  forwardDeployment: true,
  separatedCaches: true,
  forkPipelinesInParent: true,
  keepLatestArtifact: true,
  autoDevopsStrategy: 'continuous' as 'continuous' | 'manual' | 'timed_incremental',
  buildGitStrategy: 'fetch' as 'fetch' | 'clone',
  issuesTemplate: null as string | null,
  mergeRequestsTemplate: null as string | null,
  mergePipelines: false,
  mergeTrains: false,
  onlyMergeIfStatusChecksPass: false,
  enforceAuthOnUploads: true,
  /** Of a fork: merge requests go to itself unless another target is named. */
  targetsItself: false,
  restrictVariables: false,
  classification: '',
  serviceDesk: false,
  jobTokenScope: false,
  expiration: undefined as ExpirationPolicy | undefined,
}
export type ChosenSettings = Partial<typeof chosenDefaults>

/** Which images of the container registry are deleted with age. */
export interface ExpirationPolicy {
  readonly cadence: string
  readonly enabled: boolean
  readonly keepN: number | null
  readonly olderThan: string | null
  readonly nameRegex: string | null
  readonly nameRegexKeep: string | null
}

/** The changed settings with further changes; absent while all are at their defaults. */
export function withChosen(before: ChosenSettings | undefined, now: ChosenSettings): Pick<Project, 'chosen'> {
  const chosen = { ...before, ...now }
  return Object.keys(chosen).length === 0 ? {} : { chosen }
}

/** The value of a setting: as changed, or its default. */
export function chosenSetting<Name extends keyof typeof chosenDefaults>(
  project: Pick<Project, 'chosen'>,
  name: Name,
): (typeof chosenDefaults)[Name] {
  const chosen = project.chosen?.[name]
  return chosen === undefined ? chosenDefaults[name] : (chosen as (typeof chosenDefaults)[Name])
}

export interface ApprovalSettings {
  readonly approvalsBeforeMerge: number
  readonly resetApprovalsOnPush: boolean
  readonly selectiveCodeOwnerRemovals: boolean
  readonly disableOverriding: boolean
  readonly authorApproval: boolean
  readonly disableCommittersApproval: boolean
  readonly requirePassword: boolean
  /** The rule that is there before anybody makes one has been deleted. */
  readonly withoutPreconfigured?: true
}

/** Stored sizes in bytes; content sizes of the repository itself are measured on its objects. */
export interface ProjectSizes {
  readonly repository: number
  readonly wiki: number
  readonly lfsObjects: number
  readonly jobArtifacts: number
  readonly pipelineArtifacts: number
  readonly packages: number
  readonly snippets: number
  readonly uploads: number
}

export interface Project {
  readonly id: number
  /** Attributes that newer releases brought and somebody has changed, by their names; nothing follows from them. */
  readonly later?: { readonly [name: string]: Json }
  readonly name: string
  readonly path: string
  /** Of the namespace: a group's id, or a user's `namespaceId`. */
  readonly namespaceId: number
  readonly namespaceKind: 'group' | 'user'
  readonly fullPath: string
  readonly fullName: string
  readonly description: string | null
  readonly visibility: Visibility
  readonly archived: boolean
  readonly creatorId: number
  readonly defaultBranch: string
  readonly forkedFromId: number | null
  /** The project at the root of the fork network, itself included; what "a fork of" compares. */
  readonly networkId: number
  readonly topics: readonly string[]
  readonly starCount: number
  readonly features: { readonly [name in Feature]: FeatureLevel }
  readonly settings: ProjectSettings
  /** Further settings, as far as somebody chose them. */
  readonly chosen?: ChosenSettings
  readonly approvals: ApprovalSettings
  readonly sizes: ProjectSizes
  readonly importType: string | null
  readonly importUrl: string | null
  readonly importStatus: (typeof importStatuses)[number]
  readonly importError: string | null
  readonly repositoryStorage: string
  /** File name of its picture. */
  readonly avatar?: string | null
  readonly markedForDeletionOn: Day | null
  /** Time of the last housekeeping. */
  readonly tidiedAt?: Instant
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly lastActivityAt: Instant
}

/** All that a project stores, in bytes. */
export function storageOf(sizes: ProjectSizes): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0)
}

/** The places of texts of a project by whose words lists look for projects: without, and with the names of namespaces. */
export const projectTexts = { own: [0, 2, 4], withNamespaces: [1, 3, 4] } as const

export const projectsTable = table<Project>((it) => [
  it.path,
  it.fullPath,
  it.name,
  it.fullName,
  it.description,
])(
  'projects',
  {
    byFullPath: index((project) => [project.fullPath.toLowerCase()]),
    byNamespace: index((project) => [project.namespaceKind, project.namespaceId]),
    byVisibility: index((project) => [project.visibility]),
    byFork: index((project) => (project.forkedFromId === null ? undefined : [project.forkedFromId])),
    byName: index((project) => [project.name]),
    byPath: index((project) => [project.path]),
    byCreated: index((project) => [project.createdAt]),
    byUpdated: index((project) => [project.updatedAt]),
    byActivity: index((project) => [project.lastActivityAt]),
    byStars: index((project) => [project.starCount]),
    byRepositorySize: index(({ sizes }) => [sizes.repository]),
    byStorage: index(({ sizes }) => [storageOf(sizes)]),
    byPackagesSize: index(({ sizes }) => [sizes.packages]),
    byWikiSize: index(({ sizes }) => [sizes.wiki]),
    byTopic: indexEach((project) => project.topics.map((topic) => [topic])),
    byShownTopic: indexEach(({ topics, visibility }) =>
      visibility === 'private' ? [] : topics.map((topic) => [topic]),
    ),
    byRunnersToken: index((project) => [project.settings.runnersToken]),
  },
  { alike: true },
)

/** A topic of the instance. */
export interface Topic {
  readonly id: number
  readonly name: string
  /** As people read it; the name unless it was said. */
  readonly title?: string
  readonly description?: string | null
  /** File name of its picture. */
  readonly avatar?: string | null
  readonly updatedAt?: Instant
}
export const topicsTable = table<Topic>(({ name, title }) => [name, title ?? null])('topics', {
  byName: index(({ name }) => [name.toLowerCase()]),
})

export interface Star {
  readonly id: number
  readonly userId: number
  readonly projectId: number
  /** Unknown for stars of a seeded world. */
  readonly createdAt?: Instant
}
export const starsTable = table<Star>()('stars', {
  byUser: index((star) => [star.userId, star.projectId]),
  byProject: index((star) => [star.projectId]),
})

/** An administrator's note on a project: one key, one value. */
export interface CustomAttribute {
  readonly id: number
  readonly projectId: number
  readonly key: string
  readonly value: string
}
/** A custom attribute of something that is no project. */
export interface OwnedAttribute {
  readonly id: number
  readonly owner: 'user' | 'group'
  readonly ownerId: number
  readonly key: string
  readonly value: string
}
export const ownedAttributesTable = table<OwnedAttribute>()('ownedAttributes', {
  byOwner: index((it) => [it.owner, it.ownerId, it.key]),
  byKey: index((it) => [it.owner, it.key, it.value, it.ownerId]),
})
export const customAttributesTable = table<CustomAttribute>()('customAttributes', {
  byProject: index((attribute) => [attribute.projectId, attribute.key]),
  byKey: index((attribute) => [attribute.key, attribute.value, attribute.projectId]),
})
