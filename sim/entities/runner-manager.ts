import { since } from '../lib/dialect.ts'
import { freshFor, runnerStatuses, statusOf } from '../model/runners/runner.ts'
import type { RunnerManager } from '../model/runners/runner-manager.ts'
import { entity, integer, nullable, oneOfTexts, text, timestamp } from './entity.ts'

/** A machine on which a runner runs (runners#later-managers). */
export const runnerManagerEntity = entity<RunnerManager>('RunnerManager', {
  id: integer(({ id }) => id),
  system_id: text(({ systemId }) => systemId),
  version: nullable(text(({ version }) => version as string)),
  revision: nullable(text(({ revision }) => revision as string)),
  platform: nullable(text(({ platform }) => platform as string)),
  architecture: nullable(text(({ architecture }) => architecture as string)),
  created_at: timestamp(({ createdAt }) => createdAt),
  contacted_at: timestamp(({ contactedAt }) => contactedAt),
  ip_address: nullable(text(({ ipAddress }) => ipAddress as string)),
  status: {
    ...oneOfTexts(runnerStatuses, (manager: RunnerManager, view) => statusOf(manager, view, view.dialect)),
    decides: freshFor,
  },
  job_execution_status: since(
    'runners#later-job-execution-status',
    oneOfTexts(['active', 'idle'], ({ id, runnerId }: RunnerManager, { world }) =>
      world.ciJobs
        .by('byRunner', runnerId)
        .list()
        .some(({ status, runnerManagerId }) => status === 'running' && runnerManagerId === id)
        ? 'active'
        : 'idle',
    ),
  ),
})
