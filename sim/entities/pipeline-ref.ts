import { since } from '../lib/dialect.ts'
import { durationOf, type Pipeline, type PipelineVariable, pipelineStatuses } from '../model/pipelines/ci.ts'
import { variableTypes } from '../model/pipelines/ci-variable.ts'
import type { World } from '../model/world.ts'
import {
  constant,
  entity,
  flag,
  integer,
  json,
  nullable,
  one,
  oneOfTexts,
  text,
  timestamp,
  url,
} from './entity.ts'
import { userRefEntity } from './user-ref.ts'

/** What every form of a pipeline begins with. */
export const pipelineBasics = {
  id: integer<Pipeline>((pipeline) => pipeline.id),
  iid: integer<Pipeline>((pipeline) => pipeline.iid),
  project_id: integer<Pipeline>((pipeline) => pipeline.projectId),
  sha: text<Pipeline>((pipeline) => pipeline.sha),
  ref: nullable(text<Pipeline>((pipeline) => (pipeline.ref || null) as string)),
  status: oneOfTexts<Pipeline, Pipeline['status']>(pipelineStatuses, (pipeline) => pipeline.status),
  source: text<Pipeline>((pipeline) => pipeline.source),
  created_at: timestamp<Pipeline>((pipeline) => pipeline.createdAt),
  updated_at: timestamp<Pipeline>((pipeline) => pipeline.updatedAt),
  web_url: url<Pipeline>((pipeline, view) =>
    view.url(`${view.world.projects.require(pipeline.projectId).fullPath}/-/pipelines/${pipeline.id}`),
  ),
}

/** A pipeline in lists and inside a merge request (merge-requests#pipeline). */
export const pipelineRefEntity = entity<Pipeline>('Pipeline', pipelineBasics)

const name = nullable(text((pipeline: Pipeline) => (pipeline.name ?? null) as string))
const laterName = since('pipelines#later-name', name)

/** A pipeline in the list of its project. */
export const listedPipelineEntity = entity<Pipeline>('ListedPipeline', { ...pipelineBasics, name: laterName })

const details = {
  ...pipelineBasics,
  before_sha: text((pipeline: Pipeline) => pipeline.beforeSha ?? '0'.repeat(40)),
  tag: flag((pipeline: Pipeline) => pipeline.tag === true),
  yaml_errors: nullable(text((pipeline: Pipeline) => (pipeline.yamlErrors ?? null) as string)),
  user: nullable(
    one(userRefEntity, (pipeline: Pipeline, { world }) => world.users.get(pipeline.userId ?? 0)),
  ),
  started_at: nullable(timestamp((pipeline: Pipeline) => pipeline.startedAt)),
  finished_at: nullable(timestamp((pipeline: Pipeline) => pipeline.finishedAt)),
  committed_at: constant(null),
  duration: nullable(integer((pipeline: Pipeline) => durationOf(pipeline) as number)),
  queued_duration: nullable(integer((pipeline: Pipeline) => queued(pipeline) as number)),
  coverage: nullable(text((pipeline: Pipeline, { world }) => coverage(world, pipeline) as string)),
  detailed_status: json({ type: 'object' }, (pipeline: Pipeline, view) =>
    detailedStatus(pipeline, view.world.projects.require(pipeline.projectId).fullPath),
  ),
  archived: since('pipelines#later-archived', constant<Pipeline>(false)),
}

/** A pipeline as it is begun, or beside its merge request. */
export const pipelineDetailEntity = entity<Pipeline>('PipelineDetail', details)

/** A pipeline on its own. */
export const namedPipelineEntity = entity<Pipeline>('NamedPipeline', { ...details, name: laterName })

/** A pipeline that was given a name. */
export const renamedPipelineEntity = entity<Pipeline>('RenamedPipeline', { ...details, name })

// The mean of what its jobs, and statuses told of it, found covered.
function coverage(world: World, { id }: Pipeline): string | null {
  const parts = [
    ...world.ciJobs.by('byPipeline', id).list(),
    ...world.commitStatuses
      .by('byPipeline', id)
      .list()
      .filter(({ retried }) => !retried),
  ]
  const found = parts.flatMap((part) => part.coverage ?? [])
  if (found.length === 0) return null
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length
  return Number.isInteger(mean) ? mean.toFixed(1) : String(Math.round(mean * 100) / 100)
}

function queued({ startedAt, createdAt }: Pipeline): number | null {
  return startedAt === null ? null : Math.floor((startedAt - createdAt) / 1000)
}

function detailedStatus({ id, status }: Pipeline, path: string): { readonly [key: string]: unknown } {
  const text = status === 'success' ? 'passed' : status
  return {
    icon: `status_${status}`,
    text,
    label: text,
    group: status,
    tooltip: text,
    has_details: true,
    details_path: `/${path}/-/pipelines/${id}`,
    illustration: null,
    favicon: `/assets/ci_favicons/favicon_status_${status}.png`,
  }
}

/** A variable of a pipeline. */
export const pipelineVariableEntity = entity<PipelineVariable>('PipelineVariable', {
  variable_type: oneOfTexts(variableTypes, ({ type }) => type ?? 'env_var'),
  key: text(({ key }) => key),
  value: text(({ value }) => value),
  raw: constant(false),
})
