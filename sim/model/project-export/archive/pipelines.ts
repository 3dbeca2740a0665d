import type { Instant } from '../../../time/calendar.ts'
import type { CommitStatus } from '../../commits/commit-status.ts'
import { type CiJob, type Pipeline, pipelineStatuses } from '../../pipelines/ci.ts'
import type { Project } from '../../projects/project.ts'
import { nextId, type World } from '../../world.ts'
import { type Field, type Fields, fieldsOf, InvalidArchiveRow, isObject } from './field.ts'
import type { Relation } from './relation.ts'
import { reserveIid } from './sequences.ts'
import {
  flag,
  iid,
  objectIdOrNull,
  personOrNull,
  text,
  textOrNull,
  time,
  timeOrNull,
  title,
  wholeNumberOrNull,
  word,
} from './types.ts'

const status = word(pipelineStatuses)

const pipeline = fieldsOf<Pipeline>()

/** The merge request that it ran for, by its number. */
const mergeRequest: Field<Pipeline> = {
  write: ({ mergeRequestId }, { world }) => {
    const found = world.mergeRequests.get(mergeRequestId ?? 0)
    return found === undefined ? null : { iid: found.iid, title: found.title }
  },
  read: (given, into) => {
    const number = isObject(given) ? wholeNumberOrNull.read(given.iid, into) : null
    const found = into.world.mergeRequests.find('byIid', into.project?.id ?? 0, number ?? 0)
    return { mergeRequestId: found?.id ?? null }
  },
}

const fields: Fields<Pipeline> = {
  ref: pipeline.column('ref', title()),
  sha: pipeline.column('sha', {
    write: (value) => value,
    read: (given, into) => objectIdOrNull.read(given, into) ?? '',
  }),
  before_sha: pipeline.always(null),
  created_at: pipeline.column('createdAt', time),
  updated_at: pipeline.column('updatedAt', time),
  tag: pipeline.told(({ projectId, ref }, { world }) => isTag(world, projectId, ref)),
  yaml_errors: pipeline.always(null),
  committed_at: pipeline.always(null),
  project_id: pipeline.told(({ projectId }) => projectId),
  status: pipeline.column('status', status),
  started_at: pipeline.column('startedAt', timeOrNull),
  finished_at: pipeline.column('finishedAt', timeOrNull),
  user_id: pipeline.column('userId', personOrNull),
  source: pipeline.column('source', text),
  config_source: pipeline.always('repository_source'),
  protected: pipeline.always(false),
  iid: pipeline.column('iid', iid),
  merge_request: mergeRequest,
}

function isTag(world: World, projectId: number, ref: string): boolean {
  return world.gitRefs.get(`${projectId}:refs/tags/${ref}`) !== undefined
}

interface Stage {
  readonly pipeline: Pipeline
  readonly name: string
}
const stage = fieldsOf<Stage>()

/** A job, or what a CI system elsewhere said. */
interface Status extends Pick<CiJob, 'name' | 'status' | 'ref' | 'coverage' | 'userId' | 'createdAt'> {
  readonly type: 'Ci::Build' | 'GenericCommitStatus'
  readonly tag: boolean
  readonly queuedAt: Instant | null
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
  readonly targetUrl: string | null
  readonly description: string | null
  readonly retried: boolean
}
const { column } = fieldsOf<Status>()

const statuses: Relation<Status, Stage> = {
  name: 'statuses',
  shape: 'many',
  rows: (of, { world }) => statusesIn(world, of),
  fields: {
    type: column('type', word(['Ci::Build', 'GenericCommitStatus'])),
    name: column('name', title()),
    status: column('status', status),
    ref: column('ref', text),
    tag: column('tag', flag(false)),
    coverage: column('coverage', {
      write: (value) => value,
      read: (given) => (typeof given === 'number' ? given : null),
    }),
    user_id: column('userId', personOrNull),
    queued_at: column('queuedAt', timeOrNull),
    started_at: column('startedAt', timeOrNull),
    finished_at: column('finishedAt', timeOrNull),
    created_at: column('createdAt', time),
    target_url: column('targetUrl', textOrNull),
    description: column('description', textOrNull),
    retried: column('retried', flag(false)),
  },
  put: (columns, { pipeline: of, name: stageName }, { world, importer }) => {
    const row = columns as Status
    const { type, queuedAt, tag, targetUrl, description, retried, ...common } = row
    const place = { projectId: of.projectId, pipelineId: of.id }
    if (type === 'Ci::Build') {
      const id = nextId(world, 'ciJobs')
      world.ciJobs.insert({ ...common, ...place, id, runnerId: null, stage: stageName, tag, queuedAt })
    } else {
      const id = nextId(world, 'commitStatuses')
      const userId = common.userId ?? importer.id
      const own = { sha: of.sha, userId, targetUrl, description, retried }
      world.commitStatuses.insert({ ...common, ...place, ...own, id })
    }
    return row
  },
}

/** The stage of external statuses. */
const EXTERNAL = 'external'

function statusesIn(world: World, { pipeline: of, name }: Stage): Status[] {
  const jobs = world.ciJobs.by('byPipeline', of.id).list()
  const built = jobs.filter((job) => job.stage === name).map(ofJob)
  if (name !== EXTERNAL) return built
  return [...built, ...world.commitStatuses.by('byPipeline', of.id).list().map(ofStatus)]
}

function ofJob(job: CiJob): Status {
  return { ...job, type: 'Ci::Build', targetUrl: null, description: null, retried: false }
}

function ofStatus(told: CommitStatus): Status {
  return { ...told, type: 'GenericCommitStatus', tag: false, queuedAt: null }
}

const stages: Relation<Stage, Pipeline> = {
  name: 'stages',
  shape: 'many',
  rows: (of, { world }) => {
    const names = new Set(
      world.ciJobs
        .by('byPipeline', of.id)
        .list()
        .map((job) => job.stage),
    )
    if (world.commitStatuses.by('byPipeline', of.id).count() > 0) names.add(EXTERNAL)
    return [...names].map((name) => ({ pipeline: of, name }))
  },
  fields: {
    name: stage.column('name', title()),
    project_id: stage.told(({ pipeline: of }) => of.projectId),
  },
  parts: [statuses],
  put: (columns, of) => ({ ...(columns as Stage), pipeline: of }),
}

export const pipelines: Relation<Pipeline, Project> = {
  name: 'ci_pipelines',
  shape: 'many',
  rows: (project, { world }) => world.pipelines.by('byProject', project.id).list(),
  fields,
  parts: [stages],
  put: (columns, project, { world }) => {
    const row = columns as Pipeline
    if (row.sha === '') throw new InvalidArchiveRow("Validation failed: Sha can't be blank")
    reserveIid(world, 'pipelines', 'project', project.id, row.iid)
    return world.pipelines.insert({ ...row, id: nextId(world, 'pipelines'), projectId: project.id })
  },
}
