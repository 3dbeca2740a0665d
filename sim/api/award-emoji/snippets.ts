import { awardEntity } from '../../entities/award.ts'
import type { AwardTarget, SnippetTarget } from '../../model/discussions/notes.ts'
import { can } from '../../policy/abilities.ts'
import { seesSnippet } from '../../policy/snippets.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, saidAs, string } from '../../protocol/params.ts'
import { notFound, recordNotFound } from '../../protocol/refusal.ts'
import { ofSnippet, type snippetOf } from '../shared/discussion-places.ts'
import {
  AWARDS,
  awardedNote,
  createAward,
  deleteAward,
  findAward,
  listAwards,
} from '../shared/notes-and-awards.ts'

// Emoji reactions to project snippets and to notes on them.

const { path: SNIPPET, auth } = ofSnippet

const named = saidAs('snippet_id', { noteable_id: required(integer({ about: 'ID of the snippet' })) })

const noteId = { note_id: required(integer({ about: 'ID of the note' })) }

const awardId = { award_id: required(integer({ about: 'ID of the emoji reaction' })) }

const ofProject = { subject: 'project', auth, refuses: [404], beyond: true } as const

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
      row: awardedNote(context.view.situation, on, context.params.note_id ?? null),
      on,
    }
  },
}

function snippetNamed({ world, project, params, view }: Parameters<typeof snippetOf>[0]): SnippetTarget {
  const snippet = world.snippets.get(Number((params as { noteable_id?: number }).noteable_id))
  if (snippet?.projectId !== project.id) throw recordNotFound()
  if (!seesSnippet(view.situation, snippet)) throw notFound(AWARDS)
  return { kind: 'Snippet', row: { id: snippet.id, projectId: project.id } }
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
      ...ofProject,
      method: 'GET',
      path: `${path}/award_emoji`,
      summary: `List the emoji reactions to ${noun}`,
      params,
      answers: { many: awardEntity },
    },
    (context) => listAwards(context.world, awarded(context as never)),
  )
}

function get({ path, noun, params, awarded }: Awardable) {
  return operation(
    {
      ...ofProject,
      method: 'GET',
      path: `${path}/award_emoji/:award_id`,
      summary: `Get an emoji reaction to ${noun}`,
      params: { ...params, ...awardId },
      answers: { one: awardEntity },
    },
    (context) => findAward(context.world, awarded(context as never), context.params.award_id),
  )
}

function add({ path, noun, params, awarded }: Awardable) {
  return operation(
    {
      ...ofProject,
      method: 'POST',
      path: `${path}/award_emoji`,
      summary: `Add an emoji reaction to ${noun}`,
      params: { ...params, name: required(string({ about: 'Name of the emoji, without colons' })) },
      answers: { status: 201, one: awardEntity },
    },
    (context) => {
      const target = awarded(context as never)
      const { situation } = context.view
      if (!can(situation, 'comment_snippet', context.project)) throw notFound(AWARDS)
      return createAward(situation, target, context.params.name)
    },
  )
}

function remove({ path, noun, params, awarded }: Awardable) {
  return operation(
    {
      ...ofProject,
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
