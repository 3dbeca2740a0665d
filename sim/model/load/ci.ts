import type { EnvironmentDescription, PipelineDescription } from '../../../fixtures/schema.ts'
import { peel } from '../../git/revision.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Environment, Pipeline } from '../pipelines/ci.ts'
import { repositoryOf } from '../repository/repository.ts'
import { nextId, nextIid } from '../world.ts'
import {
  type Loading,
  loadEach,
  type ProjectScope,
  timeOf,
  timeOrNull,
  touch,
  userIdOrNull,
} from './loading.ts'

/** Pipelines with their CI jobs, and what will become of those that still run. */
export function* loadPipelines(loading: Loading, scope: ProjectScope): Steps<void> {
  const { world } = loading
  yield* loadEach(loading, scope.description.pipelines, function* (pipeline, i) {
    const path = `${scope.path}.pipelines[${i}]`
    const row = world.pipelines.insert(pipelineRow(loading, scope, pipeline, path))
    scope.pipelines.add(pipeline.key, row, `${path}.key`)
    touch(scope, row.updatedAt)
    yield* loadCiJobs(loading, row, pipeline, path)
    const { becomes } = pipeline
    if (becomes === undefined) return
    const args = { pipelineId: row.id, status: becomes.status }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'pipeline', args, due: timeOf(loading, becomes.at) })
  })
}

function pipelineRow(loading: Loading, scope: ProjectScope, it: PipelineDescription, path: string): Pipeline {
  const mergeRequest =
    it.mergeRequest === undefined
      ? undefined
      : scope.mergeRequests.require(it.mergeRequest, `${path}.mergeRequest`)
  const createdAt = timeOf(loading, it.createdAt)
  const startedAt = timeOrNull(loading, it.startedAt)
  const finishedAt = timeOrNull(loading, it.finishedAt)
  return {
    id: nextId(loading.world, 'pipelines'),
    iid: nextIid(loading.world, 'pipelines', 'project', scope.row.id),
    projectId: scope.row.id,
    sha:
      it.commit === undefined
        ? (mergeRequest?.sha ?? headOf(loading, scope, it, path))
        : scope.commits.require(it.commit, `${path}.commit`),
    ref: it.ref,
    ...(it.tag && { tag: it.tag }),
    status: it.status,
    source: it.source ?? (mergeRequest === undefined ? 'push' : 'merge_request_event'),
    userId: userIdOrNull(loading, it.user, `${path}.user`),
    mergeRequestId: mergeRequest?.id ?? null,
    startedAt,
    finishedAt,
    createdAt,
    updatedAt: finishedAt ?? startedAt ?? createdAt,
  }
}

function headOf(
  loading: Loading,
  scope: ProjectScope,
  { ref, tag }: PipelineDescription,
  path: string,
): string {
  const { objects, refs } = repositoryOf(loading.world, scope.row)
  const found = refs.get(`refs/${tag ? 'tags' : 'heads'}/${ref}`)
  const commit = found === undefined ? undefined : peel(objects, found, 'commit')
  if (commit === undefined) throw new Error(`${path}.ref: there is no ${tag ? 'tag' : 'branch'} '${ref}'`)
  return commit
}

function* loadCiJobs(
  loading: Loading,
  pipeline: Pipeline,
  it: PipelineDescription,
  path: string,
): Steps<void> {
  yield* loadEach(loading, it.jobs, (job, i) => {
    const at = `${path}.jobs[${i}]`
    const createdAt = pipeline.createdAt
    loading.world.ciJobs.insert({
      id: nextId(loading.world, 'ciJobs'),
      projectId: pipeline.projectId,
      pipelineId: pipeline.id,
      runnerId: job.runner === undefined ? null : loading.runners.require(job.runner, `${at}.runner`).id,
      stage: job.stage,
      name: job.name,
      status: job.status,
      ref: pipeline.ref,
      tag: it.tag ?? false,
      coverage: job.coverage ?? null,
      userId: userIdOrNull(loading, job.user, `${at}.user`) ?? pipeline.userId,
      queuedAt: timeOrNull(loading, job.queuedAt) ?? timeOrNull(loading, job.startedAt),
      startedAt: timeOrNull(loading, job.startedAt),
      finishedAt: timeOrNull(loading, job.finishedAt),
      createdAt,
    })
  })
}

/** Environments with what was deployed to them. */
export function* loadEnvironments(loading: Loading, scope: ProjectScope): Steps<void> {
  const { world } = loading
  yield* loadEach(loading, scope.description.environments, (environment, i) => {
    const row = world.environments.insert({
      id: nextId(world, 'environments'),
      projectId: scope.row.id,
      name: environment.name,
      production: environment.production ?? false,
      createdAt: timeOf(loading, environment.createdAt),
    })
    return loadDeployments(loading, scope, row, environment, `${scope.path}.environments[${i}]`)
  })
}

function* loadDeployments(
  loading: Loading,
  scope: ProjectScope,
  environment: Environment,
  { deployments = [] }: EnvironmentDescription,
  path: string,
): Steps<void> {
  const { world } = loading
  yield* loadEach(loading, deployments, (it, i) => {
    const at = `${path}.deployments[${i}]`
    world.deployments.insert({
      id: nextId(world, 'deployments'),
      iid: nextIid(world, 'deployments', 'project', scope.row.id),
      projectId: scope.row.id,
      environmentId: environment.id,
      userId: scope.row.creatorId,
      sha: scope.commits.require(it.commit, `${at}.commit`),
      ref: it.ref,
      status: it.status,
      finishedAt: timeOrNull(loading, it.finishedAt),
      mergeRequestIds: (it.mergeRequests ?? []).map(
        (iid, n) => scope.mergeRequests.require(iid, `${at}.mergeRequests[${n}]`).id,
      ),
      createdAt: timeOf(loading, it.createdAt),
    })
  })
}
