import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { milestoneCommands } from '../../oracle/commands/index.ts'
import { listMilestones } from '../../oracle/commands/list-milestones.ts'
import { emptyModel } from '../../oracle/model.ts'

const path = '/projects/:id/milestones/:milestone_id'

export const sequences = check({
  id: 'milestones/sequences',
  says: 'Any sequence of creating, updating, closing and deleting leaves the milestones that a model of them predicts',
  source:
    'milestones#create, milestones#update, milestones#state-events, milestones#delete, milestones#list-filters',
  level: 'must',
  after: ['milestones/create'],
  covers: [
    'GET /projects/:id/milestones',
    'POST /projects/:id/milestones',
    `GET ${path}`,
    `PUT ${path}`,
    `DELETE ${path}`,
  ],
  over: () => fc.commands([...milestoneCommands], { maxCommands: 25 }),
  holds: async (stage, commands) => {
    const model = emptyModel()
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await listMilestones().run(model, stage)
  },
})
