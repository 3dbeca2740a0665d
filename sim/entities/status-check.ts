import type { StatusCheck } from '../model/hooks/status-check.ts'
import type { ProtectedBranch } from '../model/protected-tags/protected-ref.ts'
import { entity, flag, integer, many, oneOfTexts, text } from './entity.ts'
import { protectedBranchEntity } from './protected-branch.ts'

/** An external status check. */
export const statusCheckEntity = entity<StatusCheck>('ExternalStatusCheck', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  project_id: integer(({ projectId }) => projectId),
  external_url: text(({ externalUrl }) => externalUrl),
  hmac: flag(({ sharedSecret }) => sharedSecret !== null),
  protected_branches: many(protectedBranchEntity, ({ protectedBranchIds }, { world }) =>
    protectedBranchIds
      .map((id) => world.protectedBranches.get(id))
      .filter((it): it is ProtectedBranch => it !== undefined),
  ),
})

/** A status check with its response for the newest commit of a merge request. */
export interface AnsweredCheck {
  readonly check: StatusCheck
  readonly status: 'passed' | 'failed' | 'pending'
}

export const answeredCheckEntity = entity<AnsweredCheck>('MergeRequestStatusCheck', {
  id: integer(({ check }) => check.id),
  name: text(({ check }) => check.name),
  external_url: text(({ check }) => check.externalUrl),
  status: oneOfTexts(['passed', 'failed', 'pending'], ({ status }) => status),
})
