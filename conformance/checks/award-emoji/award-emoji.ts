import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'

const award = 'POST /projects/:id/issues/:issue_iid/notes/:note_id/award_emoji'

export const ofNotes = check({
  id: 'award-emoji/of-notes',
  says: 'A reaction to a note of an issue is not a reaction to the issue, and a second one with the same emoji answers 404',
  source: 'award-emoji#of-a-note, award-emoji#once-per-emoji',
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
