import { check } from '../../check.ts'
import { answers, equals, numberIn } from '../../expect.ts'

const rules = '/projects/:id/approval_rules'
const rule = `${rules}/:approval_rule_id`
const source = 'specification 1, Merge request approvals; dossier 1, 10.3'

export const ruleLives = check({
  id: 'approvals/rule-lives',
  says: 'A rule is created, read, listed, changed and deleted; afterwards it is missing',
  source,
  level: 'must',
  covers: [`GET ${rules}`, `POST ${rules}`, `GET ${rule}`, `PUT ${rule}`, `DELETE ${rule}`],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const as = { as: 'owner' } as const
    const user_ids = [stage.user('owner').id]
    const body = { id, name: 'Reviewers', approvals_required: 2, user_ids }
    const created = await call(`POST ${rules}`, body, as)
    answers(created, 201)
    const row = created.row()
    equals('the kind', row.rule_type, 'regular', created)
    equals('the number', row.approvals_required, 2, created)
    const named = { id, approval_rule_id: numberIn(row, 'id') }
    answers(await call(`GET ${rule}`, named, as), 200, row)
    const list = await call(`GET ${rules}`, { id }, as)
    equals(
      'the rule in the list',
      list.rows().filter((it) => it.id === row.id),
      [row],
      list,
    )
    const change = { ...named, name: 'Renamed', approvals_required: 0, user_ids }
    const changed = await call(`PUT ${rule}`, change, as)
    answers(changed, 200, { ...row, name: 'Renamed', approvals_required: 0 })
    answers(await call(`DELETE ${rule}`, named, as), 204)
    answers(await call(`GET ${rule}`, named, as), 404, { message: '404 Not found' })
  },
})

export const ruleRefusals = check({
  id: 'approvals/rule-refusals',
  says: 'A rule needs a name and between 0 and 100 approvals',
  source,
  level: 'should',
  covers: [`POST ${rules}`],
  needs: { tier: 'premium' },
  each: () => [
    [-1, 'must be greater than or equal to 0'] as const,
    [101, 'must be less than or equal to 100'] as const,
  ],
  holds: async ({ call, project, user }, [approvals_required, text]) => {
    const body = { id: project.id, name: 'Reviewers', approvals_required, user_ids: [user('owner').id] }
    const reply = await call(`POST ${rules}`, body, { as: 'owner' })
    answers(reply, 400, { message: { approvals_required: [text] } })
  },
})
