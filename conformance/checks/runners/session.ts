import fc from 'fast-check'
import { secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { listRunners, runnerCommands } from '../../oracle/commands/runners.ts'

export const session = check({
  id: 'runners/session',
  says: 'The runners are those that a model predicts, after any sequence of registering, contacting, pausing, enabling, disabling and deleting',
  source: 'runners#contact, runners#status-order, runners#enable, runners#disable, runners#deleted',
  level: 'must',
  after: ['runners/register'],
  covers: [
    'GET /projects/:id/runners',
    'POST /projects/:id/runners',
    'DELETE /projects/:id/runners/:runner_id',
    'GET /runners/:id',
    'PUT /runners/:id',
    'POST /runners',
    'POST /runners/verify',
    'DELETE /runners',
    'DELETE /runners/:id',
  ],
  arrange: (stage) => secondProject(stage),
  over: () => fc.commands([...runnerCommands], { maxCommands: 25 }),
  holds: async (stage, commands, second) => {
    const model = { runners: new Map(), second, time: 0 }
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await listRunners().run(model, stage)
  },
})
