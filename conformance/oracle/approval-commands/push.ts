import { commit } from '../../arrange/records.ts'
import type { ApprovalModel } from '../approvals.ts'
import { command, type ModelCommand } from '../commands/command.ts'

/** Adds a commit to the source branch; what was approved before counts no more where the project says so. */
export function push(branch: string): ModelCommand<ApprovalModel> {
  return command(
    'push',
    async (model, stage) => {
      model.pushes += 1
      await commit(stage, { branch, path: `push-${model.pushes}.txt` })
      if (model.configuration.reset_approvals_on_push) model.approvals = []
    },
    ({ merged }) => !merged,
  )
}
