import { failed } from '../failure.ts'
import type { Deployment, Fields } from './deployment.ts'
import { filled, flagOf, listOf, numberOf, recordOf, textOf, textsOf, timeOf } from './fields.ts'
import type { Known } from './known.ts'
import { mergeRequestsOf, pipelinesOf } from './merge-requests.ts'
import { membersOf, People } from './people.ts'
import { issuesOf, labelsOf, milestonesOf } from './planning.ts'
import { releasesOf } from './releases.ts'
import { type FetchedRepository, fetchedRepository, packText } from './repository.ts'

/** A description of one project and whatever it needs, and what is not in it. */
export interface ReadWorld {
  readonly description: {
    readonly version: 1
    readonly users: readonly object[]
    readonly groups: readonly object[]
    readonly projects: readonly object[]
  }
  readonly left: readonly string[]
}

/** Changes a repository that was fetched; gives the new id of a commit. */
export type Rewrite = (
  fetched: FetchedRepository,
) => FetchedRepository & { readonly idOf: (id: string) => string }

const settingNames = {
  mergeMethod: 'merge_method',
  squashOption: 'squash_option',
  onlyMergeIfPipelineSucceeds: 'only_allow_merge_if_pipeline_succeeds',
  onlyMergeIfDiscussionsResolved: 'only_allow_merge_if_all_discussions_are_resolved',
  removeSourceBranchAfterMerge: 'remove_source_branch_after_merge',
  autocloseReferencedIssues: 'autoclose_referenced_issues',
} as const

const featureNames = [
  'issues',
  'merge_requests',
  'wiki',
  'builds',
  'snippets',
  'forking',
  'releases',
] as const

/** Reads a project with its groups, by a token that may be none. Throws a CliFailure for one that is hidden or missing. */
export async function readProject(
  deployment: Deployment,
  path: string,
  rewrite?: Rewrite,
): Promise<ReadWorld> {
  const left = new Set<string>()
  const people = new People()
  const row = await deployment.one(`/projects/${encodeURIComponent(path)}`)
  if (row === undefined) throw failed(`--project: there is no ${path} for this token`)
  const fullPath = textOf(row, 'path_with_namespace') ?? path
  const own = `/projects/${row.id}`
  const groups = await groupsOf(deployment, recordOf(row, 'namespace'), people)
  const owner = groups.length === 0 ? people.name(recordOf(row, 'owner')) : undefined
  const members = await membersOf(deployment, own, people, owner)
  const fetched = await fetchedRepository(deployment, fullPath)
  if (fetched === undefined) left.add('the repository, which is empty')
  const repository =
    fetched === undefined ? undefined : (rewrite?.(fetched) ?? { ...fetched, idOf: (id: string) => id })
  const present = new Set(fetched?.ids)
  const known: Known = {
    has: (id): id is string => id !== undefined && present.has(id),
    branches: fetched?.branches ?? {},
    leave: (what) => void left.add(what),
  }
  const labels = await labelsOf(deployment, own)
  const milestones = await milestonesOf(deployment, own)
  const issues = await issuesOf(deployment, own, people, known)
  const releases = await releasesOf(deployment, own, people)
  const mergeRequests = await mergeRequestsOf(deployment, own, people, known)
  const pipelines = await pipelinesOf(deployment, own, people, known)
  const project = filled({
    id: numberOf(row, 'id'),
    path: fullPath,
    name: textOf(row, 'name'),
    description: textOf(row, 'description'),
    visibility: textOf(row, 'visibility'),
    archived: flagOf(row, 'archived'),
    creator: people.withId(numberOf(row, 'creator_id')),
    defaultBranch: textOf(row, 'default_branch'),
    topics: textsOf(row, 'topics'),
    features: featuresOf(row),
    settings: settingsOf(row),
    createdAt: timeOf(row, 'created_at'),
    lastActivityAt: timeOf(row, 'last_activity_at'),
    members,
    labels,
    milestones,
    repository:
      repository === undefined
        ? undefined
        : { pack: packText(repository), commits: [], branches: repository.branches, tags: repository.tags },
    protectedBranches: await protectedOf(deployment, own, people),
    protectedTags: await protectedTagsOf(deployment, own, people),
    issues,
    mergeRequests,
    releases,
    pipelines,
  })
  const renamed = repository === undefined ? project : withIds(project, repository.idOf)
  const described = { version: 1 as const, users: people.described(), groups, projects: [renamed] }
  return { description: described, left: [...left] }
}

/** The groups above a project, the topmost first; none in a personal namespace. */
async function groupsOf(
  deployment: Deployment,
  namespace: Fields | undefined,
  people: People,
): Promise<readonly object[]> {
  if (textOf(namespace, 'kind') !== 'group') return []
  const parts = (textOf(namespace, 'full_path') ?? '').split('/')
  const groups: object[] = []
  for (const [i] of parts.entries()) {
    const path = parts.slice(0, i + 1).join('/')
    const own = `/groups/${encodeURIComponent(path)}`
    const row = await deployment.one(own)
    groups.push(
      filled({
        id: numberOf(row, 'id'),
        path,
        name: textOf(row, 'name'),
        description: textOf(row, 'description'),
        visibility: textOf(row, 'visibility'),
        createdAt: timeOf(row, 'created_at'),
        members: await membersOf(deployment, own, people),
        labels: await labelsOf(deployment, own),
        milestones: await milestonesOf(deployment, own),
      }),
    )
  }
  return groups
}

function featuresOf(row: Fields): object {
  return filled(Object.fromEntries(featureNames.map((name) => [name, textOf(row, `${name}_access_level`)])))
}

function settingsOf(row: Fields): object {
  return filled(
    Object.fromEntries(
      Object.entries(settingNames).map(([name, wire]) => [name, textOf(row, wire) ?? asFlag(row[wire])]),
    ),
  )
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

const levels: { readonly [level: number]: string } = {
  0: 'none',
  30: 'developer',
  40: 'maintainer',
  60: 'admin',
}

function accessIn(row: Fields, name: string, people: People): readonly object[] {
  return listOf(row, name).flatMap((one): object[] => {
    const user = people.withId(numberOf(one, 'user_id'))
    if (numberOf(one, 'user_id') !== undefined) return user === undefined ? [] : [{ user }]
    const role = levels[numberOf(one, 'access_level') ?? -1]
    // Groups that were invited are not part of the world.
    return role === undefined || numberOf(one, 'group_id') !== undefined ? [] : [{ role }]
  })
}

async function protectedOf(deployment: Deployment, own: string, people: People): Promise<readonly object[]> {
  const rows = await deployment.all(`${own}/protected_branches`)
  return rows.map((row) =>
    filled({
      name: textOf(row, 'name'),
      push: accessIn(row, 'push_access_levels', people),
      merge: accessIn(row, 'merge_access_levels', people),
      allowForcePush: flagOf(row, 'allow_force_push'),
      codeOwnerApproval: flagOf(row, 'code_owner_approval_required'),
    }),
  )
}

async function protectedTagsOf(
  deployment: Deployment,
  own: string,
  people: People,
): Promise<readonly object[]> {
  const rows = await deployment.all(`${own}/protected_tags`)
  return rows.map((row) =>
    filled({ name: textOf(row, 'name'), create: accessIn(row, 'create_access_levels', people) }),
  )
}

const ID = /\b[0-9a-f]{40}\b/g

/** A description in which commits have other ids, but for the pack itself. */
function withIds<T>(given: T, idOf: (id: string) => string): T {
  return JSON.parse(
    JSON.stringify(given, (name, value: unknown) =>
      typeof value === 'string' && name !== 'pack' ? value.replace(ID, (found) => idOf(found)) : value,
    ),
  )
}
