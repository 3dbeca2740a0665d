import { answers, equals, has } from '../../kit/expect.ts'
import { isRows, type Json, type Row } from '../../kit/json.ts'
import type { Stage } from '../../run/stage.ts'
import {
  type ApprovalModel,
  type Approver,
  eligible,
  isOverwritten,
  isSatisfied,
  rulesInForce,
  rulesLeft,
  shownStatus,
} from '../approvals.ts'
import { command, type ModelCommand } from '../commands/command.ts'

const request = '/projects/:id/merge_requests/:merge_request_iid'

/** Reads status and state as somebody, and compares them with the model. */
export function readApprovals(as: Exclude<Approver, 'guest'>): ModelCommand<ApprovalModel> {
  return command(
    `read approvals as ${as}`,
    async (model, stage) => {
      await compareStatus(model, stage, as)
      await compareState(model, stage, as)
    },
    ({ merged }) => !merged,
  )
}

async function compareStatus(model: ApprovalModel, stage: Stage, as: Approver): Promise<void> {
  const place = { id: stage.project.id, merge_request_iid: model.iid }
  const reply = await stage.call(`GET ${request}/approvals`, place, { as })
  answers(reply, 200)
  const row = reply.row()
  has(row, shownStatus(model, as), reply)
  const approvedBy = rowsIn(row.approved_by).map(({ user }) => idOf(user))
  equals('who has approved', approvedBy, ids(stage, model.approvals), reply)
  const names = rowsIn(row.approval_rules_left).map(({ name }) => `${name}`)
  equals('the rules that need more', names.sort(), rulesLeft(model), reply)
}

async function compareState(model: ApprovalModel, stage: Stage, as: Approver): Promise<void> {
  const place = { id: stage.project.id, merge_request_iid: model.iid }
  const reply = await stage.call(`GET ${request}/approval_state`, place, { as })
  answers(reply, 200)
  equals('whether rules are overwritten', reply.row().approval_rules_overwritten, isOverwritten(model), reply)
  // The rule for anybody may be there without asking for anything.
  const shown = rowsIn(reply.row().rules).filter((rule) => rule.rule_type === 'regular')
  const expected = rulesInForce(model).filter(({ type }) => type === 'regular')
  const told = expected.map((rule) => ({
    id: rule.id,
    approvals_required: rule.required,
    approved: isSatisfied(model, rule),
    eligible: ids(stage, [...eligible(rule)]).sort(),
    approved_by: ids(
      stage,
      model.approvals.filter((who) => eligible(rule).has(who)),
    ).sort(),
  }))
  const seen = shown.map((rule) => ({
    id: rule.id ?? null,
    approvals_required: rule.approvals_required ?? null,
    approved: rule.approved ?? null,
    eligible: rowsIn(rule.eligible_approvers).map(idOf).sort(),
    approved_by: rowsIn(rule.approved_by).map(idOf).sort(),
  }))
  const byId = (a: { readonly id: Json }, b: { readonly id: Json }) => Number(a.id) - Number(b.id)
  equals('the rules', seen.sort(byId), told.sort(byId), reply)
}

function ids(stage: Stage, whom: readonly Approver[]): number[] {
  return whom.map((who) => stage.user(who).id)
}

function idOf(user: Json | undefined): Json {
  return (user as Row | undefined)?.id ?? null
}

function rowsIn(value: Json | undefined): readonly Row[] {
  return value !== undefined && isRows(value) ? value : []
}
