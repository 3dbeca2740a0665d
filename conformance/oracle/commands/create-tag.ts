import { answers } from '../../kit/expect.ts'
import { mayTag } from '../protected-tags.ts'
import { command, type ModelCommand } from './command.ts'
import type { TagRules } from './protect-tag.ts'

const levels = { maintainer: 40, developer: 30 } as const

/** Tries to create a tag, which the rules that cover it allow or not; one that came about is deleted again. */
export function createTag(tag: string, role: keyof typeof levels): ModelCommand<TagRules> {
  return command(`tag ${tag} as ${role}`, async (rules, { call, project, has }) => {
    if (!has(role)) return
    const params = { id: project.id, tag_name: tag, ref: project.branch }
    const reply = await call('POST /projects/:id/repository/tags', params, { as: role })
    if (!mayTag([...rules.values()], tag, levels[role])) return answers(reply, 400)
    answers(reply, 201)
    answers(await call('DELETE /projects/:id/repository/tags/:tag_name', params), 204)
  })
}
