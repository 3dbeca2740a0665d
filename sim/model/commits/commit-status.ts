import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { PipelineStatus } from '../pipelines/ci.ts'

/** The status of a commit from an external CI system. */
export interface CommitStatus {
  readonly id: number
  readonly projectId: number
  readonly pipelineId: number
  readonly sha: string
  readonly ref: string
  readonly name: string
  readonly status: PipelineStatus
  readonly targetUrl: string | null
  readonly description: string | null
  readonly coverage: number | null
  readonly userId: number
  /** True once a later status of the same name replaced it. */
  readonly retried: boolean
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
  readonly createdAt: Instant
}

export const commitStatusesTable = table<CommitStatus>()('commitStatuses', {
  byProject: index((status) => [status.projectId]),
  bySha: index((status) => [status.projectId, status.sha]),
  byPipeline: index((status) => [status.pipelineId]),
  byCounted: index(({ retried, pipelineId, status }) => (retried ? undefined : [pipelineId, status])),
  byLatest: index(({ retried, pipelineId, name }) => (retried ? undefined : [pipelineId, name])),
})
