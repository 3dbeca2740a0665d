import type { Instant } from '../../../time/calendar.ts'
import type { CommitStatus } from '../../commits/commit-status.ts'
import { isReleased } from '../../installation/released.ts'
import {
  type CiJob,
  durationOf,
  type Pipeline,
  type PipelineStatus,
  pipelineStatuses,
} from '../../pipelines/ci.ts'
import type { Project } from '../../projects/project.ts'
import { nextId, nextIid, reserveIid, type World } from '../../world.ts'
import { type Field, type Fields, fieldsOf, isObject, type Type } from './field.ts'
import { notesOnCommitOf } from './notes.ts'
import type { Relation } from './relation.ts'
import {
  flag,
  personOrNull,
  text,
  textOrNull,
  time,
  timeOrNull,
  title,
  wholeNumber,
  wholeNumberOrNull,
  word,
} from './types.ts'

/** Statuses of later releases. */
const laterStatuses: { readonly [later: string]: PipelineStatus } = {
  canceling: 'canceled',
  waiting_for_callback: 'waiting_for_resource',
}
const anyStatus = word(pipelineStatuses, 'created')

const status: Type<PipelineStatus> = {
  write: (value) => value,
  read: (given, into) => {
    const found = laterStatuses[String(given)] ?? anyStatus.read(given, into)
    if (hasEnded(found) || !isReleased(into.world, 'project-import#later-unfinished')) return found
    return 'canceled'
  },
}

function hasEnded(given: PipelineStatus): boolean {
  return given === 'success' || given === 'failed' || given === 'canceled' || given === 'skipped'
}

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
  ref: {
    write: ({ ref }) => ref || null,
    read: (given, into) => ({ ref: given == null ? '' : title().read(given, into) }),
  },
  sha: {
    write: ({ sha }) => sha,
    read: (given, into) => {
      const sha = title().read(given, into)
      return into.arrived(sha) ? { sha } : { sha, commitless: true }
    },
  },
  before_sha: {
    write: ({ beforeSha }) => beforeSha ?? null,
    read: (given, into) => {
      const beforeSha = textOrNull.read(given, into)
      return beforeSha === null || !isObjectId(beforeSha) ? {} : { beforeSha }
    },
  },
  created_at: pipeline.column('createdAt', time),
  updated_at: pipeline.column('updatedAt', time),
  tag: {
    write: ({ projectId, ref, tag }, { world }) => tag ?? isTag(world, projectId, ref),
    read: (given, into) => (flag(false).read(given, into) ? { tag: true } : {}),
  },
  yaml_errors: {
    write: ({ yamlErrors }) => yamlErrors ?? null,
    read: (given, into) => {
      const yamlErrors = textOrNull.read(given, into)
      return yamlErrors === null ? {} : { yamlErrors }
    },
  },
  committed_at: pipeline.always(null),
  project_id: pipeline.told(({ projectId }) => projectId),
  status: pipeline.column('status', status),
  started_at: pipeline.column('startedAt', timeOrNull),
  finished_at: pipeline.column('finishedAt', timeOrNull),
  user_id: pipeline.column('userId', personOrNull),
  duration: {
    write: (row) => durationOf(row),
    read: (given, into) => {
      const seconds = wholeNumberOrNull.read(given, into)
      return seconds === null ? {} : { duration: seconds }
    },
  },
  source: pipeline.column('source', {
    write: (value) => value,
    read: (given, into) => textOrNull.read(given, into) ?? 'unknown',
  }),
  config_source: pipeline.always('repository_source'),
  protected: pipeline.always(false),
  // Those of old archives get a number once all others have theirs.
  iid: pipeline.column('iid', wholeNumber(0)),
  merge_request: mergeRequest,
  pipeline_metadata: {
    write: ({ name, projectId }) => (name === undefined ? null : { project_id: projectId, name }),
    read: (given, into) => {
      const name = isObject(given) ? textOrNull.read(given.name, into) : null
      return name === null ? {} : { name }
    },
  },
}

// What it names is never looked up for a pipeline that has come.
const isObjectId = (given: string) => /^[0-9a-f]{40}$/.test(given)

function isTag(world: World, projectId: number, ref: string): boolean {
  return world.gitRefs.get(`${projectId}:refs/tags/${ref}`) !== undefined
}

interface Stage {
  readonly pipeline: Pipeline
  readonly name: string
}
const stage = fieldsOf<Stage>()

const types = ['Ci::Build', 'Ci::Bridge', 'GenericCommitStatus'] as const

/** A job, or what a CI system elsewhere said. */
interface Status
  extends Pick<
    CiJob,
    | 'name'
    | 'status'
    | 'ref'
    | 'coverage'
    | 'userId'
    | 'createdAt'
    | 'allowFailure'
    | 'failureReason'
    | 'stageIndex'
  > {
  readonly type: (typeof types)[number]
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
    type: column('type', word(types, 'Ci::Build')),
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
    allow_failure: {
      write: ({ allowFailure }) => allowFailure ?? false,
      read: (given, into) => (flag(false).read(given, into) ? { allowFailure: true } : {}),
    },
    stage_idx: {
      write: ({ stageIndex }) => stageIndex ?? null,
      read: (given, into) => {
        const stageIndex = wholeNumberOrNull.read(given, into)
        return stageIndex === null ? {} : { stageIndex }
      },
    },
    failure_reason: {
      write: ({ failureReason }) => failureReason ?? null,
      read: (given) => (typeof given === 'string' && given !== '' ? { failureReason: given } : {}),
    },
  },
  put: (columns, { pipeline: of, name: stageName }, { world, importer }) => {
    const row = columns as Status
    const { type, queuedAt, tag, targetUrl, description, retried, ...built } = row
    const { allowFailure, failureReason, stageIndex, ...common } = built
    const place = { projectId: of.projectId, pipelineId: of.id }
    if (type !== 'GenericCommitStatus') {
      const id = nextId(world, 'ciJobs')
      const told = {
        ...(allowFailure && { allowFailure }),
        ...(failureReason !== undefined && { failureReason }),
        ...(stageIndex !== undefined && { stageIndex }),
        ...(retried && { retried: true as const }),
        // The pipeline that it started is elsewhere.
        ...(type === 'Ci::Bridge' && { bridge: { downstreamId: null, depend: false } }),
      }
      world.ciJobs.insert({
        ...common,
        ...told,
        ...place,
        id,
        runnerId: null,
        stage: stageName,
        tag,
        queuedAt,
      })
    } else {
      const id = nextId(world, 'commitStatuses')
      const userId = common.userId ?? importer.id
      const own = { sha: of.sha, userId, targetUrl, description, retried }
      world.commitStatuses.insert({ ...common, ...place, ...own, id })
    }
    return row
  },
}

/** The same, as releases from 16 write them: by their types, in relations of their own. */
const typed = [
  ['builds', 'Ci::Build'],
  ['bridges', 'Ci::Bridge'],
  ['generic_commit_statuses', 'GenericCommitStatus'],
] as const
const typedStatuses = typed.map(
  ([name, type]): Relation<Status, Stage> => ({
    ...statuses,
    name,
    importOnly: true,
    fields: { ...statuses.fields, type: { write: () => type, read: () => ({ type }) } },
  }),
)

/** The stage of external statuses. */
const EXTERNAL = 'external'

function statusesIn(world: World, { pipeline: of, name }: Stage): Status[] {
  const jobs = world.ciJobs.by('byPipelineEver', of.id).list()
  const built = jobs.filter((job) => job.stage === name).map(ofJob)
  if (name !== EXTERNAL) return built
  return [...built, ...world.commitStatuses.by('byPipeline', of.id).list().map(ofStatus)]
}

function ofJob(job: CiJob): Status {
  return {
    ...job,
    type: job.bridge === undefined ? 'Ci::Build' : 'Ci::Bridge',
    targetUrl: null,
    description: null,
    retried: job.retried ?? false,
  }
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
        .by('byPipelineEver', of.id)
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
  parts: [statuses, ...typedStatuses],
  put: (columns, of) => ({ ...(columns as Stage), pipeline: of }),
}

export const pipelines: Relation<Pipeline, Project> = {
  name: 'ci_pipelines',
  shape: 'many',
  rows: (project, { world }) => world.pipelines.by('byProject', project.id).list(),
  fields,
  parts: [stages, notesOnCommitOf],
  put: (columns, project, { world }) => {
    const row = columns as Pipeline
    reserveIid(world, 'pipelines', 'project', project.id, row.iid)
    return world.pipelines.insert({ ...row, id: nextId(world, 'pipelines'), projectId: project.id })
  },
}

/** Numbers the pipelines of archives that are older than their numbers. */
export function numberPipelines(world: World, { id: projectId }: Project): void {
  for (const { id, iid } of world.pipelines.by('byProject', projectId).list())
    if (iid === 0) world.pipelines.update(id, { iid: nextIid(world, 'pipelines', 'project', projectId) })
}
