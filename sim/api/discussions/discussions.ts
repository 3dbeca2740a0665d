import { discussionEntity } from '../../entities/discussion.ts'
import { noteEntity } from '../../entities/note.ts'
import { type Issuable, removeNote } from '../../model/discussions/notes.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, exclusive, integer, required, string } from '../../protocol/params.ts'
import { badRequest, invalid } from '../../protocol/refusal.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'
import { position, positionFrom } from '../shared/note-position.ts'
import { findNote, refuseUneditableNote, updateNote } from '../shared/notes-and-awards.ts'
import { commentInThread } from '../shared/quick-actions/comment.ts'
import { openThread, reply, resolve, threadList, threadOn } from '../shared/threads.ts'
import { writtenAtParam } from '../shared/written-at.ts'

const discussion = { discussion_id: required(string({ about: 'ID of the discussion' })) }
const noteId = { note_id: required(integer({ about: 'ID of the note' })) }
const comment = {
  body: required(string({ atMost: 1_000_000 })),
  ...writtenAtParam,
}

export const listIssueDiscussions = list(ofIssue)
export const listMergeRequestDiscussions = list(ofMergeRequest)
export const getIssueDiscussion = get(ofIssue)
export const getMergeRequestDiscussion = get(ofMergeRequest)
export const createIssueDiscussion = create(ofIssue)
export const addIssueDiscussionNote = addNoteTo(ofIssue)
export const addMergeRequestDiscussionNote = addNoteTo(ofMergeRequest)
export const updateIssueDiscussionNote = update(ofIssue)

function list({ path, noun, hidden, auth, noteable, on }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/discussions`,
      summary: `List the discussions on ${noun}`,
      auth,
      ...hidden,
      params: noteable,
      answers: { many: discussionEntity },
      beyond: true,
    },
    ({ view, ...found }) => threadList(view.situation, on(found)),
  )
}

function get({ path, noun, hidden, auth, noteable, on }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/discussions/:discussion_id`,
      summary: `Get a discussion on ${noun}`,
      auth,
      ...hidden,
      params: { ...noteable, ...discussion },
      answers: { one: discussionEntity },
      beyond: true,
    },
    ({ params, view, ...found }) => threadOn(view.situation, on(found), params.discussion_id),
  )
}

function create({ path, noun, hidden, comment: needs, noteable, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/discussions`,
      summary: `Create a discussion on ${noun}`,
      ...hidden,
      needs,
      params: { ...noteable, ...comment },
      answers: { status: 201, one: discussionEntity },
      beyond: true,
    },
    function* ({ params, view, drawText, ...found }) {
      return yield* commentInThread(view.situation, on(found), params.body, { drawText }, (body) =>
        openThread(view.situation, on(found), { ...params, body }, undefined, drawText),
      )
    },
  )
}

export const createMergeRequestDiscussion = operation(
  {
    method: 'POST',
    path: `${ofMergeRequest.path}/discussions`,
    summary: 'Create a discussion on a merge request, or on a line of its diff',
    ...ofMergeRequest.hidden,
    subject: 'merge_request',
    needs: ofMergeRequest.comment,
    params: {
      ...ofMergeRequest.noteable,
      ...comment,
      commit_id: string({ about: 'For a discussion on a line: SHA of the commit' }),
      position,
    },
    answers: { status: 201, one: discussionEntity },
    beyond: true,
  },
  function* ({ params, mergeRequest, view, drawText }) {
    const place = params.position && {
      position: positionFrom(params.position),
      commitId: params.commit_id ?? undefined,
    }
    const discussed = asDiscussed(mergeRequest)
    return yield* commentInThread(view.situation, discussed, params.body, { drawText }, (body) =>
      openThread(view.situation, discussed, { ...params, body }, place ?? undefined, drawText),
    )
  },
)

function addNoteTo({ path, noun, hidden, comment: needs, noteable, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/discussions/:discussion_id/notes`,
      summary: `Add a note to a discussion on ${noun}`,
      ...hidden,
      needs,
      params: { ...noteable, ...discussion, ...comment },
      answers: { status: 201, one: noteEntity },
      beyond: true,
    },
    function* ({ params, view, drawText, ...found }) {
      const discussed = on(found)
      const thread = threadOn(view.situation, discussed, params.discussion_id)
      return yield* commentInThread(view.situation, discussed, params.body, { drawText }, (body) =>
        reply(view.situation, discussed, thread, { ...params, body }),
      )
    },
  )
}

export const resolveMergeRequestDiscussion = operation(
  {
    method: 'PUT',
    path: `${ofMergeRequest.path}/discussions/:discussion_id`,
    summary: 'Resolve or unresolve a discussion on a merge request',
    ...ofMergeRequest.hidden,
    subject: 'merge_request',
    params: { ...ofMergeRequest.noteable, ...discussion, resolved: required(boolean()) },
    answers: { one: discussionEntity },
    beyond: true,
  },
  ({ params, mergeRequest, view }) => {
    const on = asDiscussed(mergeRequest)
    const thread = threadOn(view.situation, on, params.discussion_id)
    resolve(view.situation, on, thread.notes, params.resolved === true)
    return threadOn(view.situation, on, params.discussion_id)
  },
)

function update({ path, noun, hidden, noteable, on }: Place) {
  return operation(
    {
      method: 'PUT',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Update a note in a discussion on ${noun}`,
      ...hidden,
      params: { ...noteable, ...discussion, ...noteId, body: comment.body },
      answers: { one: noteEntity },
      beyond: true,
    },
    ({ params, view, ...found }) => {
      const discussed = on(found)
      const note = findNote(view.situation, discussed, params.note_id)
      return updateNote(view.situation, discussed, note, params.body)
    },
  )
}

export const updateMergeRequestDiscussionNote = operation(
  {
    method: 'PUT',
    path: `${ofMergeRequest.path}/discussions/:discussion_id/notes/:note_id`,
    summary: 'Update or resolve a note in a discussion on a merge request',
    ...ofMergeRequest.hidden,
    subject: 'merge_request',
    params: {
      ...ofMergeRequest.noteable,
      ...discussion,
      ...noteId,
      body: string({ atMost: 1_000_000 }),
      resolved: boolean(),
    },
    rules: [exclusive('body', 'resolved')],
    answers: { one: noteEntity },
    beyond: true,
  },
  ({ world, params, mergeRequest, view, given }) => {
    const on = asDiscussed(mergeRequest)
    if (!given('body') && !given('resolved'))
      throw invalid('body, resolved are missing, exactly one parameter must be provided')
    const note = findNote(view.situation, on, params.note_id)
    if (given('body')) return updateNote(view.situation, on, note, params.body ?? null)
    if (!note.resolvable) throw badRequest('Note is not resolvable')
    resolve(view.situation, on, [note], params.resolved === true)
    return world.notes.require(note.id)
  },
)

export const deleteIssueDiscussionNote = remove(ofIssue)
export const deleteMergeRequestDiscussionNote = remove(ofMergeRequest)

function remove({ path, noun, hidden, noteable, on }: Place) {
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Delete a note in a discussion on ${noun}`,
      ...hidden,
      params: { ...noteable, ...discussion, ...noteId },
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

function asDiscussed(row: MergeRequest): Issuable {
  return { kind: 'MergeRequest', row }
}
