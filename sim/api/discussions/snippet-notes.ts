import { noteEntity } from '../../entities/note.ts'
import type { Note } from '../../model/discussions/note.ts'
import { addNote, changeNote, removeNote } from '../../model/discussions/notes.ts'
import type { User } from '../../model/users/user.ts'
import { seesNote } from '../../policy/notes.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { ofSnippet } from '../shared/discussion-places.ts'
import { noteList } from '../shared/note-list.ts'
import {
  findSnippetNote,
  refuseInvalidNote,
  refuseUneditableNote,
  writtenAt,
} from '../shared/notes-and-awards.ts'
import { discussionId } from '../shared/secrets.ts'
import { writtenAtParam } from '../shared/written-at.ts'

// Notes on project snippets.

const { path: SNIPPET, named, auth } = ofSnippet

const noteId = { note_id: required(integer({ about: 'ID of the note' })) }

const body = { body: required(string({ atMost: 1_000_000 })) }

const reading = { subject: 'project', sees: 'see_snippet', refuses: [404], beyond: true } as const

const writing = {
  subject: 'project',
  sees: 'see_snippet',
  needs: 'comment_snippet',
  refuses: [404],
  beyond: true,
} as const

export const listSnippetNotes = operation(
  {
    ...reading,
    method: 'GET',
    path: `${SNIPPET}/notes`,
    summary: 'List the notes on a project snippet',
    auth,
    params: {
      ...named,
      order_by: withDefault(oneOf(['created_at', 'updated_at']), 'created_at'),
      sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
    },
    answers: { many: noteEntity },
  },
  (context) => {
    const { params, world } = context
    const { kind, row } = ofSnippet.on(context)
    const sees = (note: Note) => seesNote(context.view.situation, note)
    return noteList({ world, kind, id: row.id, sees }, params)
  },
)

export const getSnippetNote = operation(
  {
    ...reading,
    method: 'GET',
    path: `${SNIPPET}/notes/:note_id`,
    summary: 'Get a note on a project snippet',
    auth,
    params: { ...named, ...noteId },
    answers: { one: noteEntity },
  },
  (context) => findSnippetNote(context.view.situation, ofSnippet.on(context), context.params.note_id),
)

export const createSnippetNote = operation(
  {
    ...writing,
    method: 'POST',
    path: `${SNIPPET}/notes`,
    summary: 'Create a note on a project snippet',
    params: { ...named, ...body, ...writtenAtParam },
    answers: { status: 201, one: noteEntity },
    refuses: [400, 404],
  },
  (context) => {
    const { world, caller, params, now, drawText } = context
    const on = ofSnippet.on(context)
    const note = {
      author: caller.user as User,
      body: params.body ?? '',
      internal: false,
      discussionId: discussionId(drawText),
      writtenAt: writtenAt(context.view.situation, on, params),
    }
    return refuseInvalidNote(() => addNote(world, on, note, now))
  },
)

export const updateSnippetNote = operation(
  {
    ...reading,
    method: 'PUT',
    path: `${SNIPPET}/notes/:note_id`,
    summary: 'Update a note on a project snippet',
    params: { ...named, ...noteId, ...body },
    answers: { one: noteEntity },
    refuses: [400, 403, 404],
  },
  (context) => {
    const { world, params, now, view } = context
    const on = ofSnippet.on(context)
    const note = findSnippetNote(view.situation, on, params.note_id)
    refuseUneditableNote(view.situation, note)
    return refuseInvalidNote(() => changeNote(world, on, note, params.body ?? '', now))
  },
)

export const deleteSnippetNote = operation(
  {
    ...reading,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${SNIPPET}/notes/:note_id`,
    summary: 'Delete a note on a project snippet',
    params: { ...named, ...noteId },
    answers: { status: 204 },
    refuses: [403, 404],
  },
  (context) => {
    const note = findSnippetNote(context.view.situation, ofSnippet.on(context), context.params.note_id)
    refuseUneditableNote(context.view.situation, note)
    removeNote(context.world, context.unmodified(note))
  },
)
