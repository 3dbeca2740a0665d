import { compareMilestones } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

/** Reads the whole list and compares it with the model. */
export function listMilestones(): ModelCommand {
  return command('list milestones', async (model, { call, project }) => {
    compareMilestones(model, await call('GET /projects/:id/milestones', { id: project.id, per_page: 100 }))
  })
}
