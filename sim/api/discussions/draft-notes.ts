import { draftNoteEntity } from '../../entities/draft-note.ts'
import { isInDiff } from '../../model/discussions/diff-notes.ts'
import type { DraftNote } from '../../model/discussions/draft-note.ts'
import type { Issuable } from '../../model/discussions/notes.ts'
import { threadOn } from '../../model/discussions/threads.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { User } from '../../model/users/user.ts'
import { nextId } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, nonBlankString, required, string } from '../../protocol/params.ts'
import { badRequest, invalidModel, recordNotFound } from '../../protocol/refusal.ts'
import { publishDraft, publishDrafts } from '../shared/draft-notes.ts'
import { position, positionFrom } from '../shared/note-position.ts'

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'
const PATH = `${REQUEST}/draft_notes`
const iid = { merge_request_iid: required(integer({ about: 'IID of the merge request' })) }
const draftId = { ...iid, draft_note_id: required(integer({ about: 'ID of the draft note' })) }
const common = { subject: 'merge_request', sees: 'read_merge_request', beyond: true } as const
const single = { ...common, refuses: [404] } as const

export const listDraftNotes = operation(
  {
    ...common,
    method: 'GET',
    path: PATH,
    summary: "List the current user's draft notes on a merge request",
    params: iid,
    answers: { many: draftNoteEntity, unordered: true, paging: 'none' },
  },
  ({ world, caller, mergeRequest }) =>
    indexListing(world.draftNotes.by('byMergeRequest', mergeRequest.id, caller.user?.id ?? 0), 'ascending'),
)

export const getDraftNote = operation(
  {
    ...single,
    method: 'GET',
    path: `${PATH}/:draft_note_id`,
    summary: 'Get a draft note on a merge request',
    params: draftId,
    answers: { one: draftNoteEntity },
  },
  ({ mergeRequest, params, view }) => findDraft(view.situation, mergeRequest, params.draft_note_id),
)

export const createDraftNote = operation(
  {
    ...common,
    method: 'POST',
    path: PATH,
    summary: 'Create a draft note on a merge request',
    needs: 'comment_merge_request',
    params: {
      ...iid,
      note: required(string({ atMost: 1_000_000 })),
      in_reply_to_discussion_id: string({ about: 'ID of the discussion to reply to' }),
      commit_id: string({ about: 'SHA of the commit to comment on' }),
      resolve_discussion: boolean({ about: 'Resolves the discussion when the draft note is published' }),
      position,
    },
    answers: { status: 201, one: draftNoteEntity },
    refuses: [400],
  },
  ({ world, caller, project, mergeRequest, params, view, now }) => {
    const thread = params.in_reply_to_discussion_id || null
    const resolves = params.resolve_discussion ?? false
    if (thread !== null && threadOn(world, on(mergeRequest), thread).length === 0)
      throw invalidModel({ base: ['Thread to reply to cannot be found'] })
    if (resolves && !(thread !== null && can(view.situation, 'resolve_note', mergeRequest)))
      throw invalidModel({ base: ['User is not allowed to resolve thread'] })
    const place = placeFrom(view.situation, params.position)
    if ((params.note ?? '').trim() === '') throw invalidModel({ note: ["can't be blank"] })
    return world.draftNotes.insert({
      id: nextId(world, 'draftNotes'),
      projectId: project.id,
      mergeRequestId: mergeRequest.id,
      userId: (caller.user as User).id,
      body: params.note ?? '',
      discussionId: thread,
      resolves,
      commitId: params.commit_id && params.commit_id !== 'undefined' ? params.commit_id : null,
      position: place,
      createdAt: now,
    })
  },
)

type Given = Parameters<typeof positionFrom>[0] | null | undefined

function placeFrom({ world }: Situation, given: Given) {
  if (given == null) return null
  const place = positionFrom(given)
  if (!isInDiff(world, place))
    throw invalidModel({ line_code: ["can't be blank", 'must be a valid line code'] })
  return place
}

export const updateDraftNote = operation(
  {
    ...single,
    method: 'PUT',
    path: `${PATH}/:draft_note_id`,
    summary: 'Update a draft note on a merge request',
    params: { ...draftId, note: nonBlankString(), position },
    answers: { one: draftNoteEntity },
    refuses: [400, 404],
  },
  ({ world, mergeRequest, params, view }) => {
    if (params.note === undefined) throw badRequest('Missing params to modify')
    const draft = findDraft(view.situation, mergeRequest, params.draft_note_id)
    return world.draftNotes.put({
      ...draft,
      body: params.note,
      position: params.position === undefined ? draft.position : placeFrom(view.situation, params.position),
    })
  },
)

export const deleteDraftNote = operation(
  {
    ...single,
    method: 'DELETE',
    path: `${PATH}/:draft_note_id`,
    summary: 'Delete a draft note on a merge request',
    params: draftId,
    answers: { status: 204 },
  },
  ({ world, mergeRequest, params, view }) => {
    world.draftNotes.delete(findDraft(view.situation, mergeRequest, params.draft_note_id).id)
  },
)

export const publishDraftNote = operation(
  {
    ...single,
    method: 'PUT',
    path: `${PATH}/:draft_note_id/publish`,
    summary: 'Publish a draft note on a merge request',
    params: draftId,
    answers: { status: 204 },
  },
  ({ mergeRequest, params, view, drawText }) => {
    const draft = findDraft(view.situation, mergeRequest, params.draft_note_id)
    publishDraft(view.situation, mergeRequest, draft, drawText)
  },
)

export const publishAllDraftNotes = operation(
  {
    ...common,
    method: 'POST',
    path: `${PATH}/bulk_publish`,
    summary: "Publish the current user's draft notes on a merge request",
    params: iid,
    answers: { status: 204 },
  },
  ({ mergeRequest, view, drawText }) => {
    publishDrafts(view.situation, mergeRequest, drawText)
  },
)

function on(mergeRequest: MergeRequest): Issuable {
  return { kind: 'MergeRequest', row: mergeRequest }
}

/** A draft note of the caller; those of others are answered as missing. */
function findDraft({ world, caller }: Situation, mergeRequest: MergeRequest, id: number | null): DraftNote {
  const draft = world.draftNotes.get(id ?? 0)
  if (draft?.mergeRequestId !== mergeRequest.id || draft.userId !== caller.user?.id) throw recordNotFound()
  return draft
}
