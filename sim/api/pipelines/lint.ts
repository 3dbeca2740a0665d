import { simulatePush } from '../../jobs/start-pipeline.ts'
import { text } from '../../lib/bytes.ts'
import { since } from '../../lib/dialect.ts'
import type { Steps } from '../../lib/steps.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { CiConfigError, type Files, type JobPlan, planPipeline } from '../../model/pipelines/ci-config.ts'
import { configBounds, configFilesOf } from '../../model/pipelines/pipeline-config.ts'
import type { Project } from '../../model/projects/project.ts'
import { fileAt } from '../../model/repository/files.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayIncludeFrom } from '../../policy/includes.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, required, string, withDefault } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'

const shape = {
  type: 'object',
  properties: {
    valid: { type: 'boolean' },
    merged_yaml: { type: ['string', 'null'] },
    errors: { type: 'array', items: { type: 'string' } },
    warnings: { type: 'array', items: { type: 'string' } },
    jobs: { type: 'array', items: { type: 'object' } },
  },
  required: ['valid', 'errors', 'warnings'],
} as const
const include_jobs = withDefault(
  boolean({ about: 'Whether the jobs that a pipeline would have are listed' }),
  false,
)

const simulation = {
  dry_run: withDefault(boolean({ about: 'Whether a push of the configuration is simulated' }), false),
  ref: string({ about: 'Branch or tag of the simulation; default: the default branch' }),
}

export const validateProjectCiConfig = operation(
  {
    method: 'GET',
    path: '/projects/:id/ci/lint',
    summary: 'Validate the CI/CD configuration of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_code',
    params: {
      sha: since(
        'pipelines#later-lint-sha',
        string({ about: 'Commit; default: the head of the default branch' }),
      ),
      ...simulation,
      include_jobs,
    },
    answers: { value: shape },
    refuses: [404],
    beyond: true,
  },
  function* ({ world, project, params, caller, view, now }) {
    const commit = commitNamed(world, project, params.sha || project.defaultBranch)
    if (commit === undefined && params.sha) throw notFound('Commit')
    const path = project.settings.ciConfigPath || '.gitlab-ci.yml'
    const file = commit === undefined ? undefined : fileAt(world, project, commit, path)
    if (commit === undefined || file === undefined) return invalid('Please provide content of .gitlab-ci.yml')
    const files = configFilesOf(world, project, commit, mayIncludeFrom(world, caller?.user?.id ?? null, now))
    const yaml = text(file.bytes)
    if (params.dry_run) return yield* simulated(view.situation, project, yaml, params)
    return yield* linted(world, yaml, params.include_jobs, files)
  },
)

export const validateCiConfigForProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/ci/lint',
    summary: 'Validate a CI/CD configuration for a project',
    auth: 'public',
    subject: 'project',
    needs: 'create_pipeline',
    params: {
      content: required(string({ about: 'CI/CD configuration in YAML' })),
      ...simulation,
      include_jobs,
    },
    answers: { status: 200, value: shape },
    beyond: true,
  },
  function* ({ world, project, params, caller, view, now }) {
    if (params.dry_run) return yield* simulated(view.situation, project, params.content ?? '', params)
    // As if the configuration stood in a file of the default branch.
    const commit = commitNamed(world, project, project.defaultBranch)
    const mayRead = mayIncludeFrom(world, caller?.user?.id ?? null, now)
    const files = commit === undefined ? undefined : configFilesOf(world, project, commit, mayRead)
    return yield* linted(world, params.content ?? '', params.include_jobs, files)
  },
)

export const validateCiConfig = operation(
  {
    method: 'POST',
    path: '/ci/lint',
    summary: 'Validate a CI/CD configuration',
    params: { content: required(string({ about: 'CI/CD configuration in YAML' })), include_jobs },
    answers: {
      status: 200,
      value: {
        ...shape,
        properties: { ...shape.properties, status: { enum: ['valid', 'invalid'] } },
        required: ['status', 'errors', 'warnings'],
      },
    },
    deprecated: true,
    beyond: true,
  },
  function* ({ world, params }) {
    const { valid, ...rest } = yield* linted(world, params.content ?? '', params.include_jobs)
    return { status: valid ? 'valid' : 'invalid', ...rest }
  },
)

interface Linted {
  readonly valid: boolean
  readonly merged_yaml: string | null
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  readonly jobs?: readonly object[]
}

function* linted(world: World, yaml: string, withJobs: boolean, files?: Files): Steps<Linted> {
  try {
    const { jobs } = yield* planPipeline(yaml, { bounds: configBounds(world), ...(files && { files }) })
    if (jobs.length === 0) return invalid('jobs config should contain at least one visible job')
    return valid(yaml, withJobs, jobs.map(described))
  } catch (problem) {
    if (problem instanceof CiConfigError) return invalid(problem.message)
    throw problem
  }
}

interface Simulation {
  readonly ref?: string | null | undefined
  readonly include_jobs: boolean
}

function* simulated(
  situation: Situation,
  project: Project,
  yaml: string,
  { ref, include_jobs: withJobs }: Simulation,
): Steps<Linted> {
  try {
    const { jobs } = yield* simulatePush(situation, project, ref || project.defaultBranch, yaml)
    return valid(yaml, withJobs, jobs.map(common))
  } catch (problem) {
    if (problem instanceof InvalidRow) return invalid(Object.values(problem.errors).flat().join(', '))
    throw problem
  }
}

/** A job of a simulation. */
function common(job: JobPlan) {
  const { name, stage, beforeScript, script, afterScript } = job
  return {
    name,
    stage,
    before_script: beforeScript,
    script: script.slice(beforeScript.length),
    after_script: afterScript,
    tag_list: job.tags,
    environment: job.environment?.name ?? null,
    when: job.when,
    allow_failure: job.allowFailure,
  }
}

/** A job of a configuration that is only looked at: a simulation has none of what decides whether it runs. */
function described(job: JobPlan) {
  const { only, except } = job
  const needs = job.needs?.map((name) => ({
    name,
    artifacts: !job.needsWithoutArtifacts.includes(name),
    optional: job.optionalNeeds.includes(name),
  }))
  return { ...common(job), only, except, needs: needs ?? null }
}

function valid(yaml: string, withJobs: boolean, jobs: readonly object[]): Linted {
  return { valid: true, merged_yaml: yaml, errors: [], warnings: [], ...(withJobs && { jobs }) }
}

function invalid(error: string): Linted {
  return { valid: false, merged_yaml: null, errors: [error], warnings: [] }
}
