import { answers, has, says } from '../../kit/expect.ts'
import { openFor, pick, type RequestRecord, shownRequest } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

/** Closes or reopens the n-th merge request; in any other state than the fitting one nothing happens. */
export function turnMergeRequest(n: number, event: 'close' | 'reopen'): ModelCommand {
  return command(
    `${event} merge request ${n}`,
    async (model, { call, project }) => {
      const known = pick(model.requests, n)
      if (known === undefined) return
      const params = { id: project.id, merge_request_iid: known.iid, state_event: event }
      const reply = await call('PUT /projects/:id/merge_requests/:merge_request_iid', params)
      const rival = openFor(model, known.source)
      if (event === 'reopen' && known.state === 'closed' && rival !== undefined)
        return says(reply, 409, [
          `Another open merge request already exists for this source branch: !${rival.iid}`,
        ])
      answers(reply, 200)
      const record = { ...known, state: turned(known, event) }
      has(reply.row(), shownRequest(record), reply)
      model.requests.set(known.iid, record)
    },
    (model) => model.requests.size > 0,
  )
}

function turned({ state }: RequestRecord, event: 'close' | 'reopen'): RequestRecord['state'] {
  if (event === 'close' && state === 'opened') return 'closed'
  return event === 'reopen' && state === 'closed' ? 'opened' : state
}
