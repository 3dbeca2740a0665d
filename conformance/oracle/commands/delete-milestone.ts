import { answers } from '../../kit/expect.ts'
import { pick } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

/** Deletes the n-th milestone; merge requests lose it. */
export function deleteMilestone(n: number): ModelCommand {
  return command(
    `delete milestone ${n}`,
    async (model, { call, project }) => {
      const known = pick(model.milestones, n)
      if (known === undefined) return
      const params = { id: project.id, milestone_id: known.id }
      answers(await call('DELETE /projects/:id/milestones/:milestone_id', params), 204)
      model.milestones.delete(known.id)
      for (const request of model.requests.values())
        if (request.milestone === known.id) model.requests.set(request.iid, { ...request, milestone: null })
      answers(await call('GET /projects/:id/milestones/:milestone_id', params), 404)
    },
    (model) => model.milestones.size > 0,
  )
}
