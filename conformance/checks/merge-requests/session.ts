import fc from 'fast-check'
import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { inTurn } from '../../oracle/commands/command.ts'
import { createMergeRequest } from '../../oracle/commands/create-merge-request.ts'
import { mergeRequestCommands, milestoneCommands, modelBranches } from '../../oracle/commands/index.ts'
import { listMergeRequests } from '../../oracle/commands/list-merge-requests.ts'
import { listMilestones } from '../../oracle/commands/list-milestones.ts'
import { mergeMergeRequest } from '../../oracle/commands/merge-merge-request.ts'
import { updateMergeRequest } from '../../oracle/commands/update-merge-request.ts'
import { emptyModel } from '../../oracle/model.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

export const session = check({
  id: 'merge-requests/session',
  says: 'Merge requests and milestones behave in any order of calls as the model predicts',
  source:
    'merge-requests#state-events, merge-requests#merge, merge-requests#create-second, merge-requests#delete, merge-requests#draft',
  level: 'must',
  after: ['merge-requests/create', 'milestones/sequences'],
  covers: [
    'GET /projects/:id/merge_requests',
    'POST /projects/:id/merge_requests',
    `GET ${path}`,
    `PUT ${path}`,
    `PUT ${path}/merge`,
    `DELETE ${path}`,
  ],
  needs: { repository: true },
  arrange: async (stage) => {
    for (const branch of modelBranches)
      await commit(stage, { branch, from: stage.project.branch, path: `${branch}.txt` })
    return undefined
  },
  examples: [
    inTurn(
      createMergeRequest({ source: 'topic-a', title: 'WIP: not any more', labels: [], milestone: 0 }),
      updateMergeRequest(0, { title: 'Draft: add login' }),
      mergeMergeRequest(0),
      updateMergeRequest(0, { title: 'WIP: not any more' }),
      mergeMergeRequest(0),
    ),
  ],
  over: () => fc.commands([...mergeRequestCommands, ...milestoneCommands], { maxCommands: 30 }),
  holds: async (stage, commands) => {
    const model = emptyModel()
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await listMilestones().run(model, stage)
    await listMergeRequests().run(model, stage)
  },
})
