import type { Instant } from '../../time/calendar.ts'
import type { AuditedChange } from '../audit-events/audit.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import type { ApprovalRule } from '../merge-requests/merge-request.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'

/**
 * Records the audit events of an approval rule of a project (audit-events#approval-rules): a rule without `before` is
 * new, one without `after` is gone. Rules of merge requests leave no events.
 */
export function recordRuleChanges(
  world: World,
  { before, after }: { readonly before?: ApprovalRule; readonly after?: ApprovalRule },
  author: User,
  now: Instant,
): void {
  const rule = after ?? before
  if (rule === undefined || rule.mergeRequestId !== null) return
  const project = world.projects.require(rule.projectId)
  const target = { targetId: rule.id, targetType: 'ApprovalProjectRule', targetDetails: rule.name }
  const changes =
    after === undefined
      ? [{ custom_message: 'Deleted approval rule' }]
      : [...ownChanges(before, after), ...approverChanges(world, before, after)]
  for (const change of changes) recordAudit(world, { author, scope: { project }, target, change }, now)
}

function ownChanges(before: ApprovalRule | undefined, after: ApprovalRule): AuditedChange[] {
  const { name, approvalsRequired } = after
  if (before === undefined)
    return [
      { custom_message: `Added approval rule with number of required approvals of ${approvalsRequired}` },
    ]
  const columns = [
    ['number of required approvals', before.approvalsRequired, approvalsRequired],
    ['name', before.name, name],
  ] as const
  return columns.filter(([, from, to]) => from !== to).map(([change, from, to]) => ({ change, from, to }))
}

function approverChanges(
  world: World,
  before: ApprovalRule | undefined,
  after: ApprovalRule,
): AuditedChange[] {
  const user = (id: number) => `User ${world.users.get(id)?.name}`
  const group = (id: number) => `Group ${world.groups.get(id)?.name}`
  const had = before ?? { userIds: [], groupIds: [] }
  const added = [
    ...missing(after.userIds, had.userIds).map(user),
    ...missing(after.groupIds, had.groupIds).map(group),
  ]
  const removed = [
    ...missing(had.userIds, after.userIds).map(user),
    ...missing(had.groupIds, after.groupIds).map(group),
  ]
  return [
    ...added.map((who) => ({ custom_message: `Added ${who} to approval group on ${after.name} rule` })),
    ...removed.map((who) => ({ custom_message: `Removed ${who} from approval group on ${after.name} rule` })),
  ]
}

function missing(ids: readonly number[], from: readonly number[]): readonly number[] {
  return ids.filter((id) => !from.includes(id))
}
