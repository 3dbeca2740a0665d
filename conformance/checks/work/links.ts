import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'

const source = 'dossier 2, section 13'
const links = '/projects/:id/issues/:issue_iid/links'
const list = `GET ${links}`
const add = `POST ${links}`
const remove = `DELETE ${links}/:issue_link_id`
const people = 'GET /projects/:id/issues/:issue_iid/participants'
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

export const linksBothWays = check<keyof typeof opposite>({
  id: 'issue-links/both-ways',
  says: 'A link of issues is seen from both, from each as the other stands to it, until it is removed',
  source,
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
  id: 'issue-links/once',
  says: 'Two issues are linked once, whichever of them is asked',
  source,
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

export const linkSecrets = check({
  id: 'issue-links/secrets',
  says: 'Issues that the caller may not see are not among those that an issue is linked with',
  source,
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

export const issuePeople = check({
  id: 'issue-links/participants',
  says: 'Who wrote an issue, has it, commented on it or is mentioned takes part in it',
  source,
  level: 'should',
  covers: [people],
  holds: async (stage) => {
    const { user, project } = stage
    const made = await issue(stage, {
      title: 'Together',
      assignee_ids: [user('developer').id],
      description: `With @${user('reporter').username}`,
    })
    const at = { id: project.id, issue_iid: numberIn(made, 'iid') }
    const comment = 'POST /projects/:id/issues/:issue_iid/notes'
    answers(await stage.call(comment, { ...at, body: 'Me too' }, { as: 'guest' }), 201)
    const reply = await stage.call(people, { ...at, per_page: 100 })
    const found = reply.rows().map((row) => Number(row.id))
    const expected = (['owner', 'developer', 'reporter', 'guest'] as const).map((who) => user(who).id)
    equals('who takes part', found.sort(ascending), expected.sort(ascending), reply)
  },
})

const ascending = (one: number, other: number) => one - other

const award = 'POST /projects/:id/issues/:issue_iid/notes/:note_id/award_emoji'

export const commentAwards = check({
  id: 'issue-links/awards-on-comments',
  says: 'A reaction to a comment is the comment’s and not the issue’s, and is given once',
  source,
  level: 'should',
  covers: [award],
  holds: async (stage) => {
    const at = { id: stage.project.id, issue_iid: numberIn(await issue(stage, { title: 'Fun' }), 'iid') }
    const note = await stage.call('POST /projects/:id/issues/:issue_iid/notes', { ...at, body: 'Ha' })
    const note_id = numberIn(note.row(), 'id')
    const given = await stage.call(award, { ...at, note_id, name: 'rocket' })
    answers(given, 201)
    has(given.row(), { name: 'rocket', awardable_type: 'Note', awardable_id: note_id }, given)
    answers(await stage.call(award, { ...at, note_id, name: 'rocket' }), 404)
    const onIssue = await stage.call('GET /projects/:id/issues/:issue_iid/award_emoji', at)
    equals('those of the issue', onIssue.rows().length, 0)
    const onNote = await stage.call(award.replace('POST', 'GET'), { ...at, note_id })
    equals('those of the comment', onNote.rows().length, 1)
  },
})
