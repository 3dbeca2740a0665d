import { changed, differs, since } from '../lib/dialect.ts'
import { commitOf } from '../model/branches/branches.ts'
import type { ProjectCommit } from '../model/commits/project-commit.ts'
import { archiveOf, artifactsOf } from '../model/jobs/job-artifacts.ts'
import { archivedTrace } from '../model/jobs/job-trace.ts'
import { type CiJob, pipelineStatuses } from '../model/pipelines/ci.ts'
import { settingInForce } from '../model/settings/in-force.ts'
import type { Instant } from '../time/calendar.ts'
import { commitEntity } from './commit.ts'
import {
  constant,
  entity,
  type Fields,
  flag,
  integer,
  json,
  momentary,
  nullable,
  number,
  object,
  one,
  oneOfTexts,
  text,
  texts,
  timestamp,
  url,
  type View,
  when,
} from './entity.ts'
import { pipelineRefEntity } from './pipeline-ref.ts'
import { projectIdentityEntity } from './project-summary.ts'
import { runnerEntity } from './runner.ts'
import { runnerManagerEntity } from './runner-manager.ts'
import { userEntity } from './user.ts'

const projectOf = ({ projectId }: CiJob, { world }: View) => world.projects.require(projectId)

const job: Fields<CiJob> = {
  id: integer((it) => it.id),
  status: oneOfTexts(pipelineStatuses, (it) => it.status),
  stage: text((it) => it.stage),
  name: text((it) => it.name),
  ref: text((it) => it.ref),
  tag: flag((it) => it.tag),
  coverage: nullable(number((it) => it.coverage as number)),
  allow_failure: flag((it) => it.allowFailure === true),
  created_at: timestamp((it) => it.createdAt),
  started_at: nullable(timestamp((it) => it.startedAt)),
  finished_at: nullable(timestamp((it) => it.finishedAt)),
  duration: differs('S16', {
    specification: momentary(nullable(integer((it, view) => wholeSeconds(duration(it, view)) as number))),
    real: momentary(nullable(number((it, view) => duration(it, view) as number))),
  }),
  queued_duration: momentary(nullable(number((it, view) => queued(it, view) as number))),
  user: nullable(one(userEntity, ({ userId }: CiJob, { world }) => world.users.get(userId ?? 0))),
  commit: nullable(one(commitEntity, pipelineCommit)),
  pipeline: one(pipelineRefEntity, ({ pipelineId }, { world }) => world.pipelines.require(pipelineId)),
  failure_reason: when(
    ({ status }) => status === 'failed',
    text((it) => it.failureReason ?? 'script_failure'),
  ),
  web_url: url((it, view) => view.url(`${projectOf(it, view).fullPath}/-/jobs/${it.id}`)),
}

const erasedAt = nullable(timestamp<CiJob>((it) => (it.erasedAt ?? null) as Instant))

/** A job in the list of its runner, with its project (jobs#shape). */
export const runnerJobEntity = entity<CiJob>('RunnerJob', {
  id: job.id as Fields<CiJob>[string],
  ip_address: differs('S16', { specification: constant<CiJob>(null), real: undefined }),
  ...job,
  erased_at: since('jobs#later-erased-at', erasedAt),
  project: one(projectIdentityEntity, projectOf),
})

function pipelineCommit(it: CiJob, view: View): ProjectCommit | undefined {
  const { sha, commitless } = view.world.pipelines.require(it.pipelineId)
  return commitless ? undefined : commitOf(view.world, projectOf(it, view), sha)
}

// Of one that is over, the present moment is not asked.
function duration({ startedAt, finishedAt }: CiJob, view: View): number | null {
  return startedAt === null ? null : ((finishedAt ?? view.now) - startedAt) / 1000
}

function queued({ queuedAt, startedAt }: CiJob, view: View): number | null {
  return queuedAt === null ? null : ((startedAt ?? view.now) - queuedAt) / 1000
}

function wholeSeconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.floor(seconds)
}

const archive = (it: CiJob, view: View) => archiveOf(view.world, it, view)

function isArchived({ createdAt }: CiJob, { world, hasCome }: View): boolean {
  const seconds = settingInForce(world, 'archive_builds_in_human_readable')
  return typeof seconds === 'number' && hasCome(createdAt + seconds * 1000 + 1)
}

const tokenScope = object({
  ci_job_token_scope_enabled: flag<CiJob>(() => false),
})

const runnable: Fields<CiJob> = {
  ...job,
  project: tokenScope,
  runner: nullable(one(runnerEntity, ({ runnerId }: CiJob, { world }) => world.runners.get(runnerId ?? 0))),
  tag_list: texts((it) => it.tags ?? []),
  erased_at: changed('jobs#later-erased-at', {
    before: when(({ erasedAt }: CiJob) => erasedAt !== undefined, erasedAt),
    after: erasedAt,
  }),
  artifacts_file: when(
    (it, view) => archive(it, view) !== undefined,
    object({
      filename: text<CiJob>((it, view) => archive(it, view)?.name ?? ''),
      size: integer<CiJob>((it, view) => archive(it, view)?.bytes.length ?? 0),
    }),
  ),
  artifacts: json({ type: 'array', items: { type: 'object' } }, (it, view) =>
    [...artifactsOf(view.world, it, view), ...archivedTrace(view.world, it)].map(
      ({ type, bytes, name, format }) => ({
        file_type: type,
        size: bytes.length,
        filename: name,
        file_format: format,
      }),
    ),
  ),
  artifacts_expire_at: nullable(
    timestamp((it: CiJob, view: View) => (archive(it, view)?.expiresAt ?? null) as Instant),
  ),
  archived: since('jobs#later-archived', flag<CiJob>(isArchived)),
  runner_manager: since(
    'jobs#later-runner-manager',
    nullable(
      one(runnerManagerEntity, ({ runnerManagerId }: CiJob, { world }) =>
        world.runnerManagers.get(runnerManagerId ?? 0),
      ),
    ),
  ),
}

/** A job of a project, for those who see its pipelines. */
export const jobDetailEntity = entity<CiJob>('Job', runnable)

/** A job that starts another pipeline. */
export const bridgeEntity = entity<CiJob>('Bridge', {
  ...job,
  project: tokenScope,
  erased_at: since('jobs#later-erased-at', erasedAt),
  downstream_pipeline: nullable(
    one(pipelineRefEntity, ({ bridge }: CiJob, { world }) => world.pipelines.get(bridge?.downstreamId ?? 0)),
  ),
})
