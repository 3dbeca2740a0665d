import { type AssignedJob, dependenciesOf } from '../model/jobs/assigned-job.ts'
import { variablesOf } from '../model/jobs/dotenv.ts'
import { variablesFor } from '../model/pipelines/ci-variables.ts'
import { isProtected } from '../model/protected-tags/protections.ts'
import type { View } from './entity.ts'

export interface Variable {
  readonly key: string
  readonly value: string
  readonly public: boolean
  readonly masked: boolean
  readonly file?: boolean
  readonly raw?: boolean
}

/** The variables of a job: predefined ones, and those of its configuration. */
export function jobVariables(it: AssignedJob, view: View): Variable[] {
  const { job, project, runner, plan, token } = it
  const { world, url } = view
  const pipeline = world.pipelines.require(job.pipelineId)
  const user = world.users.get(job.userId ?? 0)
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
    CI_COMMIT_BEFORE_SHA: pipeline.beforeSha ?? '0'.repeat(40),
    CI_COMMIT_REF_NAME: job.ref,
    CI_COMMIT_REF_SLUG: slugOf(job.ref),
    CI_COMMIT_REF_PROTECTED: isProtected(world, job),
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
    CI_REPOSITORY_URL: url(`${project.fullPath}.git`).replace('://', () => `://gitlab-ci-token:${token}@`),
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
  const given = variablesFor(world, project).filter((it) => !it.protected || isProtected(world, job))
  const played = job.variables ?? []
  const playedKeys = new Set(played.map(({ key }) => key))
  const started = [...(pipeline.variables ?? []).filter(({ key }) => !playedKeys.has(key)), ...played]
  const handed = new Map(
    dependenciesOf(world, job, plan).flatMap((other) => [...variablesOf(world, other, view.now)]),
  )
  for (const { key } of started) handed.delete(key)
  const own = new Set([...[...given, ...started].map(({ key }) => key), ...handed.keys()])
  const others = Object.entries(told).filter(([key]) => !own.has(key))
  // What whoever started the pipeline says wins over what was said for all of them.
  const overruled = new Set([...started.map(({ key }) => key), ...handed.keys()])
  return [
    ...others.map(([key, value]) => {
      const hidden = secret.includes(key)
      return { key, value: String(value), public: !hidden, masked: hidden }
    }),
    ...given
      .filter(({ key }) => !overruled.has(key))
      .map(({ key, value, type, raw, masked }) => ({
        key,
        value,
        public: false,
        masked,
        ...(type === 'file' && { file: true }),
        ...(raw && { raw }),
      })),
    ...[...handed].map(([key, value]) => ({ key, value, public: false, masked: false })),
    ...started.map(({ key, value, type }) => ({
      key,
      value,
      public: false,
      masked: false,
      ...(type === 'file' && { file: true }),
    })),
  ]
}

// At most 63 characters that a host name allows.
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '')
}
