import { compareRequests } from '../model.ts'
import { command, type ModelCommand } from './command.ts'

/** Reads the whole list and compares it with the model. */
export function listMergeRequests(): ModelCommand {
  return command('list merge requests', async (model, { call, project }) => {
    compareRequests(model, await call('GET /projects/:id/merge_requests', { id: project.id, per_page: 100 }))
  })
}
