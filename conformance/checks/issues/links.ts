import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'

const links = '/projects/:id/issues/:issue_iid/links'

const list = `GET ${links}`

const add = `POST ${links}`

const remove = `DELETE ${links}/:issue_link_id`

const opposite = { relates_to: 'relates_to', blocks: 'is_blocked_by', is_blocked_by: 'blocks' } as const

async function twoIssues(stage: Stage) {
  const [one, two] = [await issue(stage, { title: 'One' }), await issue(stage, { title: 'Two' })]
  return [numberIn(one, 'iid'), numberIn(two, 'iid')] as const
}

async function shown(stage: Stage, issue_iid: number) {
  const reply = await stage.call(list, { id: stage.project.id, issue_iid })
  answers(reply, 200)
  return reply.rows().map(({ iid, link_type: type }) => [iid ?? 0, type ?? ''])
}

export const linkTypes = check<keyof typeof opposite>({
  id: 'issues/link-types',
  says: 'A link between two issues is shown from both, with `blocks` on one and `is_blocked_by` on the other, until it is deleted',
  source: 'issues#link-types, issues#link-create, issues#link-delete',
  level: 'should',
  covers: [list, add, remove],
  needs: { tier: 'premium' },
  each: () => ['relates_to', 'blocks', 'is_blocked_by'],
  holds: async (stage, type) => {
    const { id } = stage.project
    const [one, two] = await twoIssues(stage)
    const made = await stage.call(add, {
      id,
      issue_iid: one,
      target_project_id: id,
      target_issue_iid: two,
      link_type: type,
    })
    answers(made, 201)
    equals('from the one', await shown(stage, one), [[two, type]])
    equals('from the other', await shown(stage, two), [[one, opposite[type]]])
    const [linked] = (await stage.call(list, { id, issue_iid: two })).rows()
    const issue_link_id = numberIn(linked ?? {}, 'issue_link_id')
    answers(await stage.call(remove, { id, issue_iid: two, issue_link_id }), 200)
    equals('afterwards', await shown(stage, one), [])
  },
})

export const linkedOnce = check({
  id: 'issues/linked-once',
  says: 'Two issues are linked once, and a second link in either direction is refused with 409',
  source: 'issues#link-once',
  level: 'should',
  covers: [add],
  holds: async (stage) => {
    const { id } = stage.project
    const [one, two] = await twoIssues(stage)
    const link = (issue_iid: number, target: number) =>
      stage.call(add, { id, issue_iid, target_project_id: id, target_issue_iid: target })
    answers(await link(one, two), 201)
    answers(await link(one, two), 409)
    answers(await link(two, one), 409)
    equals('the links', await shown(stage, one), [[two, 'relates_to']])
  },
})

export const linksToHiddenIssues = check({
  id: 'issues/links-to-hidden-issues',
  says: 'The links of an issue leave out issues that the caller does not see',
  source: 'issues#link-list',
  level: 'should',
  covers: [list],
  holds: async (stage) => {
    const { id } = stage.project
    const open = numberIn(await issue(stage, { title: 'Open' }), 'iid')
    const secret = numberIn(await issue(stage, { title: 'Secret', confidential: true }), 'iid')
    const params = { id, issue_iid: open, target_project_id: id, target_issue_iid: secret }
    answers(await stage.call(add, params), 201)
    const reply = await stage.call(list, { id, issue_iid: open }, { as: 'guest' })
    answers(reply, 200)
    equals('what a guest sees', reply.rows().length, 0)
  },
})
