import { answers, has, says } from '../../kit/expect.ts'
import { isDraft } from '../draft.ts'
import { pick, shownRequest } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

/** Merges the n-th merge request; refused unless it is open and no draft. */
export function mergeMergeRequest(n: number): ModelCommand {
  return command(
    `merge merge request ${n}`,
    async (model, { call, project }) => {
      const known = pick(model.requests, n)
      // What is left to merge after its branch was merged by another request is a case of its own.
      if (known === undefined || model.mergedBranches.has(known.source)) return
      const params = { id: project.id, merge_request_iid: known.iid }
      const reply = await call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', params)
      if (known.state !== 'opened' || isDraft(known.title)) return says(reply, 405, '405 Method Not Allowed')
      answers(reply, 200)
      const record = { ...known, state: 'merged' as const }
      has(reply.row(), shownRequest(record), reply)
      model.requests.set(known.iid, record)
      model.mergedBranches.add(known.source)
    },
    (model) => model.requests.size > 0,
  )
}
