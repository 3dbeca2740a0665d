import { answers, has, numberIn } from '../../kit/expect.ts'
import { recordOf } from '../milestones.ts'
import { shownMilestone, titleTaken } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

export interface CreateMilestone {
  readonly title: string
  readonly description: string | null
  readonly due_date: string | null
}

/** Creates a milestone; refused while another one has the title. */
export function createMilestone(wish: CreateMilestone): ModelCommand {
  return command(`create milestone ${JSON.stringify(wish)}`, async (model, { call, project }) => {
    const reply = await call('POST /projects/:id/milestones', { id: project.id, ...wish })
    if (titleTaken(model, wish.title)) return answers(reply, 400)
    answers(reply, 201)
    model.milestonesSoFar += 1
    const id = numberIn(reply.row(), 'id')
    const record = {
      ...recordOf(reply.row()),
      ...wish,
      id,
      iid: model.milestonesSoFar,
      state: 'active' as const,
    }
    has(reply.row(), shownMilestone(record), reply)
    model.milestones.set(id, record)
  })
}
