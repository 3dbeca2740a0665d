import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import type { UserLists } from '../../oracle/commands/create-user-list.ts'
import { userListCommands } from '../../oracle/commands/index.ts'
import { listUserLists } from '../../oracle/commands/list-user-lists.ts'

const path = '/projects/:id/feature_flags_user_lists'

export const session = check({
  id: 'feature-flag-user-lists/session',
  says: 'After any session of creating, changing, deleting and searching, the lists are those that a model of them predicts',
  source: 'specification 2, Feature flag user lists',
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
