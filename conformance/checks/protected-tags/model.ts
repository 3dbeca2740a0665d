import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { inTurn } from '../../oracle/commands/command.ts'
import { createTag } from '../../oracle/commands/create-tag.ts'
import { protectedTagCommands } from '../../oracle/commands/index.ts'
import { listProtectedTags } from '../../oracle/commands/list-protected-tags.ts'
import { protectTag } from '../../oracle/commands/protect-tag.ts'
import { unprotectTag } from '../../oracle/commands/unprotect-tag.ts'

const path = '/projects/:id/protected_tags'

export const session = check({
  id: 'protected-tags/session',
  says: 'After any session of protecting, unprotecting and tagging, the rules and who may tag are what a model predicts',
  source: 'specification 2, Protected tags',
  level: 'must',
  after: ['protected-tags/create'],
  covers: [`GET ${path}`, `POST ${path}`, `GET ${path}/:name`, `DELETE ${path}/:name`],
  needs: { repository: true },
  examples: [
    inTurn(
      protectTag({ name: 'v*', level: 40 }),
      createTag('v1', 'developer'),
      createTag('v1', 'maintainer'),
    ),
    inTurn(
      protectTag({ name: 'v1', level: 40 }),
      protectTag({ name: '*', level: 30 }),
      createTag('v1', 'developer'),
      unprotectTag('*'),
      createTag('v1', 'developer'),
    ),
    inTurn(protectTag({ name: 'v*', level: 0 }), createTag('v1', 'maintainer'), createTag('V2', 'developer')),
  ],
  over: () => fc.commands([...protectedTagCommands], { maxCommands: 20 }),
  holds: async (stage, commands) => {
    const model = new Map()
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await listProtectedTags().run(model, stage)
  },
})
