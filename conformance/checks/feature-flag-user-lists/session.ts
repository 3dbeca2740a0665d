import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import type { UserLists } from '../../oracle/commands/create-user-list.ts'
import { userListCommands } from '../../oracle/commands/index.ts'
import { listUserLists } from '../../oracle/commands/list-user-lists.ts'

const path = '/projects/:id/feature_flags_user_lists'

export const session = check({
  id: 'feature-flag-user-lists/session',
  says: 'The lists are those that a model predicts, after any sequence of creating, updating, deleting and searching',
  source:
    'feature-flag-user-lists#create, feature-flag-user-lists#update, feature-flag-user-lists#delete, feature-flag-user-lists#search, feature-flag-user-lists#iid',
  level: 'must',
  after: ['feature-flag-user-lists/create'],
  covers: [`GET ${path}`, `POST ${path}`, `GET ${path}/:iid`, `PUT ${path}/:iid`, `DELETE ${path}/:iid`],
  over: () => fc.commands([...userListCommands], { maxCommands: 25 }),
  holds: async (stage, commands) => {
    const model: UserLists = { lists: new Map(), soFar: 0 }
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await listUserLists('').run(model, stage)
  },
})
