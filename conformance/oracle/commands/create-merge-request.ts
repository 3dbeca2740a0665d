import { answers, has, numberIn, says } from '../../kit/expect.ts'
import { openFor, pick, shownRequest } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

export interface CreateMergeRequest {
  readonly source: string
  readonly title: string
  readonly labels: readonly string[]
  /** Which milestone it takes, if there is one. */
  readonly milestone: number
}

/** Opens a merge request; refused while another one is open for the branch. */
export function createMergeRequest({
  source,
  title,
  labels,
  milestone: n,
}: CreateMergeRequest): ModelCommand {
  return command(
    `create merge request ${JSON.stringify({ source, title, labels })} in milestone ${n}`,
    async (model, { call, project }) => {
      const milestone = pick(model.milestones, n)?.id ?? null
      const params = {
        id: project.id,
        source_branch: source,
        target_branch: project.branch,
        title,
        labels,
        milestone_id: milestone,
      }
      const reply = await call('POST /projects/:id/merge_requests', params)
      const open = openFor(model, source)
      if (open !== undefined)
        return says(reply, 409, [
          `Another open merge request already exists for this source branch: !${open.iid}`,
        ])
      answers(reply, 201)
      model.requestsSoFar += 1
      const record = {
        id: numberIn(reply.row(), 'id'),
        iid: model.requestsSoFar,
        title,
        state: 'opened' as const,
        source,
        labels,
        milestone,
      }
      has(reply.row(), shownRequest(record), reply)
      model.requests.set(record.iid, record)
    },
  )
}
