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
  says: 'The protections and the right to create a tag are those that a model predicts, after any sequence of protecting, unprotecting and creating tags',
  source:
    'protected-tags#wildcards, protected-tags#union-of-rules, protected-tags#creating-a-tag, protected-tags#delete',
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
