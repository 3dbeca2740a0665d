import { differs, since } from '../lib/dialect.ts'
import type { Group } from '../model/groups/group.ts'
import { type ApprovalRule, approvalRuleTypes } from '../model/merge-requests/merge-request.ts'
import type { ProtectedBranch, RefAccess } from '../model/protected-tags/protected-ref.ts'
import type { User } from '../model/users/user.ts'
import { levelIn } from '../policy/abilities.ts'
import { eligibleApprovers } from '../policy/approvals.ts'
import {
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  many,
  nullable,
  object,
  oneOfTexts,
  text,
  type View,
} from './entity.ts'
import { groupEntity } from './group.ts'
import { protectedBranchEntity } from './protected-branch.ts'
import { refAccessEntity } from './ref-access.ts'
import { userRefEntity } from './user-ref.ts'

/** The fields that every form of a rule begins with; `of` finds the rule in the row. */
export function ruleFields<Row>(
  of: (row: Row) => ApprovalRule,
  nameOf: (rule: ApprovalRule) => string = ({ name }) => name,
): Fields<Row> {
  return {
    id: integer((row) => of(row).id),
    name: text((row) => nameOf(of(row))),
    rule_type: oneOfTexts(approvalRuleTypes, (row) => of(row).ruleType),
    eligible_approvers: many(userRefEntity, (row, view) => eligibleFor(of(row), view)),
    approvals_required: integer((row) => of(row).approvalsRequired),
    users: many(userRefEntity, (row, { world }) => usersOf(of(row), world)),
    groups: many(groupEntity, (row, view) => shownGroups(of(row), view)),
    contains_hidden_groups: flag((row, view) => hidesGroups(of(row), view)),
    report_type: since(
      'approvals#later-report-type',
      nullable(text<Row>((row) => of(row).reportType as string)),
    ),
  }
}

/** The fields of a rule that belongs to one merge request. */
export function ownRuleFields<Row>(of: (row: Row) => ApprovalRule): Fields<Row> {
  const source = object<Row>({
    approvals_required: integer((row, { world }) => sourceOf(of(row), world)?.approvalsRequired ?? 0),
  })
  return {
    section: nullable(text((row) => of(row).section as string)),
    source_rule: {
      ...nullable(source),
      write: (row, view) => (sourceOf(of(row), view.world) === undefined ? 'null' : source.write(row, view)),
    },
    overridden: flag((row, { world }) => differsFromSource(of(row), world)),
  }
}

const ruleAccessEntity = entity<RefAccess>('ApprovalRuleAccess', {
  id: real(refAccessEntity.fields.id),
  access_level: refAccessEntity.fields.access_level as Field<RefAccess>,
  access_level_description: refAccessEntity.fields.access_level_description as Field<RefAccess>,
  user_id: real(refAccessEntity.fields.user_id),
  group_id: real(refAccessEntity.fields.group_id),
})

function real(field: Fields<RefAccess>[string] | undefined) {
  return differs('F14', { specification: undefined, real: field as Field<RefAccess> })
}

const ruleBranchEntity = entity<ProtectedBranch>('ApprovalRuleBranch', {
  ...protectedBranchEntity.fields,
  push_access_levels: many(ruleAccessEntity, ({ push }) => push),
  merge_access_levels: many(ruleAccessEntity, ({ merge }) => merge),
  unprotect_access_levels: many(ruleAccessEntity, ({ unprotect }) => unprotect),
  code_owner_approval_required: differs('F14', {
    specification: text<ProtectedBranch>(({ codeOwnerApproval }) => `${codeOwnerApproval}`),
    real: flag<ProtectedBranch>(({ codeOwnerApproval }) => codeOwnerApproval),
  }),
})

/** The name of a rule where a merge request stands with it: one that takes anybody's approval is called the same everywhere. */
export function nameInState({ ruleType, name }: ApprovalRule): string {
  return ruleType === 'any_approver' ? 'All Members' : name
}

/** An approval rule of a project (approvals#rule). */
export const approvalRuleEntity = entity<ApprovalRule>('ApprovalRule', {
  ...ruleFields<ApprovalRule>((rule) => rule),
  protected_branches: many(ruleBranchEntity, branchesOf),
  applies_to_all_protected_branches: flag(({ allProtectedBranches }) => allProtectedBranches),
})

/** An approval rule of one merge request (approvals#own-rule). */
export const mergeRequestRuleEntity = entity<ApprovalRule>('MergeRequestApprovalRule', {
  ...ruleFields<ApprovalRule>((rule) => rule),
  ...ownRuleFields<ApprovalRule>((rule) => rule),
})

function eligibleFor(rule: ApprovalRule, view: View): User[] {
  if (hidesGroups(rule, view) && !view.admin) {
    const { projectId } = rule
    const isMember = view.decide(
      `take part in project ${projectId}`,
      (situation) => levelIn(situation, situation.world.projects.require(projectId)) > 0,
    )
    if (!isMember) return []
  }
  return eligibleApprovers(view.world, rule, view.today)
}

/** The users whom a rule names. */
export function usersOf({ userIds }: ApprovalRule, world: View['world']): User[] {
  return userIds.flatMap((id) => world.users.get(id) ?? [])
}

/** The groups of a rule that the viewer may know of. */
export function shownGroups(rule: ApprovalRule, view: View): Group[] {
  return groupsOf(rule, view).filter(({ id }) => view.sees('group', id))
}

function groupsOf({ groupIds }: ApprovalRule, { world }: View): Group[] {
  return groupIds.flatMap((id) => world.groups.get(id) ?? [])
}

/** True when a rule has groups of which the viewer must not know. */
export function hidesGroups(rule: ApprovalRule, view: View): boolean {
  return groupsOf(rule, view).some(({ id }) => !view.sees('group', id))
}

function branchesOf(rule: ApprovalRule, { world }: View): ProtectedBranch[] {
  const all = world.protectedBranches.by('byProject', rule.projectId).list()
  return rule.allProtectedBranches ? all : all.filter(({ id }) => rule.protectedBranchIds.includes(id))
}

function sourceOf({ sourceRuleId }: ApprovalRule, world: View['world']): ApprovalRule | undefined {
  return sourceRuleId === null ? undefined : world.approvalRules.get(sourceRuleId)
}

function differsFromSource(rule: ApprovalRule, world: View['world']): boolean {
  const source = sourceOf(rule, world)
  if (source === undefined) return false
  const told = ({ name, approvalsRequired, userIds, groupIds }: ApprovalRule) =>
    JSON.stringify([name, approvalsRequired, sorted(userIds), sorted(groupIds)])
  return told(rule) !== told(source)
}

function sorted(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => a - b)
}
