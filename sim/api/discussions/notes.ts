import type { Entity } from '../../entities/entity.ts'
import { noteEntity } from '../../entities/note.ts'
import { noteCommandsEntity } from '../../entities/note-commands.ts'
import type { Note } from '../../model/discussions/note.ts'
import { type Issuable, removeNote } from '../../model/discussions/notes.ts'
import type { Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'
import {
  createNote,
  findNote,
  listNotes,
  refuseLockedDiscussion,
  refuseUneditableNote,
  updateNote,
} from '../shared/notes-and-awards.ts'
import { writtenAtParam } from '../shared/written-at.ts'
import { type CarriedOut, isCarriedOut, runQuickActions, splitCommands } from './quick-actions.ts'

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
      },
      rateLimit: {
        name: 'notes_create',
        user: 'notes_create_limit',
        except: 'notes_create_limit_allowlist_raw',
      },
      answers: {
        status: 201,
        one: noteEntity as Entity<Note | CarriedOut>,
        variants: [
          {
            entity: noteCommandsEntity as Entity<Note | CarriedOut>,
            when: { row: isCarriedOut },
            status: 202,
          },
        ],
      },
      refuses: [422],
      beyond: true,
    },
    ({ params, view, drawText, ...found }): Note | CarriedOut => {
      const { situation } = view
      const { text, commands } = splitCommands(params.body ?? '')
      if (commands.length === 0) return createNote(situation, on(found), params, drawText)
      refuseLockedDiscussion(situation, on(found))
      const note =
        text === '' ? undefined : createNote(situation, on(found), { ...params, body: text }, drawText)
      const done = runQuickActions(situation, current(situation, on(found)), commands, drawText)
      if (note === undefined && !done.applied) throw message(422, done.summary.join(' '))
      return note ?? done
    },
  )
}

/** The issue or merge request as it stands after the comment was added. */
function current({ world }: Situation, on: Issuable): Issuable {
  return on.kind === 'Issue'
    ? { kind: 'Issue', row: world.issues.require(on.row.id) }
    : { kind: 'MergeRequest', row: world.mergeRequests.require(on.row.id) }
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
