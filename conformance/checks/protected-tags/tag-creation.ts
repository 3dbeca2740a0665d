import fc from 'fast-check'
import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, says } from '../../kit/expect.ts'
import { covers as covered, mayTag, type TagRule, tagLevels } from '../../oracle/protected-tags.ts'
import { arranged } from '../../run/stage.ts'

const path = '/projects/:id/protected_tags'

const tags = '/projects/:id/repository/tags'

const refusal = 'You are not allowed to create this tag as it is protected.'

const pieces = fc.constantFrom('v', 'V', '1', '.', '-', '/', 'rc')

const patterns = fc
  .array(fc.oneof({ weight: 2, arbitrary: pieces }, fc.constant('*')), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))

const tagNames = fc
  .array(fc.constantFrom('v', 'V', '1', '-rc', '.0'), { minLength: 1, maxLength: 4 })
  .map((parts) => `v${parts.join('')}`)

export const creatingTags = check({
  id: 'protected-tags/creating-tags',
  says: 'A tag is created only by callers whom one of the protections that match it allows, and shows whether one matches',
  source: 'protected-tags#wildcards, protected-tags#union-of-rules, protected-tags#creating-a-tag',
  level: 'must',
  covers: [`POST ${path}`],
  needs: { repository: true },
  over: () =>
    fc.record({
      rules: fc.uniqueArray(fc.record({ name: patterns, level: fc.constantFrom(...tagLevels) }), {
        selector: ({ name }) => name,
        minLength: 1,
        maxLength: 3,
      }),
      tag: tagNames,
    }),
  holds: async (stage, { rules, tag }: { readonly rules: readonly TagRule[]; readonly tag: string }) => {
    const { call, project } = stage
    for (const { name, level } of rules)
      arranged(await call(`POST ${path}`, { id: project.id, name, create_access_level: level }))
    const isProtected = rules.some(({ name }) => covered(name, tag))
    for (const [role, level] of [
      ['developer', 30],
      ['maintainer', 40],
    ] as const) {
      if (!stage.has(role)) continue
      const params = { id: project.id, tag_name: tag, ref: project.branch }
      const reply = await call(`POST ${tags}`, params, { as: role })
      if (!mayTag(rules, tag, level)) says(reply, 400, refusal)
      else {
        answers(reply, 201)
        has(reply.row(), { name: tag, protected: isProtected }, reply)
        answers(await call(`DELETE ${tags}/:tag_name`, { id: project.id, tag_name: tag }), 204)
      }
    }
  },
})

export const namedUserCreatesTag = check({
  id: 'protected-tags/named-user-creates-tag',
  says: 'A user who is named in `allowed_to_create` creates the tag below the level that others need',
  source: 'protected-tags#named-users, protected-tags#creating-a-tag',
  level: 'must',
  covers: [`POST ${path}`],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const tag = (tag_name: string) =>
      call(`POST ${tags}`, { id: project.id, tag_name, ref: project.branch }, { as: 'developer' })
    arranged(await call(`POST ${path}`, { id: project.id, name: 'v*' }))
    says(await tag('v1'), 400, refusal)
    const named = { name: 'v1*', allowed_to_create: [{ user_id: user('developer').id }] }
    arranged(await call(`POST ${path}`, { id: project.id, ...named }))
    answers(await tag('v1'), 201)
    says(await tag('v2'), 400, refusal)
  },
})

export const deletingTags = check({
  id: 'protected-tags/deleting-tags',
  says: 'Developers cannot delete a protected tag, and can delete an unprotected one',
  source: 'protected-tags#deleting-a-tag',
  level: 'should',
  covers: [`POST ${path}`, `DELETE ${path}/:name`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await commit(stage, { branch: project.branch, path: 'more.txt' })
    const { id } = project
    arranged(await call(`POST ${tags}`, { id, tag_name: 'v1', ref: project.branch }))
    arranged(await call(`POST ${path}`, { id, name: 'v*', create_access_level: 30 }))
    const params = { id, tag_name: 'v1' }
    answers(await call(`DELETE ${tags}/:tag_name`, params, { as: 'developer' }), [400, 403])
    answers(await call(`DELETE ${path}/:name`, { id, name: 'v*' }), 204)
    answers(await call(`DELETE ${tags}/:tag_name`, params, { as: 'developer' }), 204)
  },
})

export const namedReporter = check({
  id: 'protected-tags/named-reporter',
  says: 'A user who is named in `allowed_to_create` and may not push to the project creates no tag',
  source: 'protected-tags#named-users',
  level: 'must',
  covers: [`POST ${path}`],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const { id } = project
    const named = { name: 'v1', allowed_to_create: [{ user_id: user('reporter').id }] }
    arranged(await call(`POST ${path}`, { id, ...named }))
    answers(await call(`POST ${tags}`, { id, tag_name: 'v1', ref: project.branch }, { as: 'reporter' }), 403)
    answers(await call(`GET ${tags}/:tag_name`, { id, tag_name: 'v1' }), 404)
  },
})
