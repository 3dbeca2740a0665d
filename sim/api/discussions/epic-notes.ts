import { noteEntity } from '../../entities/note.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Note } from '../../model/discussions/note.ts'
import { removeNote } from '../../model/discussions/notes.ts'
import { commentOnEpic } from '../../model/epics/epics.ts'
import type { Group } from '../../model/groups/group.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, required, saidAs, string, withDefault } from '../../protocol/params.ts'
import { badRequest, forbidden, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { EPIC, epicIid, epicNamed, notesOf, ofEpics, seesEpicNote } from '../shared/epic-places.ts'
import { noteList } from '../shared/note-list.ts'
import { noteOrCommands } from '../shared/quick-actions/answers.ts'
import { type CommandsOnly, type Commented, commentEpic } from '../shared/quick-actions/comment.ts'
import { writtenAtParam, writtenInGroup } from '../shared/written-at.ts'

const NOTES = `${EPIC}/notes`
const noteable = saidAs('noteable_id', epicIid)
const noteId = { note_id: required(integer({ about: 'ID of the note' })) }
const body = { body: required(string({ atMost: 1_000_000 })) }

export const listEpicNotes = operation(
  {
    ...ofEpics,
    method: 'GET',
    path: NOTES,
    summary: 'List the notes on an epic',
    auth: 'public',
    params: {
      ...noteable,
      order_by: withDefault(oneOf(['created_at', 'updated_at']), 'created_at'),
      sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
    },
    answers: { many: noteEntity },
  },
  ({ group, params, view }) => {
    const epic = epicNamed(view.situation, group, params.epic_iid)
    const { situation } = view
    const sees = (note: Note) => seesEpicNote(situation, group, note)
    return noteList({ world: situation.world, kind: 'Epic', id: epic.id, sees }, params)
  },
)

export const getEpicNote = operation(
  {
    ...ofEpics,
    method: 'GET',
    path: `${NOTES}/:note_id`,
    summary: 'Get a note on an epic',
    auth: 'public',
    params: { ...noteable, ...noteId },
    answers: { one: noteEntity },
  },
  ({ group, params, view }) => findNote(view.situation, group, params),
)

export const createEpicNote = operation(
  {
    ...ofEpics,
    method: 'POST',
    path: NOTES,
    summary: 'Create a note on an epic',
    params: {
      ...noteable,
      ...body,
      confidential: boolean({ about: 'Former name of `internal`' }),
      internal: boolean({ about: 'Visible only to members with at least the Reporter role' }),
      ...writtenAtParam,
    },
    answers: { status: 201, ...noteOrCommands },
    refuses: [400],
  },
  function* ({ world, caller, group, params, view, now, drawText }): Steps<Commented<Note> | CommandsOnly> {
    const epic = epicNamed(view.situation, group, params.epic_iid)
    const internal = params.internal ?? params.confidential ?? false
    if (internal && !can(view.situation, 'admin_epic', group)) throw forbidden()
    const note = {
      author: caller.user as User,
      internal,
      discussionId: drawText('0123456789abcdef', 40),
      writtenAt: writtenInGroup(view.situation, group, params),
    }
    return yield* commentEpic(view.situation, epic, params.body, (body) =>
      refuseInvalidRow(() => commentOnEpic(world, epic, { ...note, body }, now)),
    )
  },
)

export const updateEpicNote = operation(
  {
    ...ofEpics,
    method: 'PUT',
    path: `${NOTES}/:note_id`,
    summary: 'Update a note on an epic',
    params: { ...noteable, ...noteId, ...body },
    answers: { one: noteEntity },
    refuses: [400, 403],
  },
  ({ world, caller, group, params, view, now }) => {
    const note = findNote(view.situation, group, params)
    if (note.authorId !== caller.user?.id && !caller.admin) throw forbidden()
    if ((params.body ?? '').trim() === '') throw badRequest("Note can't be blank")
    return world.notes.put({ ...note, body: params.body ?? '', updatedAt: now })
  },
)

export const deleteEpicNote = operation(
  {
    ...ofEpics,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${NOTES}/:note_id`,
    summary: 'Delete a note on an epic',
    params: { ...noteable, ...noteId },
    answers: { status: 204 },
    refuses: [403],
  },
  ({ world, caller, group, params, view, unmodified }) => {
    const note = findNote(view.situation, group, params)
    if (note.authorId !== caller.user?.id && !can(view.situation, 'destroy_epic', group)) throw forbidden()
    removeNote(world, unmodified(note))
  },
)

function findNote(
  situation: Situation,
  group: Group,
  params: { readonly epic_iid: number | null; readonly note_id: number | null },
): Note {
  const epic = epicNamed(situation, group, params.epic_iid)
  const note = notesOf(situation, group, epic).find(({ id }) => id === params.note_id)
  if (note === undefined) throw recordNotFound()
  return note
}
