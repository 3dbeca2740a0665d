import { equals } from '../../kit/expect.ts'
import { plainRule, shownRule } from '../protected-tags.ts'
import { command, type ModelCommand } from './command.ts'
import type { TagRules } from './protect-tag.ts'

/** Reads the whole list and compares it with the model, in the order of age. */
export function listProtectedTags(): ModelCommand<TagRules> {
  return command('list protected tags', async (rules, { call, project }) => {
    const reply = await call('GET /projects/:id/protected_tags', { id: project.id, per_page: 100 })
    equals('the rules', reply.rows().map(plainRule), [...rules.values()].map(shownRule), reply)
  })
}
