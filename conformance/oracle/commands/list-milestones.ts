import { compareMilestones } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

/** Reads the whole list and compares it with the model. */
export function listMilestones(): ModelCommand {
  return command('list milestones', async (model, stage) => {
    const all = { id: stage.project.id, per_page: 100 }
    await compareMilestones(model, await stage.call('GET /projects/:id/milestones', all), stage)
  })
}
