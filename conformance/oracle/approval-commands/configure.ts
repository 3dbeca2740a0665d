import { answers, has } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { ApprovalModel, Configuration } from '../approvals.ts'
import { command, type ModelCommand } from '../commands/command.ts'

/** Changes the configuration; refused where both ways of losing approvals would be on. */
export function configure(change: Partial<Configuration>): ModelCommand<ApprovalModel> {
  return command(
    `configure ${JSON.stringify(change)}`,
    async (model, { call, project }) => {
      const reply = await call('POST /projects/:id/approvals', { id: project.id, ...change })
      const wanted = { ...model.configuration, ...change }
      if (wanted.selective_code_owner_removals && wanted.reset_approvals_on_push) return answers(reply, 400)
      answers(reply, 201)
      has(reply.row(), wanted as unknown as Row, reply)
      model.configuration = wanted
    },
    // What was merged keeps the rules of that moment in some releases.
    ({ merged }) => !merged && Object.keys(change).length > 0,
  )
}
