import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import { changesBetween } from '../model/repository/file-changes.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { diffEntity } from './diff.ts'
import { entity, flag, many, one, oneOfTexts, timestamp } from './entity.ts'
import { mergeRequestDetailEntity } from './merge-request.ts'
import { userRefEntity } from './user-ref.ts'

/** What a merge request changes, since its branches parted. */
export function changesIn(world: World, { sha, baseSha }: MergeRequest) {
  return sha === null ? { files: [], overflow: false } : changesBetween(world, baseSha ?? undefined, sha)
}

/** A merge request with its changes. */
export const mergeRequestChangesEntity = entity<MergeRequest>('MergeRequestChanges', {
  ...mergeRequestDetailEntity.fields,
  changes: many(diffEntity, (row, { world }) => changesIn(world, row).files),
  overflow: flag((row, { world }) => changesIn(world, row).overflow),
})

/** Somebody who was asked to review a merge request. */
export interface Reviewer {
  readonly user: User
  readonly mergeRequest: MergeRequest
}

export const reviewerEntity = entity<Reviewer>('Reviewer', {
  user: one(userRefEntity, ({ user }) => user),
  state: oneOfTexts(['unreviewed', 'reviewed'], ({ user, mergeRequest }, { world }) =>
    world.approvals.find('byUser', user.id, mergeRequest.id) === undefined ? 'unreviewed' : 'reviewed',
  ),
  created_at: timestamp(({ mergeRequest }) => mergeRequest.createdAt),
})
