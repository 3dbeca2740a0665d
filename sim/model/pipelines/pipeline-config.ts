import { diffTrees } from '../../git/diff.ts'
import { readBlob, readCommit } from '../../git/objects.ts'
import { peel } from '../../git/revision.ts'
import { entryAt, walkTree } from '../../git/tree.ts'
import { text } from '../../lib/bytes.ts'
import { Recent } from '../../lib/recent/recent.ts'
import type { Steps } from '../../lib/steps.ts'
import { titleOf } from '../commits/commit-title.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import { projectAt } from '../projects/project-paths.ts'
import { isProtected } from '../protected-tags/protections.ts'
import { fileAt } from '../repository/files.ts'
import { commitNamed } from '../repository/project-objects.ts'
import { objectsOf, repositoryOf } from '../repository/repository.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { World } from '../world.ts'
import type { Pipeline } from './ci.ts'
import { mayNameMergeRequests } from './ci-config/rules.ts'
import { mostYaml, type YamlBounds } from './ci-config/yaml.ts'
import { type Files, type Occasion, type PipelinePlan, planPipeline } from './ci-config.ts'
import { variablesFor } from './ci-variables.ts'

/** The values of a pipeline that its jobs depend on. */
export type PlannedPipeline = Pick<Pipeline, 'projectId' | 'sha' | 'ref' | 'source' | 'mergeRequestId'> &
  Partial<Pick<Pipeline, 'commitless' | 'tag' | 'beforeSha' | 'variables' | 'configs' | 'userId'>>

/** Where the configuration of a project is. */
export function configPath(project: Project): string {
  return project.settings.ciConfigPath || '.gitlab-ci.yml'
}

/** The id of the file that configures the pipelines of a commit; undefined where there is none. */
function configBlob(world: World, project: Project, sha: string): string | undefined {
  const path = configPath(project)
  const place = `${sha} ${path}`
  const known = blobs.get(place)
  if (known !== undefined) return known.id
  const objects = objectsOf(world)
  const entry = entryAt(objects, readCommit(objects, sha).tree, path)
  const id = entry?.type === 'blob' ? entry.id : undefined
  blobs.add(place, { id }, 1)
  return id
}

/** True when a commit has a CI configuration. */
export function hasCiConfig(world: World, project: Project, sha: string): boolean {
  return configBlob(world, project, sha) !== undefined
}

/** False where the configuration of a commit has no jobs for merge requests, whatever the occasion. */
export function mayRunForMergeRequests(world: World, project: Project, sha: string): boolean {
  const blob = configBlob(world, project, sha)
  if (blob === undefined) return false
  const known = forMergeRequests.get(blob)
  if (known !== undefined) return known
  const may = mayNameMergeRequests(text(readBlob(objectsOf(world), blob)))
  forMergeRequests.add(blob, may, 1)
  return may
}

// Commits and files never change, so what is said in them is remembered for all worlds.
const MOST_FILES = 10_000
const blobs = new Recent<string, { readonly id: string | undefined }>(MOST_FILES)
const forMergeRequests = new Recent<string, boolean>(MOST_FILES)

/** Whether whoever starts a pipeline may include files of another project. */
export type MayRead = (project: Project) => boolean

/** The plan of a pipeline by the configuration of its commit. Throws CiConfigError. */
export function* pipelinePlanOf(
  world: World,
  pipeline: PlannedPipeline,
  mayRead: MayRead,
): Steps<PipelinePlan> {
  if (pipeline.commitless) return { jobs: [], name: undefined, wanted: true }
  const project = world.projects.require(pipeline.projectId)
  const yaml = configOf(world, project, pipeline)
  if (yaml === undefined) return { jobs: [], name: undefined, wanted: true }
  return yield* planPipeline(yaml, configContextFor(world, pipeline, mayRead))
}

/** The context of a configuration that is read for a pipeline. */
export function configContextFor(world: World, pipeline: PlannedPipeline, mayRead: MayRead) {
  const project = world.projects.require(pipeline.projectId)
  return {
    files: configFilesOf(world, project, pipeline.sha, mayRead),
    occasion: occasionOf(world, project, pipeline),
    given: givenVariables(world, project, pipeline),
    bounds: configBounds(world),
  }
}

/** How large a configuration may be. */
export function configBounds(world: World): YamlBounds {
  return {
    bytes: Math.min(settingInForce(world, 'max_yaml_size_bytes'), mostYaml.bytes),
    depth: Math.min(settingInForce(world, 'max_yaml_depth'), mostYaml.depth),
  }
}

function configOf(world: World, project: Project, { sha, configs }: PlannedPipeline): string | undefined {
  // Several files configure a child pipeline together, as if one included the others.
  if (configs !== undefined)
    return `include: [${configs.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')}]`
  const file = fileAt(world, project, sha, configPath(project))
  return file && text(file.bytes)
}

/** The files that a configuration at a commit can include. */
export function configFilesOf(world: World, project: Project, sha: string, mayRead: MayRead): Files {
  const read = (from: Project, id: string) => (path: string) => {
    const file = fileAt(world, from, id, path)
    return file && text(file.bytes)
  }
  return {
    local: read(project, sha),
    paths: () => pathsAt(world, sha),
    foreign: (path, ref, file) => {
      const other = projectAt(world, path)
      if (other === undefined || !mayRead(other)) return undefined
      const commit = commitNamed(world, other, ref ?? other.defaultBranch)
      return commit === undefined ? undefined : read(other, commit)(file)
    },
  }
}

function rootOf({ fullPath }: Project): string {
  return fullPath.split('/', 1)[0] ?? ''
}

function pathsAt(world: World, sha: string): string[] {
  const objects = objectsOf(world)
  const paths: string[] = []
  for (const { path, type } of walkTree(objects, readCommit(objects, sha).tree, { recursive: true }))
    if (type === 'blob') paths.push(path)
  return paths
}

function occasionOf(world: World, project: Project, pipeline: PlannedPipeline): Occasion {
  const { ref, source, tag, sha, beforeSha, mergeRequestId } = pipeline
  const mergeRequest = mergeRequestId === null ? undefined : world.mergeRequests.get(mergeRequestId)
  let paths: string[] | undefined
  const detached = mergeRequest !== undefined && source === 'merge_request_event'
  return {
    refType: detached ? 'merge_request' : tag ? 'tag' : 'branch',
    ref,
    source,
    variables: predefined(world, project, pipeline, detached ? mergeRequest : undefined),
    changed: () => {
      const from = detached ? mergeRequest.baseSha : (beforeSha ?? null)
      return from === null ? undefined : changedPaths(world, from, sha)
    },
    paths: () => {
      paths ??= pathsAt(world, sha)
      return paths
    },
  }
}

function changedPaths(world: World, from: string, to: string): string[] {
  const objects = objectsOf(world)
  const trees = [from, to].map((id) => readCommit(objects, id).tree)
  return diffTrees(objects, trees[0], trees[1], { renames: false }).map(({ newPath }) => newPath)
}

/** Predefined variables that exist before any job does. */
function predefined(
  world: World,
  project: Project,
  { sha, ref, source, tag, beforeSha, userId }: PlannedPipeline,
  mergeRequest: MergeRequest | undefined,
): ReadonlyMap<string, string> {
  const { message, author } = readCommit(objectsOf(world), sha)
  const user = world.users.get(userId ?? 0)
  const told: { readonly [key: string]: string | number | undefined } = {
    CI: 'true',
    GITLAB_CI: 'true',
    CI_PIPELINE_SOURCE: source,
    CI_PIPELINE_TRIGGERED: source === 'trigger' ? 'true' : undefined,
    CI_DEFAULT_BRANCH: project.defaultBranch,
    CI_COMMIT_SHA: sha,
    CI_COMMIT_SHORT_SHA: sha.slice(0, 8),
    CI_COMMIT_BEFORE_SHA: beforeSha ?? '0'.repeat(40),
    CI_COMMIT_REF_NAME: mergeRequest?.sourceBranch ?? ref,
    CI_COMMIT_REF_SLUG: slugOf(mergeRequest?.sourceBranch ?? ref),
    CI_COMMIT_REF_PROTECTED: String(isProtected(world, { projectId: project.id, ref, tag: tag === true })),
    CI_COMMIT_BRANCH: tag || mergeRequest ? undefined : ref,
    CI_COMMIT_TAG: tag ? ref : undefined,
    CI_COMMIT_TITLE: titleOf(message),
    CI_COMMIT_MESSAGE: message,
    CI_COMMIT_AUTHOR: `${author.name} <${author.email}>`,
    CI_PROJECT_ID: project.id,
    CI_PROJECT_NAME: project.path,
    CI_PROJECT_TITLE: project.name,
    CI_PROJECT_PATH: project.fullPath,
    CI_PROJECT_PATH_SLUG: slugOf(project.fullPath),
    CI_PROJECT_NAMESPACE: project.fullPath.slice(0, project.fullPath.lastIndexOf('/')),
    CI_PROJECT_ROOT_NAMESPACE: rootOf(project),
    CI_PROJECT_VISIBILITY: project.visibility,
    CI_CONFIG_PATH: configPath(project),
    GITLAB_USER_ID: user?.id,
    GITLAB_USER_LOGIN: user?.username,
    GITLAB_USER_NAME: user?.name,
    GITLAB_USER_EMAIL: user?.email,
    CI_OPEN_MERGE_REQUESTS: tag
      ? undefined
      : openMergeRequests(world, project, mergeRequest?.sourceBranch ?? ref),
    ...(mergeRequest && ofMergeRequest(world, project, mergeRequest)),
  }
  return new Map(
    Object.entries(told).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
}

function openMergeRequests(world: World, project: Project, branch: string): string | undefined {
  const open = world.mergeRequests.by('bySource', project.id, branch, 'opened').slice('ascending', 0, 4)
  if (open.length === 0) return undefined
  return open.map(({ projectId, iid }) => `${world.projects.require(projectId).fullPath}!${iid}`).join(',')
}

function ofMergeRequest(world: World, project: Project, mergeRequest: MergeRequest) {
  const { id, iid, title, sourceBranch, targetBranch, projectId, sourceProjectId, baseSha, labelIds } =
    mergeRequest
  const source = world.projects.get(sourceProjectId) ?? project
  return {
    CI_MERGE_REQUEST_ID: id,
    CI_MERGE_REQUEST_IID: iid,
    CI_MERGE_REQUEST_TITLE: title,
    CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
    CI_MERGE_REQUEST_REF_PATH: `refs/merge-requests/${iid}/head`,
    CI_MERGE_REQUEST_PROJECT_ID: projectId,
    CI_MERGE_REQUEST_PROJECT_PATH: world.projects.require(projectId).fullPath,
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source.id,
    CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: source.fullPath,
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: sourceBranch,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: targetBranch,
    CI_MERGE_REQUEST_DIFF_BASE_SHA: baseSha ?? undefined,
    CI_MERGE_REQUEST_LABELS:
      labelIds.map((label) => world.labels.get(label)?.title ?? '').join(',') || undefined,
  }
}

/** What people gave: variables of the installation, groups and the project, and those of the pipeline itself. */
function givenVariables(world: World, project: Project, { ref, tag, variables = [] }: PlannedPipeline) {
  const guarded = isProtected(world, { projectId: project.id, ref, tag: tag === true })
  const found = variablesFor(world, project).filter((it) => guarded || !it.protected)
  return new Map([...found, ...variables].map(({ key, value }) => [key, value]))
}

// At most 63 characters that a host name allows.
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '')
}

/** The commit that a branch or a tag stands for. */
export function commitAt(world: World, project: Project, name: string): string | undefined {
  const { refs, objects } = repositoryOf(world, project)
  const id = refs.get(name)
  return id === undefined ? undefined : peel(objects, id, 'commit')
}
