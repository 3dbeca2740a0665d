import { type CiJob, type Deployment, durationOf, type Pipeline } from '../../model/pipelines/ci.ts'
import type { Release } from '../../model/releases/release.ts'
import { linksOf } from '../../model/releases/releases.ts'
import { isoTime } from '../../time/calendar.ts'
import { type Payload, type PayloadContext, pageOf, projectPart, repositoryPart, userPart } from './parts.ts'
import { commitPart } from './push-payloads.ts'

const at = (time: number | null) => (time === null ? null : isoTime(time))

/** The payload of a pipeline event. */
export function pipelinePayload(told: PayloadContext, pipeline: Pipeline): Payload {
  const jobs = told.world.ciJobs.by('byPipeline', pipeline.id).list()
  const { finishedAt } = pipeline
  return {
    object_kind: 'pipeline',
    object_attributes: {
      id: pipeline.id,
      iid: pipeline.iid,
      ref: pipeline.ref,
      tag: jobs[0]?.tag ?? false,
      sha: pipeline.sha,
      source: pipeline.source,
      status: pipeline.status,
      detailed_status: pipeline.status,
      stages: [...new Set(jobs.map(({ stage }) => stage))],
      created_at: isoTime(pipeline.createdAt),
      finished_at: at(finishedAt),
      duration: durationOf(pipeline),
      variables: [],
      url: pageOf(told, `/-/pipelines/${pipeline.id}`),
    },
    merge_request: null,
    user: userPart(told.world, told.world.users.get(pipeline.userId ?? 0)),
    project: projectPart(told),
    commit: commitOf(told, pipeline),
    builds: jobs.map((job) => ({
      id: job.id,
      stage: job.stage,
      name: job.name,
      status: job.status,
      created_at: isoTime(job.createdAt),
      started_at: at(job.startedAt),
      finished_at: at(job.finishedAt),
      when: job.when ?? 'on_success',
      manual: job.when === 'manual',
      allow_failure: job.allowFailure ?? false,
    })),
  }
}

function commitOf(told: PayloadContext, { sha, commitless }: Pipeline): Payload {
  return commitless ? { id: sha } : commitPart(told, sha)
}

/** The payload of a job event. */
export function jobPayload(told: PayloadContext, job: CiJob): Payload {
  const pipeline = told.world.pipelines.require(job.pipelineId)
  return {
    object_kind: 'build',
    ref: job.ref,
    tag: job.tag,
    before_sha: '0'.repeat(40),
    sha: pipeline.sha,
    build_id: job.id,
    build_name: job.name,
    build_stage: job.stage,
    build_status: job.status,
    build_created_at: isoTime(job.createdAt),
    build_started_at: at(job.startedAt),
    build_finished_at: at(job.finishedAt),
    build_allow_failure: job.allowFailure ?? false,
    build_failure_reason: job.failureReason ?? 'unknown_failure',
    pipeline_id: pipeline.id,
    project_id: told.project.id,
    project_name: told.project.fullName,
    user: userPart(told.world, told.world.users.get(job.userId ?? 0)),
    commit: { ...commitOf(told, pipeline), status: pipeline.status },
    repository: repositoryPart(told),
    project: projectPart(told),
  }
}

/** The payload of a deployment event. */
export function deploymentPayload(told: PayloadContext, deployment: Deployment): Payload {
  const environment = told.world.environments.require(deployment.environmentId)
  return {
    object_kind: 'deployment',
    status: deployment.status,
    status_changed_at: isoTime(deployment.finishedAt ?? deployment.createdAt),
    deployment_id: deployment.id,
    deployable_id: null,
    deployable_url: null,
    environment: environment.name,
    project: projectPart(told),
    short_sha: deployment.sha.slice(0, 8),
    user: userPart(told.world, told.world.users.get(deployment.userId ?? 0)),
    commit_url: pageOf(told, `/-/commit/${deployment.sha}`),
    ref: deployment.ref,
  }
}

/** The payload of a release event. */
export function releasePayload(
  told: PayloadContext,
  release: Release,
  action: 'create' | 'update' | 'delete',
): Payload {
  const links = linksOf(told.world, release)
  return {
    id: release.id,
    created_at: isoTime(release.createdAt),
    description: release.description,
    name: release.name,
    released_at: isoTime(release.releasedAt),
    tag: release.tag,
    object_kind: 'release',
    project: projectPart(told),
    url: pageOf(told, `/-/releases/${encodeURIComponent(release.tag)}`),
    action,
    assets: {
      count: links.length + 4,
      links: links.map(({ id, name, url, type }) => ({ id, name, url, link_type: type })),
      sources: ['zip', 'tar.gz', 'tar.bz2', 'tar'].map((format) => ({
        format,
        url: pageOf(told, `/-/archive/${release.tag}/${told.project.path}-${release.tag}.${format}`),
      })),
    },
    commit: release.sha === null ? null : commitPart(told, release.sha),
  }
}
