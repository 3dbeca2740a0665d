import type { Schema } from '../../entities/entity.ts'
import { instanceOf, type World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { isoTime } from '../../time/calendar.ts'

/** The queues that monitoring tools look for. */
const queues = ['default', 'mailers', 'pages', 'project_export', 'repository_import'] as const

/** Jobs that are no background work: they belong to runners, or wait for their due date. */
const notBackground = [
  'pipeline',
  'delayed-deletion',
  'export-expiry',
  'git-housekeeping',
  'package-cleanup',
  'settings-cache',
]

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
    ({ world }) => serve({ world }),
  )
}

/** Number of jobs in progress: a job is in progress until it is due. */
function inProgress(world: World): number {
  const jobs = world.jobs.all().list()
  return jobs.filter(({ kind }) => !notBackground.includes(kind)).length + world.waitingJobs.all().count()
}

function queuesNow({ world }: At) {
  const backlog = (queue: string) => (queue === 'default' ? inProgress(world) : 0)
  return Object.fromEntries(queues.map((queue) => [queue, { backlog: backlog(queue), latency: 0 }]))
}

function processesNow({ world }: At) {
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
      busy: inProgress(world),
    },
  ]
}

function jobsNow({ world }: At) {
  return {
    processed: world.sequences.get('jobs')?.last ?? 0,
    failed: 0,
    enqueued: inProgress(world),
    dead: 0,
  }
}
