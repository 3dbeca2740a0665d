import type { AssignedJob } from '../model/jobs/assigned-job.ts'
import type { JobPlan } from '../model/pipelines/ci-config.ts'
import { failureReasons } from '../model/pipelines/failure-reason.ts'
import { chosenSetting } from '../model/projects/project.ts'
import { entity, flag, integer, json, nullable, object, text, type View } from './entity.ts'
import { jobVariables } from './job-variables.ts'

const pipelineOf = ({ job }: AssignedJob, { world }: View) => world.pipelines.require(job.pipelineId)

const records = { type: 'array', items: { type: 'object' } } as const

/** A job as its runner is given it. */
export const assignedJobEntity = entity<AssignedJob>('HandedJob', {
  id: integer(({ job }) => job.id),
  token: text(({ token }) => token),
  allow_git_fetch: flag(() => true),
  job_info: object({
    id: integer<AssignedJob>(({ job }) => job.id),
    name: text<AssignedJob>(({ job }) => job.name),
    stage: text<AssignedJob>(({ job }) => job.stage),
    project_id: integer<AssignedJob>(({ project }) => project.id),
    project_name: text<AssignedJob>(({ project }) => project.name),
  }),
  git_info: object({
    repo_url: text<AssignedJob>(({ project, token }, view) =>
      view.url(`${project.fullPath}.git`).replace('://', `://gitlab-ci-token:${token}@`),
    ),
    ref: text<AssignedJob>(({ job }) => job.ref),
    sha: text<AssignedJob>((it, view) => pipelineOf(it, view).sha),
    before_sha: text<AssignedJob>(() => '0'.repeat(40)),
    ref_type: text<AssignedJob>(({ job }) => (job.tag ? 'tag' : 'branch')),
    refspecs: json<AssignedJob>({ type: 'array', items: { type: 'string' } }, refspecs),
    depth: integer<AssignedJob>(({ project }) => chosenSetting(project, 'gitDepth') ?? 0),
  }),
  runner_info: object({
    timeout: integer<AssignedJob>(timeout),
    runner_session_url: nullable(text<AssignedJob>(() => null as unknown as string)),
  }),
  variables: json(records, jobVariables),
  steps: json(records, steps),
  image: nullable(json({ type: 'object' }, ({ plan }) => imageOf(plan?.image))),
  services: json(records, ({ plan }) => (plan?.services ?? []).map(serviceOf)),
  artifacts: json(records, ({ plan }) => artifactsFor(plan)),
  cache: json(records, ({ plan }) => plan?.caches ?? []),
  credentials: json(records, () => []),
  features: json({ type: 'object' }, () => ({ trace_sections: true, failure_reasons: failureReasons })),
  dependencies: json(records, dependencies),
})

// The service names a ref of the pipeline as well where it keeps one; here none is kept.
function refspecs({ job }: AssignedJob): string[] {
  return [
    job.tag
      ? `+refs/tags/${job.ref}:refs/tags/${job.ref}`
      : `+refs/heads/${job.ref}:refs/remotes/origin/${job.ref}`,
  ]
}

// The runner's own limit counts where it is the lower one.
function timeout({ project, runner }: AssignedJob): number {
  return Math.min(project.settings.buildTimeout, runner.maximumTimeout ?? Number.POSITIVE_INFINITY)
}

function steps(it: AssignedJob): object[] {
  const { script = [], afterScript = [] } = it.plan ?? {}
  const step = { timeout: timeout(it), when: 'on_success', allow_failure: false }
  return [
    { name: 'script', script, ...step },
    ...(afterScript.length > 0
      ? [{ name: 'after_script', script: afterScript, ...step, when: 'always', allow_failure: true }]
      : []),
  ]
}

function artifactsFor(plan: JobPlan | undefined): object[] {
  const { artifacts } = plan ?? {}
  if (artifacts === undefined) return []
  const { name = 'artifacts', paths, exclude, untracked, when, expireIn, reports } = artifacts
  const common = { untracked, when, expire_in: expireIn === undefined ? null : `${expireIn / 1000} seconds` }
  const archive = { name, paths, exclude, ...common, artifact_type: 'archive', artifact_format: 'zip' }
  const reported = [...reports].map(([type, paths]) => ({
    name: `${type}.xml`,
    paths,
    ...common,
    untracked: false,
    when: 'always',
    artifact_type: type,
    artifact_format: type === 'dotenv' || type === 'junit' ? 'gzip' : 'raw',
  }))
  return [...(paths.length > 0 || untracked ? [archive] : []), ...reported]
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
function dependencies({ job, token }: AssignedJob, { world }: View): object[] {
  const jobs = world.ciJobs.by('byPipeline', job.pipelineId).list()
  const before = jobs.filter((other) =>
    job.needs === undefined
      ? (other.stageIndex ?? 0) < (job.stageIndex ?? 0)
      : job.needs.includes(other.name),
  )
  return before.map(({ id, name }) => ({ id, name, token }))
}
