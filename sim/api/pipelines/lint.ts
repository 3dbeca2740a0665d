import { text } from '../../lib/bytes.ts'
import { CiConfigError, jobsFromConfig } from '../../model/pipelines/ci-config.ts'
import { configBounds } from '../../model/pipelines/pipeline-config.ts'
import { fileAt } from '../../model/repository/files.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import type { World } from '../../model/world.ts'
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

export const validateProjectCiConfig = operation(
  {
    method: 'GET',
    path: '/projects/:id/ci/lint',
    summary: 'Validate the CI/CD configuration of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_code',
    params: { sha: string({ about: 'Commit; default: the head of the default branch' }), include_jobs },
    answers: { value: shape },
    refuses: [404],
    beyond: true,
  },
  ({ world, project, params }) => {
    const commit = commitNamed(world, project, params.sha || project.defaultBranch)
    if (commit === undefined && params.sha) throw notFound('Commit')
    const path = project.settings.ciConfigPath || '.gitlab-ci.yml'
    const file = commit === undefined ? undefined : fileAt(world, project, commit, path)
    if (file === undefined) return invalid('Please provide content of .gitlab-ci.yml')
    return linted(world, text(file.bytes), params.include_jobs)
  },
)

export const validateCiConfigForProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/ci/lint',
    summary: 'Validate a CI/CD configuration for a project',
    subject: 'project',
    needs: 'create_pipeline',
    params: { content: required(string({ about: 'CI/CD configuration in YAML' })), include_jobs },
    answers: { status: 200, value: shape },
    beyond: true,
  },
  ({ world, params }) => linted(world, params.content ?? '', params.include_jobs),
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
  ({ world, params }) => {
    const { valid, ...rest } = linted(world, params.content ?? '', params.include_jobs)
    return { status: valid ? 'valid' : 'invalid', ...rest }
  },
)

function linted(world: World, yaml: string, withJobs: boolean) {
  try {
    const jobs = jobsFromConfig(yaml, { bounds: configBounds(world) })
    if (jobs.length === 0) return invalid('jobs config should contain at least one visible job')
    return {
      valid: true,
      merged_yaml: yaml,
      errors: [],
      warnings: [],
      ...(withJobs && {
        jobs: jobs.map(({ name, stage, script, afterScript, tags, when, allowFailure, needs }) => ({
          name,
          stage,
          before_script: [],
          script,
          after_script: afterScript,
          tag_list: tags,
          environment: null,
          when,
          allow_failure: allowFailure,
          only: null,
          except: null,
          needs: needs ?? null,
        })),
      }),
    }
  } catch (problem) {
    if (problem instanceof CiConfigError) return invalid(problem.message)
    throw problem
  }
}

function invalid(error: string) {
  return { valid: false, merged_yaml: null, errors: [error], warnings: [] }
}
