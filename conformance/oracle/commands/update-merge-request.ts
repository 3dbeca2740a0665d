import { answers, has } from '../../kit/expect.ts'
import { pick, shownRequest } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

export interface MergeRequestChange {
  readonly title?: string
  readonly labels?: readonly string[]
  readonly add_labels?: readonly string[]
  readonly remove_labels?: readonly string[]
}

/** Updates the n-th merge request: its own labels first, then those to add, then those to remove. */
export function updateMergeRequest(n: number, change: MergeRequestChange): ModelCommand {
  return command(
    `update merge request ${n} with ${JSON.stringify(change)}`,
    async (model, { call, project }) => {
      const known = pick(model.requests, n)
      if (known === undefined) return
      const params = { id: project.id, merge_request_iid: known.iid, ...joined(change) }
      const reply = await call('PUT /projects/:id/merge_requests/:merge_request_iid', params)
      answers(reply, 200)
      const { title = known.title, labels = known.labels, add_labels = [], remove_labels = [] } = change
      const left = [...new Set([...labels, ...add_labels])].filter((name) => !remove_labels.includes(name))
      const record = { ...known, title, labels: left }
      has(reply.row(), shownRequest(record), reply)
      model.requests.set(known.iid, record)
    },
    (model) => model.requests.size > 0,
  )
}

function joined({ title, labels, add_labels, remove_labels }: MergeRequestChange) {
  return {
    title,
    labels: labels?.join(','),
    add_labels: add_labels?.join(','),
    remove_labels: remove_labels?.join(','),
  }
}
