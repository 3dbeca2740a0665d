import { type Discussion, discussionEntity, discussionOf } from '../../entities/discussion.ts'
import { noteEntity } from '../../entities/note.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Note } from '../../model/discussions/note.ts'
import { removeNote } from '../../model/discussions/notes.ts'
import { threadOf as notesOfThread } from '../../model/discussions/threads.ts'
import { commentOnEpic, NO_PROJECT } from '../../model/epics/epics.ts'
import type { Group } from '../../model/groups/group.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, saidAs, string } from '../../protocol/params.ts'
import { badRequest, forbidden, notFound, recordNotFound } from '../../protocol/refusal.ts'
import { EPICS, epicById, epicId as epicIds, ofEpics, seesEpicNote } from '../shared/epic-places.ts'
import { discussionList } from '../shared/note-list.ts'
import { refuseInvalidNote } from '../shared/notes-and-awards.ts'
import { commentEpic, withWords } from '../shared/quick-actions/comment.ts'
import { discussionId } from '../shared/secrets.ts'
import { writtenAtParam, writtenInGroup } from '../shared/written-at.ts'

// Unlike the other operations on epics, these take the global ID of the epic, not its `iid`.
const DISCUSSIONS = `${EPICS}/:epic_id/discussions`
const DISCUSSION = `${DISCUSSIONS}/:discussion_id`
const epicId = saidAs('noteable_id', epicIds)
const discussion = { discussion_id: required(string({ about: 'ID of the discussion' })) }
const noteId = { note_id: required(integer({ about: 'ID of the note' })) }
const body = { body: required(string({ atMost: 1_000_000 })) }

interface Named {
  readonly epic_id: number | null
  readonly discussion_id: string | null
}

export const listEpicDiscussions = operation(
  {
    ...ofEpics,
    method: 'GET',
    path: DISCUSSIONS,
    summary: 'List the discussions on an epic',
    auth: 'public',
    params: epicId,
    answers: { many: discussionEntity },
  },
  ({ world, group, params, view }) => {
    const { situation } = view
    const { id } = epicById(situation, group, params.epic_id)
    const sees = (note: Note) => seesEpicNote(situation, group, note)
    return discussionList({ world, kind: 'Epic', id, sees }, NO_PROJECT)
  },
)

export const getEpicDiscussion = operation(
  {
    ...ofEpics,
    method: 'GET',
    path: DISCUSSION,
    summary: 'Get a discussion on an epic',
    auth: 'public',
    params: { ...epicId, ...discussion },
    answers: { one: discussionEntity },
  },
  ({ group, params, view }) => threadOf(view.situation, group, params),
)

export const createEpicDiscussion = operation(
  {
    ...ofEpics,
    method: 'POST',
    path: DISCUSSIONS,
    summary: 'Create a discussion on an epic',
    params: { ...epicId, ...body, ...writtenAtParam },
    answers: { status: 201, one: discussionEntity },
    refuses: [400],
  },
  function* ({ world, caller, group, params, view, now, drawText }): Steps<Discussion> {
    const epic = epicById(view.situation, group, params.epic_id)
    const id = discussionId(drawText)
    const note = {
      author: caller.user as User,
      internal: false,
      discussionId: id,
      type: 'DiscussionNote' as const,
      writtenAt: writtenInGroup(view.situation, group, params),
    }
    const done = yield* commentEpic(view.situation, epic, params.body, (body) =>
      refuseInvalidNote(() => commentOnEpic(world, epic, { ...note, body }, now)),
    )
    return { id, notes: [withWords(done)] }
  },
)

export const addEpicDiscussionNote = operation(
  {
    ...ofEpics,
    method: 'POST',
    path: `${DISCUSSION}/notes`,
    summary: 'Add a note to a discussion on an epic',
    params: { ...epicId, ...discussion, ...body, ...writtenAtParam },
    answers: { status: 201, one: noteEntity },
    refuses: [400],
  },
  function* ({ world, caller, group, params, view, now }): Steps<Note> {
    const epic = epicById(view.situation, group, params.epic_id)
    const { id, notes } = threadOf(view.situation, group, params)
    const note = {
      author: caller.user as User,
      internal: notes[0].internal,
      discussionId: id,
      type: 'DiscussionNote' as const,
      writtenAt: writtenInGroup(view.situation, group, params),
    }
    const done = yield* commentEpic(view.situation, epic, params.body, (body) =>
      refuseInvalidNote(() => commentOnEpic(world, epic, { ...note, body }, now)),
    )
    const reply = withWords(done)
    // A comment becomes a thread when it is replied to.
    world.notes.put({ ...notes[0], type: 'DiscussionNote' })
    return reply
  },
)

export const getEpicDiscussionNote = operation(
  {
    ...ofEpics,
    method: 'GET',
    path: `${DISCUSSION}/notes/:note_id`,
    summary: 'Get a note in a discussion on an epic',
    auth: 'public',
    params: { ...epicId, ...discussion, ...noteId },
    answers: { one: noteEntity },
  },
  ({ group, params, view }) => noteOf(view.situation, group, params),
)

export const updateEpicDiscussionNote = operation(
  {
    ...ofEpics,
    method: 'PUT',
    path: `${DISCUSSION}/notes/:note_id`,
    summary: 'Update a note in a discussion on an epic',
    params: { ...epicId, ...discussion, ...noteId, ...body },
    answers: { one: noteEntity },
    refuses: [400, 403],
  },
  ({ world, caller, group, params, view, now }) => {
    const note = noteOf(view.situation, group, params)
    if (note.authorId !== caller.user?.id && !caller.admin) throw forbidden()
    if ((params.body ?? '').trim() === '') throw badRequest("Note can't be blank")
    return world.notes.put({ ...note, body: params.body ?? '', updatedAt: now })
  },
)

export const deleteEpicDiscussionNote = operation(
  {
    ...ofEpics,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${DISCUSSION}/notes/:note_id`,
    summary: 'Delete a note in a discussion on an epic',
    params: { ...epicId, ...discussion, ...noteId },
    answers: { status: 204 },
    refuses: [403],
  },
  ({ world, caller, group, params, view, unmodified }) => {
    const note = noteOf(view.situation, group, params)
    if (note.authorId !== caller.user?.id && !can(view.situation, 'destroy_epic', group)) throw forbidden()
    removeNote(world, unmodified(note))
  },
)

function threadOf(situation: Situation, group: Group, params: Named): Discussion {
  const { id: noteableId } = epicById(situation, group, params.epic_id)
  const id = params.discussion_id ?? ''
  const place = { noteable: 'Epic', noteableId, discussionId: id, projectId: NO_PROJECT } as const
  const [first, ...rest] = notesOfThread(situation.world, place).filter((note) =>
    seesEpicNote(situation, group, note),
  )
  if (first === undefined) throw notFound('Discussion')
  return discussionOf(first, rest)
}

function noteOf(
  situation: Situation,
  group: Group,
  params: Named & { readonly note_id: number | null },
): Note {
  const note = threadOf(situation, group, params).notes.find(({ id }) => id === params.note_id)
  if (note === undefined) throw recordNotFound()
  return note
}
