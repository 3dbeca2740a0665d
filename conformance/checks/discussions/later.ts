import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, lacks, numberIn } from '../../kit/expect.ts'

export const laterNotes = check({
  id: 'discussions/later-project',
  says: 'From 15.10 on a note names the project of what it is on',
  source: 'discussions#later-project-id',
  level: 'must',
  covers: ['POST /projects/:id/issues/:issue_iid/notes', 'GET /projects/:id/issues/:issue_iid/notes'],
  holds: async (stage) => {
    const { id } = stage.project
    const issue_iid = numberIn(await issue(stage, { title: 'Discussed' }), 'iid')
    const notes = '/projects/:id/issues/:issue_iid/notes'
    const made = await stage.call(`POST ${notes}`, { id, issue_iid, body: 'Said' })
    answers(made, 201)
    const listed = await stage.call(`GET ${notes}`, { id, issue_iid })
    for (const row of [made.row(), ...listed.rows()])
      await stage.changed('discussions#later-project-id', {
        before: () => {
          if (stage.dialect !== undefined) lacks(row, ['project_id'], listed)
        },
        after: () => has(row, { project_id: id }, listed),
      })
  },
})
