import { awardEntity } from '../../entities/award.ts'
import { noteEntity } from '../../entities/note.ts'
import type { Note } from '../../model/note.ts'
import {
  type Awarded,
  addNote,
  changeNote,
  type OfSnippet,
  removeNote,
  type Talked,
} from '../../model/notes.ts'
import type { User } from '../../model/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { seesNote } from '../../policy/notes.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { awardList, awardOn, react, refuseForeign, sayable, takeBack } from '../shared/discussed.ts'
import { ofSnippet } from '../shared/discussion-places.ts'
import { discussionId } from '../shared/secrets.ts'

// Comments on snippets of projects, one by one, and reactions to snippets and to comments on them.

const { path: SNIPPET, named, auth } = ofSnippet
const noteId = { note_id: required(integer({ about: 'Id of the note' })) }
const awardId = { award_id: required(integer({ about: 'Id of the reaction' })) }
const body = { body: required(string({ atMost: 1_000_000 })) }
const reading = { subject: 'project', needs: 'read_snippets', refuses: [404], beyond: true } as const
const writing = { subject: 'project', needs: 'comment_snippet', refuses: [404], beyond: true } as const

export const listSnippetNotes = operation(
  {
    ...reading,
    method: 'GET',
    path: `${SNIPPET}/notes`,
    summary: 'List the comments on a snippet of a project',
    auth,
    params: {
      ...named,
      order_by: withDefault(oneOf(['created_at', 'updated_at']), 'created_at'),
      sort: withDefault(oneOf(['asc', 'desc']), 'desc'),
    },
    answers: { many: noteEntity },
  },
  (found) => {
    const { params, world } = found
    const { kind, row } = ofSnippet.on(found)
    const turned = params.sort === 'asc' ? 1 : -1
    const at = (note: Note) => (params.order_by === 'updated_at' ? note.updatedAt : note.createdAt)
    const notes = world.notes.by('byNoteable', kind, row.id).list()
    const seen = notes.filter((note) => seesNote(found.view.situation, note))
    return listed(seen.sort((a, b) => turned * (at(a) - at(b) || a.id - b.id)))
  },
)

export const getSnippetNote = operation(
  {
    ...reading,
    method: 'GET',
    path: `${SNIPPET}/notes/:note_id`,
    summary: 'One comment on a snippet of a project',
    auth,
    params: { ...named, ...noteId },
    answers: { one: noteEntity },
  },
  (found) => noteOf(found.view.situation, ofSnippet.on(found), found.params.note_id),
)

export const createSnippetNote = operation(
  {
    ...writing,
    method: 'POST',
    path: `${SNIPPET}/notes`,
    summary: 'Comment on a snippet of a project',
    params: { ...named, ...body },
    answers: { status: 201, one: noteEntity },
    refuses: [400, 404],
  },
  (found) => {
    const { world, caller, params, now, drawText } = found
    const note = {
      author: caller.user as User,
      body: params.body ?? '',
      internal: false,
      discussionId: discussionId(drawText),
    }
    const on = ofSnippet.on(found)
    return sayable(() => addNote(world, on, note, now))
  },
)

export const updateSnippetNote = operation(
  {
    ...reading,
    method: 'PUT',
    path: `${SNIPPET}/notes/:note_id`,
    summary: 'Rewrite a comment on a snippet of a project',
    params: { ...named, ...noteId, ...body },
    answers: { one: noteEntity },
    refuses: [400, 403, 404],
  },
  (found) => {
    const { world, params, now, view } = found
    const on = ofSnippet.on(found)
    const note = noteOf(view.situation, on, params.note_id)
    refuseForeign(view.situation, note)
    return sayable(() => changeNote(world, on, note, params.body ?? '', now))
  },
)

export const deleteSnippetNote = operation(
  {
    ...reading,
    method: 'DELETE',
    path: `${SNIPPET}/notes/:note_id`,
    summary: 'Delete a comment on a snippet of a project',
    params: { ...named, ...noteId },
    answers: { status: 204 },
    refuses: [403, 404],
  },
  (found) => {
    const note = noteOf(found.view.situation, ofSnippet.on(found), found.params.note_id)
    refuseForeign(found.view.situation, note)
    removeNote(found.world, note)
  },
)

function noteOf(situation: Situation, { kind, row }: Talked, id: number | null): Note {
  const note = situation.world.notes.get(id ?? 0)
  if (note?.noteable !== kind || note.noteableId !== row.id || !seesNote(situation, note))
    throw recordNotFound()
  return note
}

/** What is reacted to: a snippet, or a comment on it. */
interface Shown {
  readonly path: string
  readonly noun: string
  readonly params: typeof named & { readonly note_id?: (typeof noteId)['note_id'] }
  readonly awarded: (
    found: Parameters<typeof ofSnippet.on>[0] & { readonly params: { readonly note_id?: number | null } },
  ) => Awarded
}
const itself: Shown = {
  path: SNIPPET,
  noun: 'a snippet of a project',
  params: named,
  awarded: (found) => ofSnippet.on(found) as OfSnippet,
}
const comments: Shown = {
  path: `${SNIPPET}/notes/:note_id`,
  noun: 'a comment on a snippet of a project',
  params: { ...named, ...noteId },
  awarded: (found) => {
    const on = ofSnippet.on(found)
    return {
      kind: 'Note',
      row: noteOf(found.view.situation, on, found.params.note_id ?? null),
      on: on as OfSnippet,
    }
  },
}

export const listSnippetAwards = list(itself)
export const listSnippetNoteAwards = list(comments)
export const getSnippetAward = get(itself)
export const getSnippetNoteAward = get(comments)
export const createSnippetAward = create(itself)
export const createSnippetNoteAward = create(comments)
export const deleteSnippetAward = remove(itself)
export const deleteSnippetNoteAward = remove(comments)

function list({ path, noun, params, awarded }: Shown) {
  return operation(
    {
      ...reading,
      method: 'GET',
      path: `${path}/award_emoji`,
      summary: `List the reactions to ${noun}`,
      auth,
      params,
      answers: { many: awardEntity },
    },
    (found) => awardList(found.world, awarded(found as never)),
  )
}

function get({ path, noun, params, awarded }: Shown) {
  return operation(
    {
      ...reading,
      method: 'GET',
      path: `${path}/award_emoji/:award_id`,
      summary: `One reaction to ${noun}`,
      auth,
      params: { ...params, ...awardId },
      answers: { one: awardEntity },
    },
    (found) => awardOn(found.world, awarded(found as never), found.params.award_id),
  )
}

function create({ path, noun, params, awarded }: Shown) {
  return operation(
    {
      ...writing,
      method: 'POST',
      path: `${path}/award_emoji`,
      summary: `React to ${noun} with an emoji`,
      params: { ...params, name: required(string({ about: 'Name of the emoji without colons' })) },
      answers: { status: 201, one: awardEntity },
    },
    (found) => react(found.view.situation, awarded(found as never), found.params.name),
  )
}

function remove({ path, noun, params, awarded }: Shown) {
  return operation(
    {
      ...reading,
      method: 'DELETE',
      path: `${path}/award_emoji/:award_id`,
      summary: `Take a reaction to ${noun} back`,
      params: { ...params, ...awardId },
      answers: { status: 204 },
      refuses: [401, 404],
    },
    (found) =>
      takeBack(found.view.situation, awardOn(found.world, awarded(found as never), found.params.award_id)),
  )
}
