import { noteEntity } from '../../entities/note.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'
import { threadOn } from '../shared/threads.ts'

const discussion = { discussion_id: required(string({ about: 'ID of the discussion' })) }
const noteId = { note_id: required(integer({ about: 'ID of the note' })) }

export const getIssueDiscussionNote = get(ofIssue)
export const getMergeRequestDiscussionNote = get(ofMergeRequest)

function get({ path, noun, hidden, auth, noteable, on }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Get a note in a discussion on ${noun}`,
      auth,
      ...hidden,
      params: { ...noteable, ...discussion, ...noteId },
      answers: { one: noteEntity },
      refuses: [404],
      beyond: true,
    },
    ({ params, view, ...found }) => {
      const { notes } = threadOn(view.situation, on(found), params.discussion_id)
      const note = notes.find(({ id }) => id === params.note_id)
      if (note === undefined) throw recordNotFound()
      return note
    },
  )
}
