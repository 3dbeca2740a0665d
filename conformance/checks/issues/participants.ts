import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'

const people = 'GET /projects/:id/issues/:issue_iid/participants'

export const participants = check({
  id: 'issues/participants',
  says: 'The participants of an issue are its author, its assignees, those who commented on it and those who are mentioned',
  source: 'issues#participants',
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
