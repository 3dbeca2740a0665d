import { readCommit } from '../../git/objects.ts'
import { titleOf } from '../commits/commit-title.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import { isProtected } from '../protected-tags/protections.ts'
import { objectsOf } from '../repository/repository.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import type { Variables } from './ci-config/expression.ts'
import { configPath, type PlannedPipeline } from './planned-pipeline.ts'

/** What predefined variables tell of. */
export interface Begun {
  readonly world: World
  readonly project: Project
  readonly pipeline: PlannedPipeline
  /** Of a pipeline that is one of a merge request. */
  readonly mergeRequest: MergeRequest | undefined
}

type Value = string | number | undefined

const always: { readonly [name: string]: (begun: Begun) => Value } = {
  CI: () => 'true',
  GITLAB_CI: () => 'true',
  CI_PIPELINE_SOURCE: ({ pipeline }) => pipeline.source,
  CI_PIPELINE_TRIGGERED: ({ pipeline }) => (pipeline.source === 'trigger' ? 'true' : undefined),
  CI_DEFAULT_BRANCH: ({ project }) => project.defaultBranch,
  CI_COMMIT_SHA: ({ pipeline }) => pipeline.sha,
  CI_COMMIT_SHORT_SHA: ({ pipeline }) => pipeline.sha.slice(0, 8),
  CI_COMMIT_BEFORE_SHA: ({ pipeline }) => pipeline.beforeSha ?? '0'.repeat(40),
  CI_COMMIT_REF_NAME: (begun) => branchOf(begun),
  CI_COMMIT_REF_SLUG: (begun) => slugOf(branchOf(begun)),
  CI_COMMIT_REF_PROTECTED: ({ world, project, pipeline: { ref, tag } }) =>
    String(isProtected(world, { projectId: project.id, ref, tag: tag === true })),
  CI_COMMIT_BRANCH: ({ pipeline: { tag, ref }, mergeRequest }) => (tag || mergeRequest ? undefined : ref),
  CI_COMMIT_TAG: ({ pipeline: { tag, ref } }) => (tag ? ref : undefined),
  CI_COMMIT_TITLE: (begun) => titleOf(commitOf(begun).message),
  CI_COMMIT_MESSAGE: (begun) => commitOf(begun).message,
  CI_COMMIT_AUTHOR: (begun) => {
    const { author } = commitOf(begun)
    return `${author.name} <${author.email}>`
  },
  CI_PROJECT_ID: ({ project }) => project.id,
  CI_PROJECT_NAME: ({ project }) => project.path,
  CI_PROJECT_TITLE: ({ project }) => project.name,
  CI_PROJECT_PATH: ({ project }) => project.fullPath,
  CI_PROJECT_PATH_SLUG: ({ project }) => slugOf(project.fullPath),
  CI_PROJECT_NAMESPACE: ({ project: { fullPath } }) => fullPath.slice(0, fullPath.lastIndexOf('/')),
  CI_PROJECT_ROOT_NAMESPACE: ({ project }) => project.fullPath.split('/', 1)[0] ?? '',
  CI_PROJECT_VISIBILITY: ({ project }) => project.visibility,
  CI_CONFIG_PATH: ({ project }) => configPath(project),
  GITLAB_USER_ID: (begun) => userOf(begun)?.id,
  GITLAB_USER_LOGIN: (begun) => userOf(begun)?.username,
  GITLAB_USER_NAME: (begun) => userOf(begun)?.name,
  GITLAB_USER_EMAIL: (begun) => userOf(begun)?.email,
  CI_OPEN_MERGE_REQUESTS: (begun) => (begun.pipeline.tag ? undefined : openMergeRequests(begun)),
}

const ofMergeRequests: {
  readonly [name: string]: (mergeRequest: MergeRequest, world: World, source: Project) => Value
} = {
  CI_MERGE_REQUEST_ID: ({ id }) => id,
  CI_MERGE_REQUEST_IID: ({ iid }) => iid,
  CI_MERGE_REQUEST_TITLE: ({ title }) => title,
  CI_MERGE_REQUEST_EVENT_TYPE: () => 'detached',
  CI_MERGE_REQUEST_REF_PATH: ({ iid }) => `refs/merge-requests/${iid}/head`,
  CI_MERGE_REQUEST_PROJECT_ID: ({ projectId }) => projectId,
  CI_MERGE_REQUEST_PROJECT_PATH: ({ projectId }, world) => world.projects.require(projectId).fullPath,
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: (_, _world, source) => source.id,
  CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: (_, _world, source) => source.fullPath,
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: ({ sourceBranch }) => sourceBranch,
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: ({ targetBranch }) => targetBranch,
  CI_MERGE_REQUEST_DIFF_BASE_SHA: ({ baseSha }) => baseSha ?? undefined,
  CI_MERGE_REQUEST_LABELS: ({ labelIds }, world) =>
    labelIds.map((label) => world.labels.get(label)?.title ?? '').join(',') || undefined,
}

const values: ReadonlyMap<string, (begun: Begun) => Value> = new Map([
  ...Object.entries(always),
  ...Object.entries(ofMergeRequests).map(
    ([name, value]) =>
      [
        name,
        ({ world, project, mergeRequest }: Begun) =>
          mergeRequest &&
          value(mergeRequest, world, world.projects.get(mergeRequest.sourceProjectId) ?? project),
      ] as const,
  ),
])

/** Predefined variables that exist before any job does. Each is worked out when somebody asks for it: few do. */
export function predefined(begun: Begun): Variables {
  const get = (name: string) => {
    const value = values.get(name)?.(begun)
    return value === undefined ? undefined : String(value)
  }
  return { get, keys: () => [...values.keys()].filter((name) => get(name) !== undefined) }
}

function branchOf({ pipeline, mergeRequest }: Begun): string {
  return mergeRequest?.sourceBranch ?? pipeline.ref
}

function commitOf({ world, pipeline }: Begun) {
  return readCommit(objectsOf(world), pipeline.sha)
}

function userOf({ world, pipeline }: Begun): User | undefined {
  return world.users.get(pipeline.userId ?? 0)
}

function openMergeRequests(begun: Begun): string | undefined {
  const { world, project } = begun
  const open = world.mergeRequests
    .by('bySource', project.id, branchOf(begun), 'opened')
    .slice('ascending', 0, 4)
  if (open.length === 0) return undefined
  return open.map(({ projectId, iid }) => `${world.projects.require(projectId).fullPath}!${iid}`).join(',')
}

// At most 63 characters that a host name allows.
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '')
}
