import { since } from '../lib/dialect.ts'
import type { CommitStatus } from '../model/commits/commit-status.ts'
import { pipelineStatuses } from '../model/pipelines/ci.ts'
import {
  constant,
  entity,
  integer,
  nullable,
  number,
  one,
  oneOfTexts,
  text,
  timestamp,
  url,
} from './entity.ts'
import { userRefEntity } from './user-ref.ts'

/** What CI says of a commit. */
export const commitStatusEntity = entity<CommitStatus>('CommitStatus', {
  id: integer(({ id }) => id),
  sha: text(({ sha }) => sha),
  ref: text(({ ref }) => ref),
  status: oneOfTexts(pipelineStatuses, ({ status }) => status),
  name: text(({ name }) => name),
  target_url: nullable(url(({ targetUrl }) => targetUrl)),
  description: nullable(text(({ description }) => description as string)),
  created_at: timestamp(({ createdAt }) => createdAt),
  started_at: nullable(timestamp(({ startedAt }) => startedAt)),
  finished_at: nullable(timestamp(({ finishedAt }) => finishedAt)),
  allow_failure: constant(false),
  coverage: nullable(number(({ coverage }) => coverage as number)),
  pipeline_id: since(
    'commits#later-status-pipeline',
    integer<CommitStatus>(({ pipelineId }) => pipelineId),
  ),
  author: nullable(one(userRefEntity, ({ userId }: CommitStatus, { world }) => world.users.get(userId))),
})
