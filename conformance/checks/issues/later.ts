import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn, rowIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

const links = '/projects/:id/issues/:issue_iid/links'

export const laterLinked = check({
  id: 'issues/later-linked',
  says: 'In 18.9 an issue among those that are linked to another one has its links and references',
  source: 'issues#later-linked-shape',
  level: 'should',
  covers: [`GET ${links}`],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const [one, two] = [await issue(stage, { title: 'One' }), await issue(stage, { title: 'Two' })]
    const [issue_iid, target] = [numberIn(one, 'iid'), numberIn(two, 'iid')]
    answers(
      await call(`POST ${links}`, { id, issue_iid, target_project_id: id, target_issue_iid: target }),
      201,
    )
    const reply = await call(`GET ${links}`, { id, issue_iid })
    const [row = {}] = reply.rows()
    const fields = {
      'issues#later-linked-shape': { has_tasks: ['boolean'], _links: ['object'], references: ['object'] },
    } as const
    await hasLater(stage, row, fields, reply)
    if (row.references !== undefined)
      has(rowIn(row, 'references'), { short: `#${target}`, relative: `#${target}` }, reply)
  },
})
