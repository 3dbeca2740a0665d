import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import { arranged } from '../../run/stage.ts'

const configuration = '/projects/:id/approvals'
const path = '/projects/:id/merge_requests/:merge_request_iid'
const needs = { tier: 'premium' } as const

export const reauthentication = check({
  id: 'approvals/reauthentication',
  says: 'From 17.2 on `require_reauthentication_to_approve` is another name of `require_password_to_approve`, and wins over it',
  source: 'approvals#later-reauthentication',
  level: 'must',
  covers: [`GET ${configuration}`, `POST ${configuration}`],
  needs,
  each: () => [true, false],
  holds: async (stage, required) => {
    const { id } = stage.project
    const both = { require_password_to_approve: !required, require_reauthentication_to_approve: required }
    const written = await stage.call(`POST ${configuration}`, { id, ...both })
    answers(written, 201)
    const shown = await stage.call(`GET ${configuration}`, { id })
    for (const reply of [written, shown])
      await stage.changed('approvals#later-reauthentication', {
        before: () => has(reply.row(), { require_password_to_approve: !required }, reply),
        after: () => {
          const expected = {
            require_password_to_approve: required,
            require_reauthentication_to_approve: required,
          }
          has(reply.row(), expected, reply)
        },
      })
  },
})

export const publishReview = check({
  id: 'approvals/publish-review',
  says: 'From 18.6 on an approval with `publish_review` publishes the drafts of the caller',
  source: 'approvals#later-publish-review',
  level: 'must',
  covers: [`POST ${path}/approve`],
  needs: { repository: true, tier: 'premium' },
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  holds: async (stage, _none, row) => {
    const place = named(stage, row)
    arranged(
      await stage.call(`POST ${path}/draft_notes`, { ...place, note: 'Well done' }, { as: 'maintainer' }),
    )
    answers(
      await stage.call(`POST ${path}/approve`, { ...place, publish_review: true }, { as: 'maintainer' }),
      201,
    )
    const reply = await stage.call(`GET ${path}/notes`, place)
    const bodies = reply.rows().map(({ body = null }) => body)
    await stage.changed('approvals#later-publish-review', {
      before: () => equals('whether it is published', bodies.includes('Well done'), false, reply),
      after: () => equals('whether it is published', bodies.includes('Well done'), true, reply),
    })
  },
})

export const invalidRules = check({
  id: 'approvals/invalid-rules',
  says: 'From 16.5 on `invalid_approvers_rules` names the rules that ask for more approvals than there are approvers',
  source: 'approvals#later-invalid-rules',
  level: 'should',
  covers: [`GET ${path}/approvals`],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const rule = { id: stage.project.id, approvals_required: 2, user_ids: [stage.user('maintainer').id] }
    arranged(await stage.call('POST /projects/:id/approval_rules', { ...rule, name: 'Too many' }))
    arranged(
      await stage.call('POST /projects/:id/approval_rules', { ...rule, name: 'One', approvals_required: 1 }),
    )
    const row = await mergeRequest(stage, { branch: 'topic' })
    const reply = await stage.call(`GET ${path}/approvals`, named(stage, row))
    const later = { 'approvals#later-invalid-rules': { invalid_approvers_rules: ['list'] } } as const
    await hasLater(stage, reply.row(), later, reply)
    await stage.changed('approvals#later-invalid-rules', {
      before: () => undefined,
      after: () => {
        const { invalid_approvers_rules: rules = null } = reply.row()
        const names = isRows(rules) ? rules.map(({ name = null }) => name) : rules
        equals('the rules', names, ['Too many'], reply)
      },
    })
  },
})
