import { type AssignedJob, dependenciesOf } from '../model/jobs/assigned-job.ts'
import { reportForm } from '../model/jobs/job-artifact.ts'
import { archiveOf } from '../model/jobs/job-artifacts.ts'
import type { CachePlan, ImagePlan, JobPlan, ServicePlan } from '../model/pipelines/ci-config.ts'
import { failureReasons } from '../model/pipelines/failure-reason.ts'
import { chosenSetting } from '../model/projects/project.ts'
import { isProtected } from '../model/protected-tags/protections.ts'
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
      view.url(`${project.fullPath}.git`).replace('://', () => `://gitlab-ci-token:${token}@`),
    ),
    ref: text<AssignedJob>(({ job }) => job.ref),
    sha: text<AssignedJob>((it, view) => pipelineOf(it, view).sha),
    before_sha: text<AssignedJob>((it, view) => pipelineOf(it, view).beforeSha ?? '0'.repeat(40)),
    ref_type: text<AssignedJob>(({ job }) => (job.tag ? 'tag' : 'branch')),
    refspecs: json<AssignedJob>({ type: 'array', items: { type: 'string' } }, refspecs),
    depth: integer<AssignedJob>(depth),
  }),
  runner_info: object({
    timeout: integer<AssignedJob>(timeout),
    runner_session_url: nullable(text<AssignedJob>(() => null as unknown as string)),
  }),
  variables: json(records, jobVariables),
  steps: json(records, steps),
  image: nullable(json({ type: 'object' }, ({ plan }) => (plan?.image ? imageOf(plan.image) : null))),
  services: json(records, ({ plan }) => (plan?.services ?? []).map(serviceOf)),
  artifacts: json(records, ({ plan }) => artifactsFor(plan)),
  cache: json(records, (it, view) => (it.plan?.caches ?? []).map((cache) => cacheOf(cache, it, view))),
  credentials: json(records, () => []),
  features: json({ type: 'object' }, () => ({ trace_sections: true, failure_reasons: failureReasons })),
  dependencies: json(records, dependencies),
})

// The service names a ref of the pipeline as well where it keeps one; here none is kept.
function refspecs(it: AssignedJob, view: View): string[] {
  const { job } = it
  if (depth(it, view) === 0) return ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']
  return [
    job.tag
      ? `+refs/tags/${job.ref}:refs/tags/${job.ref}`
      : `+refs/heads/${job.ref}:refs/remotes/origin/${job.ref}`,
  ]
}

// A variable wins over the setting of the project.
function depth(it: AssignedJob, view: View): number {
  const given = jobVariables(it, view).findLast(({ key }) => key === 'GIT_DEPTH')?.value
  if (given === undefined) return chosenSetting(it.project, 'gitDepth') ?? 0
  return Math.max(0, Number.parseInt(given, 10) || 0)
}

// The runner's own limit counts where it is the lower one.
function timeout({ plan, project, runner }: AssignedJob): number {
  const own = plan?.timeout === undefined ? project.settings.buildTimeout : plan.timeout / 1000
  return Math.min(own, runner.maximumTimeout ?? Number.POSITIVE_INFINITY)
}

function steps(it: AssignedJob): object[] {
  const { script = [], afterScript = [], releaseCommand } = it.plan ?? {}
  const step = { timeout: timeout(it), when: 'on_success', allow_failure: false }
  return [
    { name: 'script', script, ...step },
    ...(releaseCommand === undefined ? [] : [{ name: 'release', script: [releaseCommand], ...step }]),
    ...(afterScript.length > 0
      ? [{ name: 'after_script', script: afterScript, ...step, when: 'always', allow_failure: true }]
      : []),
  ]
}

function artifactsFor(plan: JobPlan | undefined): object[] {
  const { artifacts } = plan ?? {}
  if (artifacts === undefined) return []
  const { name = null, paths, exclude, untracked, when, expireIn: expire_in = null, reports } = artifacts
  const archive = {
    name,
    untracked,
    paths,
    ...(exclude.length > 0 && { exclude }),
    when,
    expire_in,
    artifact_type: 'archive',
    artifact_format: 'zip',
  }
  const reported = [...reports].flatMap(([artifact_type, paths]) => {
    const form = reportForm(artifact_type)
    if (form === undefined) return []
    return [
      { name: form.name, paths, when: 'always', expire_in, artifact_type, artifact_format: form.format },
    ]
  })
  return [...(paths.length > 0 || untracked ? [archive] : []), ...reported]
}

function imageOf({ name, entrypoint, pullPolicy }: ImagePlan): object {
  return { name, entrypoint: entrypoint ?? null, ports: [], pull_policy: pullPolicy ?? null }
}

function serviceOf({ alias, command, variables, ...image }: ServicePlan): object {
  const listed = variables.map(([key, value]) => ({ key, value }))
  return { ...imageOf(image), alias: alias ?? null, command: command ?? null, variables: listed }
}

// What jobs of protected refs keep is not given to others, and the reverse.
function cacheOf(cache: CachePlan, { job, project }: AssignedJob, { world }: View): object {
  if (chosenSetting(project, 'separatedCaches') === false) return cache
  return { ...cache, key: `${cache.key}-${isProtected(world, job) ? 'protected' : 'non_protected'}` }
}

function dependencies({ job, plan, token }: AssignedJob, view: View): object[] {
  return dependenciesOf(view.world, job, plan).map((other) => {
    const archive = archiveOf(view.world, other, view)
    const file = archive && { artifacts_file: { filename: archive.name, size: archive.bytes.length } }
    return { id: other.id, name: other.name, token, ...file }
  })
}
