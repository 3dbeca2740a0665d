import { noteEntity } from '../../entities/note.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Note } from '../../model/discussions/note.ts'
import { removeNote } from '../../model/discussions/notes.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'
import {
  createNote,
  findNote,
  listNotes,
  refuseUneditableNote,
  updateNote,
} from '../shared/notes-and-awards.ts'
import { noteOrCommands } from '../shared/quick-actions/answers.ts'
import { type CommandsOnly, type Commented, comment } from '../shared/quick-actions/comment.ts'
import { writtenAtParam } from '../shared/written-at.ts'

const noteId = { note_id: required(integer({ about: 'ID of the note' })) }
const body = { body: required(string({ atMost: 1_000_000 })) }

export const listIssueNotes = list(ofIssue)
export const listMergeRequestNotes = list(ofMergeRequest)
export const getIssueNote = get(ofIssue)
export const getMergeRequestNote = get(ofMergeRequest)
export const createIssueNote = create(ofIssue)
export const createMergeRequestNote = create(ofMergeRequest)
export const updateIssueNote = update(ofIssue)
export const updateMergeRequestNote = update(ofMergeRequest)
export const deleteIssueNote = remove(ofIssue)
export const deleteMergeRequestNote = remove(ofMergeRequest)

function list({ path, noun, hidden, auth, noteable, on }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/notes`,
      summary: `List the notes on ${noun}, system notes included`,
      auth,
      ...hidden,
      params: {
        ...noteable,
        order_by: withDefault(oneOf(['created_at', 'updated_at']), 'created_at'),
        sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
        activity_filter: withDefault(oneOf(['all_notes', 'only_comments', 'only_activity']), 'all_notes'),
      },
      answers: { many: noteEntity },
      beyond: true,
    },
    ({ params, view, ...found }) => listNotes(view.situation, on(found), params),
  )
}

function get({ path, noun, hidden, auth, noteable, on }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/notes/:note_id`,
      summary: `Get a note on ${noun}`,
      auth,
      ...hidden,
      params: { ...noteable, ...noteId },
      answers: { one: noteEntity },
      beyond: true,
    },
    ({ params, view, ...found }) => findNote(view.situation, on(found), params.note_id),
  )
}

function create({ path, noun, hidden, comment: needs, noteable, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/notes`,
      summary: `Create a note on ${noun}`,
      ...hidden,
      needs,
      params: {
        ...noteable,
        ...body,
        confidential: boolean({ about: 'Former name of `internal`' }),
        internal: boolean({ about: 'Visible only to members with at least the Reporter role' }),
        ...writtenAtParam,
        merge_request_diff_head_sha: string({
          about: 'Head of the source branch that the quick action `/merge` may merge',
        }),
      },
      rateLimit: {
        name: 'notes_create',
        user: 'notes_create_limit',
        except: 'notes_create_limit_allowlist_raw',
      },
      answers: { status: 201, ...noteOrCommands },
      refuses: [400],
      beyond: true,
    },
    function* ({ params, view, drawText, ...found }): Steps<Commented<Note> | CommandsOnly> {
      const { situation } = view
      const given = { drawText, head: params.merge_request_diff_head_sha ?? undefined }
      return yield* comment(situation, on(found), params.body, given, (body) =>
        createNote(situation, on(found), { ...params, body }, drawText),
      )
    },
  )
}

function update({ path, noun, hidden, noteable, on }: Place) {
  return operation(
    {
      method: 'PUT',
      path: `${path}/notes/:note_id`,
      summary: `Update a note on ${noun}`,
      ...hidden,
      params: { ...noteable, ...noteId, ...body },
      answers: { one: noteEntity },
      beyond: true,
    },
    ({ params, view, ...found }) => {
      const discussed = on(found)
      return updateNote(
        view.situation,
        discussed,
        findNote(view.situation, discussed, params.note_id),
        params.body,
      )
    },
  )
}

function remove({ path, noun, hidden, noteable, on }: Place) {
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/notes/:note_id`,
      summary: `Delete a note on ${noun}`,
      ...hidden,
      params: { ...noteable, ...noteId },
      answers: { status: 204 },
      beyond: true,
    },
    ({ world, params, view, unmodified, ...found }) => {
      const note = findNote(view.situation, on(found), params.note_id)
      refuseUneditableNote(view.situation, note)
      removeNote(world, unmodified(note))
    },
  )
}
