import { answers } from '../../kit/expect.ts'
import { type ApprovalModel, type Approver, approving, mayApproveAtAll } from '../approvals.ts'
import { command, type ModelCommand } from '../commands/command.ts'

const request = '/projects/:id/merge_requests/:merge_request_iid'

/** Approves as somebody; refused to those who have no say, have had it, or must not have it. */
export function approve(as: Approver): ModelCommand<ApprovalModel> {
  return command(`approve as ${as}`, async (model, { call, project }) => {
    const place = { id: project.id, merge_request_iid: model.iid }
    const expected = approving(model, as)
    answers(await call(`POST ${request}/approve`, place, { as }), expected)
    if (expected === 201) model.approvals = [...model.approvals, as]
  })
}

/** Takes an approval back; there has to be one. */
export function unapprove(as: Approver): ModelCommand<ApprovalModel> {
  return command(
    `unapprove as ${as}`,
    async (model, { call, project }) => {
      const place = { id: project.id, merge_request_iid: model.iid }
      const reply = await call(`POST ${request}/unapprove`, place, { as })
      if (!mayApproveAtAll(model, as)) return answers(reply, 403)
      answers(reply, model.approvals.includes(as) ? 201 : 404)
      model.approvals = model.approvals.filter((who) => who !== as)
    },
    // Whether an approval can be taken back afterwards differs between releases.
    ({ merged }) => !merged,
  )
}
