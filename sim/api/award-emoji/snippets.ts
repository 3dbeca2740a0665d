import { awardEntity } from '../../entities/award.ts'
import type { Awarded, OfSnippet } from '../../model/discussions/notes.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { ofSnippet } from '../shared/discussion-places.ts'
import {
  createAward,
  deleteAward,
  findAward,
  findSnippetNote,
  listAwards,
} from '../shared/notes-and-awards.ts'

// Comments on snippets of projects, one by one, and reactions to snippets and to comments on them.

const { path: SNIPPET, named, auth } = ofSnippet

const noteId = { note_id: required(integer({ about: 'Id of the note' })) }

const awardId = { award_id: required(integer({ about: 'Id of the reaction' })) }

const reading = { subject: 'project', needs: 'read_snippets', refuses: [404], beyond: true } as const

const writing = { subject: 'project', needs: 'comment_snippet', refuses: [404], beyond: true } as const

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
      row: findSnippetNote(found.view.situation, on, found.params.note_id ?? null),
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
    (found) => listAwards(found.world, awarded(found as never)),
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
    (found) => findAward(found.world, awarded(found as never), found.params.award_id),
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
    (found) => createAward(found.view.situation, awarded(found as never), found.params.name),
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
      deleteAward(
        found.view.situation,
        findAward(found.world, awarded(found as never), found.params.award_id),
      ),
  )
}
