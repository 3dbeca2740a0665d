import { awardEntity } from '../../entities/award.ts'
import type { AwardTarget, SnippetTarget } from '../../model/discussions/notes.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, saidAs, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { ofSnippet, snippetOf } from '../shared/discussion-places.ts'
import {
  createAward,
  deleteAward,
  findAward,
  findSnippetNote,
  listAwards,
} from '../shared/notes-and-awards.ts'

// Emoji reactions to project snippets and to notes on them.

const { path: SNIPPET, auth } = ofSnippet

const named = saidAs('snippet_id', { noteable_id: required(integer({ about: 'ID of the snippet' })) })

const noteId = { note_id: required(integer({ about: 'ID of the note' })) }

const awardId = { award_id: required(integer({ about: 'ID of the emoji reaction' })) }

const reading = { subject: 'project', sees: 'see_snippet', refuses: [404], beyond: true } as const

const writing = {
  subject: 'project',
  sees: 'see_snippet',
  needs: 'comment_snippet',
  refuses: [404],
  beyond: true,
} as const

/** What has emoji reactions: a snippet, or a note on it. */
interface Awardable {
  readonly path: string
  readonly noun: string
  readonly params: typeof named & { readonly note_id?: (typeof noteId)['note_id'] }
  readonly awarded: (
    context: Parameters<typeof ofSnippet.on>[0] & { readonly params: { readonly note_id?: number | null } },
  ) => AwardTarget
}

const snippet: Awardable = {
  path: SNIPPET,
  noun: 'a project snippet',
  params: named,
  awarded: (context) => snippetNamed(context),
}

const note: Awardable = {
  path: `${SNIPPET}/notes/:note_id`,
  noun: 'a note on a project snippet',
  params: { ...named, ...noteId },
  awarded: (context) => {
    const on = snippetNamed(context)
    return {
      kind: 'Note',
      row: findSnippetNote(context.view.situation, on, context.params.note_id ?? null),
      on,
    }
  },
}

function snippetNamed(context: Parameters<typeof snippetOf>[0]): SnippetTarget {
  const target = snippetOf(context)
  if (target === undefined) throw recordNotFound()
  return target
}

export const listSnippetEmojiReactions = list(snippet)

export const listSnippetNoteEmojiReactions = list(note)

export const getSnippetEmojiReaction = get(snippet)

export const getSnippetNoteEmojiReaction = get(note)

export const addSnippetEmojiReaction = add(snippet)

export const addSnippetNoteEmojiReaction = add(note)

export const deleteSnippetEmojiReaction = remove(snippet)

export const deleteSnippetNoteEmojiReaction = remove(note)

function list({ path, noun, params, awarded }: Awardable) {
  return operation(
    {
      ...reading,
      method: 'GET',
      path: `${path}/award_emoji`,
      summary: `List the emoji reactions to ${noun}`,
      auth,
      params,
      answers: { many: awardEntity },
    },
    (context) => listAwards(context.world, awarded(context as never)),
  )
}

function get({ path, noun, params, awarded }: Awardable) {
  return operation(
    {
      ...reading,
      method: 'GET',
      path: `${path}/award_emoji/:award_id`,
      summary: `Get an emoji reaction to ${noun}`,
      auth,
      params: { ...params, ...awardId },
      answers: { one: awardEntity },
    },
    (context) => findAward(context.world, awarded(context as never), context.params.award_id),
  )
}

function add({ path, noun, params, awarded }: Awardable) {
  return operation(
    {
      ...writing,
      method: 'POST',
      path: `${path}/award_emoji`,
      summary: `Add an emoji reaction to ${noun}`,
      params: { ...params, name: required(string({ about: 'Name of the emoji, without colons' })) },
      answers: { status: 201, one: awardEntity },
    },
    (context) => createAward(context.view.situation, awarded(context as never), context.params.name),
  )
}

function remove({ path, noun, params, awarded }: Awardable) {
  return operation(
    {
      ...reading,
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/award_emoji/:award_id`,
      summary: `Delete an emoji reaction to ${noun}`,
      params: { ...params, ...awardId },
      answers: { status: 204 },
      refuses: [401, 404],
    },
    (context) =>
      deleteAward(
        context.view.situation,
        context.unmodified(findAward(context.world, awarded(context as never), context.params.award_id)),
      ),
  )
}
