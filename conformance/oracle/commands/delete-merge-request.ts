import { answers } from '../../kit/expect.ts'
import { pick } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

/** Deletes the n-th merge request, in whatever state it is. */
export function deleteMergeRequest(n: number): ModelCommand {
  return command(
    `delete merge request ${n}`,
    async (model, { call, project }) => {
      const known = pick(model.requests, n)
      if (known === undefined) return
      const params = { id: project.id, merge_request_iid: known.iid }
      answers(await call('DELETE /projects/:id/merge_requests/:merge_request_iid', params), 204)
      model.requests.delete(known.iid)
      answers(await call('GET /projects/:id/merge_requests/:merge_request_iid', params), 404)
    },
    (model) => model.requests.size > 0,
  )
}
