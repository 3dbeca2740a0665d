import { answers, has } from '../../kit/expect.ts'
import { type ApprovalModel, isApproved } from '../approvals.ts'
import { command, type ModelCommand } from '../commands/command.ts'

/** Tries to merge; refused while an approval is missing. */
export function merge(): ModelCommand<ApprovalModel> {
  return command('merge', async (model, { call, project }) => {
    const place = { id: project.id, merge_request_iid: model.iid }
    const reply = await call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', place, {
      as: 'maintainer',
    })
    if (model.merged || !isApproved(model)) return answers(reply, 405)
    answers(reply, 200)
    has(reply.row(), { state: 'merged' }, reply)
    model.merged = true
  })
}
