import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn, textIn } from '../../kit/expect.ts'
import { isRow, isRows } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

export const issueThreadNotes = check({
  id: 'discussions/issue-thread-notes',
  says: 'A note in a thread of an issue is updated and deleted by its id, and a thread without notes answers 404',
  source: 'discussions#thread-notes, discussions#thread-empty',
  level: 'should',
  covers: ['PUT', 'DELETE'].map(
    (verb) => `${verb} /projects/:id/issues/:issue_iid/discussions/:discussion_id/notes/:note_id`,
  ),
  holds: async (stage) => {
    const { call, project } = stage
    const { iid } = await issue(stage, { title: 'Discussed' })
    const at = { id: project.id, issue_iid: Number(iid) }
    const path = '/projects/:id/issues/:issue_iid/discussions'
    const thread = arranged(await call(`POST ${path}`, { ...at, body: 'First' }))
    const [note] = isRows(thread.notes) ? thread.notes : []
    const one = {
      ...at,
      discussion_id: textIn(thread, 'id'),
      note_id: isRow(note) ? numberIn(note, 'id') : 0,
    }
    const changed = await call(`PUT ${path}/:discussion_id/notes/:note_id`, { ...one, body: 'Changed' })
    answers(changed, 200)
    has(changed.row(), { id: one.note_id, body: 'Changed' }, changed)
    answers(await call(`DELETE ${path}/:discussion_id/notes/:note_id`, one), 204)
    answers(await call(`GET ${path}/:discussion_id`, one), 404)
  },
})
