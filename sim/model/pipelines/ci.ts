import { table } from '../../store/database.ts'
import { index, indexDerived, indexEach } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { RetryPlan } from './ci-config/retry.ts'
import type { JobMoment } from './ci-config.ts'

export const pipelineStatuses = [
  'created',
  'waiting_for_resource',
  'preparing',
  'pending',
  'running',
  'success',
  'failed',
  'canceled',
  'skipped',
  'manual',
  'scheduled',
] as const
export type PipelineStatus = (typeof pipelineStatuses)[number]

/** Of pipelines that may still change their outcome by themselves. */
export const ACTIVE: readonly PipelineStatus[] = [
  'created',
  'waiting_for_resource',
  'preparing',
  'pending',
  'running',
]

/** What may start a pipeline. */
export const pipelineSources = [
  'push',
  'web',
  'trigger',
  'schedule',
  'api',
  'external',
  'pipeline',
  'chat',
  'webide',
  'merge_request_event',
  'external_pull_request_event',
  'parent_pipeline',
  'ondemand_dast_scan',
  'ondemand_dast_validation',
  'security_orchestration_policy',
] as const

/** A variable of a pipeline. */
export interface PipelineVariable {
  readonly key: string
  readonly value: string
  /** A file that holds the value; the value itself unless said. */
  readonly type?: 'file'
}

export interface Pipeline {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly sha: string
  /** Its commit did not come with the archive that it was imported from; others may have a commit of that id. */
  readonly commitless?: true
  /** Empty where an archive does not tell it. */
  readonly ref: string
  readonly status: PipelineStatus
  readonly source: string
  readonly userId: number | null
  readonly mergeRequestId: number | null
  /** It runs for a tag. */
  readonly tag?: true
  /** Where its branch was before the push that started it. */
  readonly beforeSha?: string
  /** Its name by the configuration, or as it was changed later. */
  readonly name?: string
  /** The variables that it was started with. */
  readonly variables?: readonly PipelineVariable[]
  /** Of the schedule that started it. */
  readonly scheduleId?: number
  /** Why its configuration is invalid. */
  readonly yamlErrors?: string
  /** The files that configure it, where a job of another pipeline started it; otherwise the project's one. */
  readonly configs?: readonly string[]
  /** The job of another pipeline that started it. */
  readonly bridgeId?: number
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
  /** Seconds in which its jobs ran, as an archive tells; otherwise those from its start to its end. */
  readonly duration?: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Seconds that a pipeline took; null until it is over. */
export function durationOf({ duration, startedAt, finishedAt }: Pipeline): number | null {
  if (startedAt === null || finishedAt === null) return null
  return duration ?? Math.floor((finishedAt - startedAt) / 1000)
}

export const pipelinesTable = table<Pipeline>()('pipelines', {
  byProject: index((pipeline) => [pipeline.projectId]),
  bySha: index((pipeline) => [pipeline.projectId, pipeline.sha]),
  byShaRef: index((pipeline) => [pipeline.projectId, pipeline.sha, pipeline.ref]),
  byRef: index((pipeline) => [pipeline.projectId, pipeline.ref]),
  activeByRef: index(({ projectId, ref, status }) =>
    ACTIVE.includes(status) ? [projectId, ref] : undefined,
  ),
  byStatus: index((pipeline) => [pipeline.projectId, pipeline.status]),
  byUpdated: index((pipeline) => [pipeline.projectId, pipeline.updatedAt]),
  byUser: index((pipeline) => [pipeline.projectId, pipeline.userId ?? 0]),
  byMergeRequest: index((it) => (it.mergeRequestId === null ? undefined : [it.mergeRequestId])),
  byMergeRequestRef: index((it) =>
    it.mergeRequestId === null ? undefined : [it.mergeRequestId, it.projectId, it.sha, it.ref],
  ),
  bySchedule: index((it) => (it.scheduleId === undefined ? undefined : [it.scheduleId])),
})

/** A CI job. */
export interface CiJob {
  readonly id: number
  readonly projectId: number
  readonly pipelineId: number
  readonly runnerId: number | null
  /** The machine of the runner, in releases that tell machines apart. */
  readonly runnerManagerId?: number
  readonly stage: string
  readonly name: string
  readonly status: PipelineStatus
  readonly ref: string
  readonly tag: boolean
  readonly coverage: number | null
  /** It may fail without failing its pipeline. */
  readonly allowFailure?: boolean
  readonly failureReason?: string
  /** The tags that a runner needs for it; absent where its configuration is not known. */
  readonly tags?: readonly string[]
  readonly stageIndex?: number
  readonly when?: JobMoment
  readonly needs?: readonly string[]
  /** A runner took it and reports its status, so the clock does not run it. */
  readonly taken?: true
  /** It was retried. */
  readonly retried?: true
  /** Milliseconds that it waits once its turn has come, and when that ends. */
  readonly startIn?: number
  readonly startAt?: Instant
  /** The exit code of its script, where that is plain; the clock then fails the job. */
  readonly exitCode?: number
  /** Milliseconds that its script sleeps, where that is plain, and those after which it is stopped. */
  readonly sleeps?: number
  readonly timeout?: number
  /** How often it is run again by itself, and after which failures. */
  readonly retry?: RetryPlan
  readonly environment?: JobEnvironment
  /** Jobs with the same one run one after another. */
  readonly resourceGroup?: string
  readonly interruptible?: true
  /** The variables that whoever played it gave it. */
  readonly variables?: readonly PipelineVariable[]
  /** It starts a pipeline instead of running something: which one, once there is one. */
  readonly bridge?: Bridge
  readonly erasedAt?: Instant
  readonly erasedById?: number
  readonly userId: number | null
  readonly queuedAt: Instant | null
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
  readonly createdAt: Instant
}

export interface JobEnvironment {
  readonly name: string
  readonly url: string | null
  readonly action: 'start' | 'prepare' | 'stop' | 'verify' | 'access'
  readonly onStop: string | null
}

export interface Bridge {
  readonly downstreamId: number | null
  /** It takes the status of the pipeline that it started. */
  readonly depend: boolean
}

export const ciJobsTable = table<CiJob>()('ciJobs', {
  byPipeline: index((job) => (job.retried ? undefined : [job.pipelineId])),
  byBridge: index((job) => (job.bridge === undefined || job.retried ? undefined : [job.pipelineId])),
  byCounted: index((job) => (job.retried ? undefined : [job.pipelineId, countedStatus(job)])),
  byPipelineEver: index((job) => [job.pipelineId]),
  byRunner: index((job) => (job.runnerId === null ? undefined : [job.runnerId])),
  byRunnerProject: index((job) => (job.runnerId === null ? undefined : [job.runnerId, job.projectId])),
  byProject: index((job) => [job.projectId]),
  /** Without those that start other pipelines. */
  jobsByProject: index((job) => (job.bridge === undefined ? [job.projectId] : undefined)),
  byResource: index((job) =>
    job.resourceGroup !== undefined && ['waiting_for_resource', 'pending', 'running'].includes(job.status)
      ? [job.projectId, job.resourceGroup]
      : undefined,
  ),
  byPending: index((job) => (job.status === 'pending' && !job.bridge ? [job.projectId] : undefined)),
  byRunning: index((job) => (job.status === 'running' ? [job.projectId] : undefined)),
})

/** What a job counts as: one that may fail, and a manual one that blocks nothing, does not count. */
export function countedStatus({ status, allowFailure }: CiJob): PipelineStatus {
  if (!allowFailure) return status
  if (status === 'failed' || status === 'canceled') return 'success'
  return status === 'manual' ? 'skipped' : status
}

/** The log of a job. */
export interface JobTrace {
  /** Of the job. */
  readonly id: number
  readonly projectId: number
  readonly bytes: Uint8Array
}

export const jobTracesTable = table<JobTrace>()('jobTraces', {
  byProject: index((trace) => [trace.projectId]),
})

export const environmentTiers = ['production', 'staging', 'testing', 'development', 'other'] as const
export type EnvironmentTier = (typeof environmentTiers)[number]

export const autoStopSettings = ['always', 'with_action'] as const
export type AutoStopSetting = (typeof autoStopSettings)[number]

export interface Environment {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly production: boolean
  /** What it is for, where that was said; otherwise its name tells. */
  readonly tier?: EnvironmentTier
  readonly externalUrl?: string | null
  readonly description?: string | null
  /** Whether every deployment puts off that it stops by itself, or only jobs with the action. */
  readonly autoStop?: AutoStopSetting
  /** The agent of the cluster that it is in, the namespace there, and what deploys to it. */
  readonly clusterAgentId?: number | null
  readonly kubernetesNamespace?: string | null
  readonly fluxResourcePath?: string | null
  /** Since when it is stopped. */
  readonly stoppedAt?: Instant
  /** Since when a job is to stop it. */
  readonly stoppingAt?: Instant
  readonly updatedAt?: Instant
  readonly createdAt: Instant
}

export const environmentsTable = table<Environment>()('environments', {
  byProject: index((environment) => [environment.projectId, environment.name]),
  byName: index((environment) => [environment.name]),
})

export interface DeploymentApproval {
  readonly userId: number
  readonly status: 'approved' | 'rejected'
  readonly comment: string
  readonly createdAt: Instant
}

export interface Deployment {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly environmentId: number
  readonly sha: string
  readonly ref: string
  readonly status: 'created' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped' | 'blocked'
  /** The job that makes it. */
  readonly jobId?: number
  /** Its approvals and rejections, where it needs them. */
  readonly approvals?: readonly DeploymentApproval[]
  /** Who created it; unknown in a seeded world. */
  readonly userId?: number
  readonly finishedAt: Instant | null
  /** The merge requests whose commits it brought to the environment first. */
  readonly mergeRequestIds: readonly number[]
  readonly createdAt: Instant
}

/** When it ended, or began as long as it goes on. */
export function changedAt({ finishedAt, createdAt }: Deployment): Instant {
  return finishedAt ?? createdAt
}

export const deploymentsTable = table<Deployment>()('deployments', {
  byEnvironment: index((deployment) => [deployment.environmentId, deployment.finishedAt ?? 0]),
  byDeploying: index(({ status, jobId, environmentId, finishedAt }) =>
    status === 'success' && jobId !== undefined ? [environmentId, finishedAt ?? 0] : undefined,
  ),
  // By the environments that jobs of a branch or tag deployed to.
  byDeployedFrom: index(({ status, jobId, projectId, ref, environmentId }) =>
    status === 'success' && jobId !== undefined ? [projectId, ref, environmentId] : undefined,
  ),
  byProject: index((deployment) => [deployment.projectId]),
  // The orders of a project's list.
  byIid: index((deployment) => [deployment.projectId, deployment.iid]),
  byCreated: index((deployment) => [deployment.projectId, deployment.createdAt]),
  byChanged: index((deployment) => [deployment.projectId, changedAt(deployment)]),
  byRef: index((deployment) => [deployment.projectId, deployment.ref]),
  byStatus: index((deployment) => [deployment.projectId, deployment.status]),
  byJob: index((deployment) => (deployment.jobId === undefined ? undefined : [deployment.jobId])),
  byMergeRequest: indexEach((deployment) => deployment.mergeRequestIds.map((id) => [id])),
  // A key for each merge request that was deployed, so that there are as many as merge requests.
  byDeployed: indexEach((it) => deployedAt(it).map(([at, id]) => [it.environmentId, at, id])),
  byFirst: indexDerived((it) => deployedAt(it).map(([at, id]) => [id, it.environmentId, at])),
  byDeployedAt: indexEach((it) => deployedAt(it).map(([at, id]) => [at, id])),
})

function deployedAt({ status, finishedAt, mergeRequestIds }: Deployment): [at: Instant, id: number][] {
  if (status !== 'success' || finishedAt === null) return []
  return mergeRequestIds.map((id) => [finishedAt, id])
}
