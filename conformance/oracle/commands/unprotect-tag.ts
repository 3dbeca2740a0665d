import { answers, equals } from '../../kit/expect.ts'
import { plainRule, shownRule } from '../protected-tags.ts'
import { recordMissing } from '../texts.ts'
import { command, type ModelCommand } from './command.ts'
import type { TagRules } from './protect-tag.ts'

/** Takes the protection off, if the very name has one, and leaves what other rules cover to them. */
export function unprotectTag(name: string): ModelCommand<TagRules> {
  return command(`unprotect ${name}`, async (rules, { call, project }) => {
    const params = { id: project.id, name }
    const read = await call('GET /projects/:id/protected_tags/:name', params)
    const reply = await call('DELETE /projects/:id/protected_tags/:name', params)
    const rule = rules.get(name)
    if (rule === undefined) {
      answers(read, recordMissing.status, recordMissing.body)
      return answers(reply, recordMissing.status, recordMissing.body)
    }
    equals('the rule', plainRule(read.row()), shownRule(rule), read)
    answers(reply, 204)
    rules.delete(name)
  })
}
