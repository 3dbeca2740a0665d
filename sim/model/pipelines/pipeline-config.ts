import { diffTrees } from '../../git/diff.ts'
import { readBlob, readCommit } from '../../git/objects.ts'
import { peel } from '../../git/revision.ts'
import { entryAt, walkTree } from '../../git/tree.ts'
import { text } from '../../lib/bytes.ts'
import { Recent } from '../../lib/recent/recent.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import { projectAt } from '../projects/project-paths.ts'
import { isProtected } from '../protected-tags/protections.ts'
import { fileAt } from '../repository/files.ts'
import { commitNamed } from '../repository/project-objects.ts'
import { objectsOf, repositoryOf } from '../repository/repository.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { World } from '../world.ts'
import { mayNameMergeRequests } from './ci-config/rules.ts'
import { mostYaml, type YamlBounds } from './ci-config/yaml.ts'
import { type Files, type Occasion, type PipelinePlan, planPipeline } from './ci-config.ts'
import { variablesFor } from './ci-variables.ts'
import { type PlanContext, planOnce } from './known-plans.ts'
import { configPath, type PlannedPipeline } from './planned-pipeline.ts'
import { predefined } from './predefined-variables.ts'

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
  const context = configContextFor(world, pipeline, mayRead)
  if (pipeline.configs !== undefined) return yield* planPipeline(joined(pipeline.configs), context)
  const blob = configBlob(world, project, pipeline.sha)
  if (blob === undefined) return { jobs: [], name: undefined, wanted: true }
  return yield* planOnce(blob, () => text(readBlob(objectsOf(world), blob)), context)
}

/** The context of a configuration that is read for a pipeline. */
export function configContextFor(world: World, pipeline: PlannedPipeline, mayRead: MayRead): PlanContext {
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

/** Several files configure a child pipeline together, as if one included the others. */
function joined(configs: readonly string[]): string {
  return `include: [${configs.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')}]`
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
    ref: () => ref,
    source,
    variables: predefined({ world, project, pipeline, mergeRequest: detached ? mergeRequest : undefined }),
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

/** What people gave: variables of the installation, groups and the project, and those of the pipeline itself. */
function givenVariables(world: World, project: Project, { ref, tag, variables = [] }: PlannedPipeline) {
  const isGuarded = () => isProtected(world, { projectId: project.id, ref, tag: tag === true })
  const found = variablesFor(world, project).filter((it) => !it.protected || isGuarded())
  return new Map([...found, ...variables].map(({ key, value }) => [key, value]))
}

/** The commit that a branch or a tag stands for. */
export function commitAt(world: World, project: Project, name: string): string | undefined {
  const { refs, objects } = repositoryOf(world, project)
  const id = refs.get(name)
  return id === undefined ? undefined : peel(objects, id, 'commit')
}
