import { answers, equals, says } from '../../kit/expect.ts'
import { plainRule, shownRule, type TagRule } from '../protected-tags.ts'
import { command, type ModelCommand } from './command.ts'

/** The rules of a project by their names, the oldest first. */
export type TagRules = Map<string, TagRule>

/** Protects a tag or a pattern; refused while the very name is protected. */
export function protectTag(rule: TagRule): ModelCommand<TagRules> {
  return command(`protect ${rule.name} for ${rule.level}`, async (rules, { call, project }) => {
    const params = { id: project.id, name: rule.name, create_access_level: rule.level }
    const reply = await call('POST /projects/:id/protected_tags', params)
    if (rules.has(rule.name)) return says(reply, 422, ['Name has already been taken'])
    answers(reply, 201)
    equals('the rule', plainRule(reply.row()), shownRule(rule), reply)
    rules.set(rule.name, rule)
  })
}
