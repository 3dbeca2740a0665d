import { answers, has } from '../../kit/expect.ts'
import { pick, shownMilestone, titleTaken } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

export interface MilestoneChange {
  readonly title?: string
  readonly description?: string
  readonly due_date?: string | null
  readonly state_event?: 'close' | 'activate'
}

/** Updates the n-th milestone; refused when another one has the new title. */
export function updateMilestone(n: number, change: MilestoneChange): ModelCommand {
  return command(
    `update milestone ${n} with ${JSON.stringify(change)}`,
    async (model, { call, project }) => {
      const known = pick(model.milestones, n)
      if (known === undefined) return
      const reply = await call('PUT /projects/:id/milestones/:milestone_id', {
        id: project.id,
        milestone_id: known.id,
        ...change,
      })
      if (change.title !== undefined && titleTaken(model, change.title, known.id)) return answers(reply, 400)
      answers(reply, 200)
      const { state_event, ...fields } = change
      const state =
        state_event === undefined
          ? known.state
          : state_event === 'close'
            ? ('closed' as const)
            : ('active' as const)
      const record = { ...known, ...fields, state }
      has(reply.row(), shownMilestone(record), reply)
      model.milestones.set(known.id, record)
    },
    (model) => model.milestones.size > 0,
  )
}
