import type { Schema } from '../../entities/entity.ts'
import { instanceOf, type World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { type Instant, isoTime } from '../../time/calendar.ts'

/** The queues that monitoring tools look for. */
const queues = ['default', 'mailers', 'pages', 'project_export', 'repository_import'] as const

/** Jobs that are no background work: they belong to runners, or begin at a date. */
const notBackground = [
  'pipeline',
  'delayed-deletion',
  'delayed-job',
  'export-expiry',
  'git-housekeeping',
  'package-cleanup',
  'pipeline-schedule',
  'settings-cache',
]

/** Work takes seconds. What is due later than this only watches over work, and gives up in its place. */
const LONGEST = 60_000

const queueSchema: Schema = { type: 'object', additionalProperties: { type: 'object' } }
const processSchema: Schema = { type: 'array', items: { type: 'object' } }
const jobSchema: Schema = {
  type: 'object',
  properties: {
    processed: { type: 'integer' },
    failed: { type: 'integer' },
    enqueued: { type: 'integer' },
    dead: { type: 'integer' },
  },
  required: ['processed', 'failed', 'enqueued', 'dead'],
}

export const getQueueMetrics = metrics(
  'queue_metrics',
  'Get the Sidekiq queue metrics',
  { queues: queueSchema },
  (at) => ({
    queues: queuesNow(at),
  }),
)
export const getProcessMetrics = metrics(
  'process_metrics',
  'Get the Sidekiq process metrics',
  { processes: processSchema },
  (at) => ({ processes: processesNow(at) }),
)
export const getJobStats = metrics(
  'job_stats',
  'Get the Sidekiq job statistics',
  { jobs: jobSchema },
  (at) => ({
    jobs: jobsNow(at),
  }),
)
export const getCompoundMetrics = metrics(
  'compound_metrics',
  'Get all Sidekiq metrics',
  { queues: queueSchema, processes: processSchema, jobs: jobSchema },
  (at) => ({ queues: queuesNow(at), processes: processesNow(at), jobs: jobsNow(at) }),
)

interface At {
  readonly world: World
  readonly now: Instant
}

function metrics(
  name: string,
  summary: string,
  properties: { readonly [part: string]: Schema },
  serve: (at: At) => object,
) {
  return operation(
    {
      method: 'GET',
      path: `/sidekiq/${name}`,
      summary,
      auth: 'admin',
      answers: { value: { type: 'object', properties, required: Object.keys(properties) } },
      beyond: true,
    },
    ({ world, now }) => serve({ world, now }),
  )
}

/** Number of jobs in progress: a job is in progress until it is due. */
function inProgress({ world, now }: At): number {
  const soon = world.jobs
    .all()
    .list()
    .filter(({ due }) => due <= now + LONGEST)
  return soon.filter(({ kind }) => !notBackground.includes(kind)).length + world.waitingJobs.all().count()
}

function queuesNow(at: At) {
  const backlog = (queue: string) => (queue === 'default' ? inProgress(at) : 0)
  return Object.fromEntries(queues.map((queue) => [queue, { backlog: backlog(queue), latency: 0 }]))
}

function processesNow(at: At) {
  const { world } = at
  return [
    {
      hostname: new URL(instanceOf(world).url).hostname,
      pid: 1,
      tag: 'gitlab',
      // As old as the first user, who is created with the instance.
      started_at: isoTime(world.users.all().first()?.createdAt ?? 0),
      queues,
      labels: [],
      concurrency: 25,
      busy: inProgress(at),
    },
  ]
}

function jobsNow(at: At) {
  return {
    processed: at.world.sequences.get('jobs')?.last ?? 0,
    failed: 0,
    enqueued: inProgress(at),
    dead: 0,
  }
}
