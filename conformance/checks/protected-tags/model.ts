import fc from 'fast-check'
import { check } from '../../check.ts'
import { protectedTagCommands } from '../../oracle/commands/index.ts'
import { listProtectedTags } from '../../oracle/commands/list-protected-tags.ts'

const path = '/projects/:id/protected_tags'

export const session = check({
  id: 'protected-tags/session',
  says: 'After any session of protecting, unprotecting and tagging, the rules and who may tag are what a model predicts',
  source: 'specification 2, Protected tags',
  level: 'must',
  after: ['protected-tags/create'],
  covers: [`GET ${path}`, `POST ${path}`, `GET ${path}/:name`, `DELETE ${path}/:name`],
  needs: { repository: true },
  over: () => fc.commands([...protectedTagCommands], { maxCommands: 20 }),
  holds: async (stage, commands) => {
    const model = new Map()
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await listProtectedTags().run(model, stage)
  },
})
