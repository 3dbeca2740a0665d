import type { CiJob } from '../model/ci.ts'
import type { JobPlan } from '../model/ci-config.ts'
import { failureReasons } from '../model/ci-jobs.ts'
import type { Project } from '../model/project.ts'
import { covering } from '../model/protected-ref.ts'
import type { Runner } from '../model/runner.ts'
import { entity, flag, integer, json, nullable, object, text, type View } from './entity.ts'

/** A job on its way to the runner that asked for it. */
export interface HandedJob {
  readonly job: CiJob
  readonly project: Project
  readonly runner: Runner
  /** What the configuration says is to be done; undefined for a job that it does not know. */
  readonly plan: JobPlan | undefined
  /** Proves the job, and opens its project to it. */
  readonly token: string
}

const pipelineOf = ({ job }: HandedJob, { world }: View) => world.pipelines.require(job.pipelineId)

const records = { type: 'array', items: { type: 'object' } } as const

/** What a runner needs to know of its next job. */
export const handedJobEntity = entity<HandedJob>('HandedJob', {
  id: integer(({ job }) => job.id),
  token: text(({ token }) => token),
  allow_git_fetch: flag(() => true),
  job_info: object({
    id: integer<HandedJob>(({ job }) => job.id),
    name: text<HandedJob>(({ job }) => job.name),
    stage: text<HandedJob>(({ job }) => job.stage),
    project_id: integer<HandedJob>(({ project }) => project.id),
    project_name: text<HandedJob>(({ project }) => project.name),
  }),
  git_info: object({
    repo_url: text<HandedJob>(({ project, token }, view) =>
      view.url(`${project.fullPath}.git`).replace('://', `://gitlab-ci-token:${token}@`),
    ),
    ref: text<HandedJob>(({ job }) => job.ref),
    sha: text<HandedJob>((it, view) => pipelineOf(it, view).sha),
    before_sha: text<HandedJob>(() => '0'.repeat(40)),
    ref_type: text<HandedJob>(({ job }) => (job.tag ? 'tag' : 'branch')),
    refspecs: json<HandedJob>({ type: 'array', items: { type: 'string' } }, refspecs),
    depth: integer<HandedJob>(() => GIT_DEPTH),
  }),
  runner_info: object({
    timeout: integer<HandedJob>(timeout),
    runner_session_url: nullable(text<HandedJob>(() => null as unknown as string)),
  }),
  variables: json(records, variables),
  steps: json(records, steps),
  image: nullable(json({ type: 'object' }, ({ plan }) => imageOf(plan?.image))),
  services: json(records, ({ plan }) => (plan?.services ?? []).map(serviceOf)),
  artifacts: json(records, () => []),
  cache: json(records, () => []),
  credentials: json(records, () => []),
  features: json({ type: 'object' }, () => ({ trace_sections: true, failure_reasons: failureReasons })),
  dependencies: json(records, dependencies),
})

/** Commits that a runner fetches, unless a project says otherwise. */
const GIT_DEPTH = 20

function refspecs({ job }: HandedJob): string[] {
  const pipeline = `refs/pipelines/${job.pipelineId}`
  const ref = job.tag
    ? `+refs/tags/${job.ref}:refs/tags/${job.ref}`
    : `+refs/heads/${job.ref}:refs/remotes/origin/${job.ref}`
  return [`+${pipeline}:${pipeline}`, ref]
}

// The runner's own limit counts where it is the lower one.
function timeout({ project, runner }: HandedJob): number {
  return Math.min(project.settings.buildTimeout, runner.maximumTimeout ?? Number.POSITIVE_INFINITY)
}

function steps(it: HandedJob): object[] {
  const { script = [], afterScript = [] } = it.plan ?? {}
  const step = { timeout: timeout(it), when: 'on_success', allow_failure: false }
  return [
    { name: 'script', script, ...step },
    ...(afterScript.length > 0
      ? [{ name: 'after_script', script: afterScript, ...step, when: 'always', allow_failure: true }]
      : []),
  ]
}

function imageOf(name: string | undefined): object | null {
  return name === undefined ? null : { name, entrypoint: null, ports: [], pull_policy: null }
}

function serviceOf(name: string): object {
  return {
    name,
    entrypoint: null,
    alias: null,
    command: null,
    ports: [],
    variables: [],
    pull_policy: null,
  }
}

// What was done before it, whose artifacts it might use.
function dependencies({ job, token }: HandedJob, { world }: View): object[] {
  const jobs = world.ciJobs.by('byPipeline', job.pipelineId).list()
  const before = jobs.filter((other) =>
    job.needs === undefined
      ? (other.stageIndex ?? 0) < (job.stageIndex ?? 0)
      : job.needs.includes(other.name),
  )
  return before.map(({ id, name }) => ({ id, name, token }))
}

interface Variable {
  readonly key: string
  readonly value: string
  readonly public: boolean
  readonly masked: boolean
}

function variables(it: HandedJob, view: View): Variable[] {
  const { job, project, runner, plan, token } = it
  const { world, url } = view
  const pipeline = pipelineOf(it, view)
  const user = world.users.get(job.userId ?? 0)
  const isProtected = job.tag
    ? covering(world.protectedTags.by('byProject', project.id).list(), job.ref).length > 0
    : covering(world.protectedBranches.by('byProject', project.id).list(), job.ref).length > 0
  const secret = ['CI_JOB_TOKEN', 'CI_REGISTRY_PASSWORD', 'CI_REPOSITORY_URL']
  const told = {
    CI: 'true',
    GITLAB_CI: 'true',
    CI_SERVER: 'yes',
    CI_SERVER_URL: url('').replace(/\/$/, ''),
    CI_API_V4_URL: url('api/v4'),
    CI_PIPELINE_ID: pipeline.id,
    CI_PIPELINE_IID: pipeline.iid,
    CI_PIPELINE_SOURCE: pipeline.source,
    CI_PIPELINE_URL: url(`${project.fullPath}/-/pipelines/${pipeline.id}`),
    CI_JOB_ID: job.id,
    CI_JOB_URL: url(`${project.fullPath}/-/jobs/${job.id}`),
    CI_JOB_TOKEN: token,
    CI_JOB_NAME: job.name,
    CI_JOB_STAGE: job.stage,
    CI_NODE_TOTAL: 1,
    CI_COMMIT_SHA: pipeline.sha,
    CI_COMMIT_SHORT_SHA: pipeline.sha.slice(0, 8),
    CI_COMMIT_BEFORE_SHA: '0'.repeat(40),
    CI_COMMIT_REF_NAME: job.ref,
    CI_COMMIT_REF_SLUG: slugOf(job.ref),
    CI_COMMIT_REF_PROTECTED: isProtected,
    [job.tag ? 'CI_COMMIT_TAG' : 'CI_COMMIT_BRANCH']: job.ref,
    CI_DEFAULT_BRANCH: project.defaultBranch,
    CI_PROJECT_ID: project.id,
    CI_PROJECT_NAME: project.path,
    CI_PROJECT_TITLE: project.name,
    CI_PROJECT_PATH: project.fullPath,
    CI_PROJECT_PATH_SLUG: slugOf(project.fullPath),
    CI_PROJECT_NAMESPACE: project.fullPath.slice(0, project.fullPath.lastIndexOf('/')),
    CI_PROJECT_URL: url(project.fullPath),
    CI_PROJECT_VISIBILITY: project.visibility,
    CI_REPOSITORY_URL: url(`${project.fullPath}.git`).replace('://', `://gitlab-ci-token:${token}@`),
    CI_RUNNER_ID: runner.id,
    CI_RUNNER_DESCRIPTION: runner.description ?? '',
    CI_RUNNER_TAGS: JSON.stringify(runner.tags),
    ...(user !== undefined && {
      GITLAB_USER_ID: user.id,
      GITLAB_USER_LOGIN: user.username,
      GITLAB_USER_NAME: user.name,
      GITLAB_USER_EMAIL: user.email,
    }),
    ...Object.fromEntries(plan?.variables ?? []),
  }
  return Object.entries(told).map(([key, value]) => {
    const hidden = secret.includes(key)
    return { key, value: String(value), public: !hidden, masked: hidden }
  })
}

// 63 characters that may stand in a name of the net.
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '')
}
