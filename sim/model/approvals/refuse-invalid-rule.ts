import { isReleased } from '../installation/released.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import type { ApprovalRule } from '../merge-requests/merge-request.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { World } from '../world.ts'
import type { RulePlace, RuleValues } from './rule-values.ts'

const LONGEST_NAME = 255
const LATER_LONGEST_NAME = 1024
const MOST_APPROVALS = 100
const reserved = { license_scanning: 'License-Check', code_coverage: 'Coverage-Check' } as const

/** Values that the model accepts. */
export type ValidRuleValues<Values> = Values & { readonly name: string; readonly approvalsRequired: number }

/** Throws InvalidRow for values that a rule cannot have; `self` is the rule that is being changed. */
export function refuseInvalidRule<Values extends RuleValues>(
  world: World,
  owner: RulePlace,
  values: Values,
  self?: ApprovalRule,
): ValidRuleValues<Values> {
  const others = siblings(world, owner).filter(({ id }) => id !== self?.id)
  const errors: Errors = {
    ...nameFaults(values, others, longestName(world)),
    ...numberFaults(values.approvalsRequired),
    ...typeFaults(values, others, owner),
    ...reportFaults(values),
  }
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  return values as ValidRuleValues<Values>
}

function siblings(world: World, { project, mergeRequest }: RulePlace): ApprovalRule[] {
  return mergeRequest === undefined
    ? world.approvalRules.by('byProject', project.id).list()
    : world.approvalRules.by('byMergeRequest', mergeRequest.id).list()
}

function longestName(world: World): number {
  return isReleased(world, 'approvals#later-name-length') ? LATER_LONGEST_NAME : LONGEST_NAME
}

function nameFaults(
  { name, ruleType, reportType }: RuleValues,
  others: readonly ApprovalRule[],
  longest: number,
): Errors {
  if (name === null || name.trim() === '') return { name: [BLANK] }
  if (isLonger(name, longest)) return { name: [tooLong(longest)] }
  for (const [type, itsName] of Object.entries(reserved))
    if (name === itsName && reportType !== type)
      return { name: [`${name} is reserved for ${type} report type`] }
  const taken = others.some((rule) => rule.name === name && rule.ruleType === ruleType)
  // A second any-approver rule is refused as such.
  return taken && ruleType !== 'any_approver' ? { name: [TAKEN] } : {}
}

function numberFaults(approvals: number | null): Errors {
  if (approvals === null) return { approvals_required: ['is not a number'] }
  if (approvals < 0) return { approvals_required: ['must be greater than or equal to 0'] }
  if (approvals > MOST_APPROVALS)
    return { approvals_required: [`must be less than or equal to ${MOST_APPROVALS}`] }
  return {}
}

function typeFaults(
  { ruleType }: RuleValues,
  others: readonly ApprovalRule[],
  { mergeRequest }: RulePlace,
): Errors {
  if (ruleType !== 'any_approver' || !others.some((rule) => rule.ruleType === ruleType)) return {}
  const place = mergeRequest === undefined ? 'project' : 'merge request'
  return { rule_type: [`any-approver for the ${place} already exists`] }
}

function reportFaults({ name, ruleType, reportType }: RuleValues): Errors {
  if (ruleType !== 'report_approver') return {}
  if (reportType === null) return { report_type: [BLANK] }
  const only = reserved[reportType]
  return name === only ? {} : { report_type: [`${reportType} only supports ${only} name`] }
}
