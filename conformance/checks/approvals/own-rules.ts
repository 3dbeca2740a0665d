import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, names, numberIn, refuses, says } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const rules = `${path}/approval_rules`

const fields = [
  ...['id', 'name', 'rule_type', 'eligible_approvers', 'approvals_required', 'users', 'groups'],
  ...['contains_hidden_groups', 'section', 'source_rule', 'overridden'],
]

export const ownRules = check({
  id: 'approvals/own-rules',
  says: 'A rule of a merge request needs a name and a number, one without approvers takes the approval of anybody and exists once, and the rules are listed in pages',
  source:
    'approvals#own-rule, approvals#own-rule-created, approvals#own-rule-list, approvals#own-rule-any-approver-once, approvals#rule-any-approver-name, approvals#statuses',
  level: 'must',
  covers: [
    `GET ${rules}`,
    `POST ${rules}`,
    `DELETE ${rules}/:approval_rule_id`,
    `GET ${path}/approval_state`,
  ],
  needs: { repository: true, tier: 'premium' },
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  holds: async (stage, _none, row) => {
    const { call, user } = stage
    const place = named(stage, row)
    refuses(await call(`POST ${rules}`, place), 'name is missing, approvals_required is missing')
    const wish = { ...place, name: 'Reviewers', approvals_required: 1 }
    const made = await call(`POST ${rules}`, { ...wish, user_ids: [user('maintainer').id] })
    answers(made, 201)
    names(made.row(), fields, made)
    lacks(made.row(), ['protected_branches', 'applies_to_all_protected_branches'], made)
    const shown = {
      name: 'Reviewers',
      rule_type: 'regular',
      section: null,
      source_rule: null,
      overridden: false,
    }
    has(made.row(), shown, made)
    const anybody = await call(`POST ${rules}`, { ...wish, name: 'Anybody' })
    answers(anybody, 201)
    has(anybody.row(), { rule_type: 'any_approver' }, anybody)
    const text = 'any-approver for the merge request already exists'
    says(await call(`POST ${rules}`, { ...wish, name: 'Others' }), 400, { rule_type: [text] })
    const state = await call(`GET ${path}/approval_state`, place)
    const { rules: stated = null } = state.row()
    const taking = isRows(stated) ? stated.find(({ rule_type }) => rule_type === 'any_approver') : undefined
    equals('the name of the rule that anybody satisfies', taking?.name, 'All Members', state)
    const whole = (await call(`GET ${rules}`, place)).rows()
    equals('how many rules there are', whole.length, 2)
    for (const page of [1, 2]) {
      const reply = await call(`GET ${rules}`, { ...place, per_page: 1, page })
      answers(reply, 200, [whole[page - 1] as Row])
    }
    const one = { ...place, approval_rule_id: numberIn(made.row(), 'id') }
    answers(await call(`DELETE ${rules}/:approval_rule_id`, one), 204)
    answers(await call(`GET ${rules}`, place), 200, [
      whole.find(({ id }) => id !== one.approval_rule_id) as Row,
    ])
  },
})

export const copiesDeleted = check<string>({
  id: 'approvals/copies-deleted',
  says: 'A project rule that is deleted is gone from an open merge request that has a copy of it',
  source: 'approvals#rule-delete, approvals#source-rule',
  level: 'must',
  covers: ['DELETE /projects/:id/approval_rules/:approval_rule_id', `GET ${path}/approval_state`],
  needs: { repository: true, tier: 'premium' },
  each: () => ['with a user', 'without any'],
  holds: async (stage, how) => {
    const { call, project } = stage
    const wish = { id: project.id, name: 'Copied', approvals_required: 1, rule_type: 'regular' }
    const user_ids = how === 'with a user' ? [stage.user('maintainer').id] : []
    const rule = arranged(await call('POST /projects/:id/approval_rules', { ...wish, user_ids }))
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    expectArranged(await call(`POST ${path}/approvals`, { ...place, approvals_required: 2 }))
    const namesOf = async () => {
      const { rules: stated = null } = (await call(`GET ${path}/approval_state`, place)).row()
      return isRows(stated) ? stated.map(({ name }) => name ?? null).filter((name) => name === 'Copied') : []
    }
    equals('how often the rule is there', await namesOf(), ['Copied'])
    const one = { id: project.id, approval_rule_id: numberIn(rule, 'id') }
    expectArranged(await call('DELETE /projects/:id/approval_rules/:approval_rule_id', one))
    equals('what is left of it', await namesOf(), [])
  },
})
