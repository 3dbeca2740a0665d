import { awardEntity } from '../../entities/award.ts'
import type { AwardTarget, EpicTarget } from '../../model/discussions/notes.ts'
import type { Group } from '../../model/groups/group.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { notFound, recordNotFound } from '../../protocol/refusal.ts'
import { EPIC, epicIid, ofEpics, seesEpic } from '../shared/epic-places.ts'
import { AWARDS, createAward, deleteAward, findAward, listAwards } from '../shared/notes-and-awards.ts'

// Emoji reactions to epics and to notes on them.

const noteId = { note_id: required(integer({ about: 'ID of the note' })) }
const awardId = { award_id: required(integer({ about: 'ID of the emoji reaction' })) }

/** What has emoji reactions: an epic, or a note on it. */
interface Awardable {
  readonly path: string
  readonly noun: string
  readonly params: typeof epicIid & { readonly note_id?: (typeof noteId)['note_id'] }
}

const epic: Awardable = { path: EPIC, noun: 'an epic', params: epicIid }
const note: Awardable = {
  path: `${EPIC}/notes/:note_id`,
  noun: 'a note on an epic',
  params: { ...epicIid, ...noteId },
}

interface Named {
  readonly epic_iid: number | null
  readonly note_id?: number | null
}

function awarded(situation: Situation, group: Group, params: Named): AwardTarget {
  const row = situation.world.epics.find('byIid', group.id, params.epic_iid ?? 0)
  if (row === undefined) throw recordNotFound()
  if (!seesEpic(situation, group, row)) throw notFound(AWARDS)
  const on: EpicTarget = { kind: 'Epic', row }
  if (params.note_id === undefined) return on
  const note = situation.world.notes.get(params.note_id ?? 0)
  if (note?.noteable !== 'Epic' || note.noteableId !== row.id) throw recordNotFound()
  if (note.internal && !can(situation, 'admin_epic', group)) throw notFound(AWARDS)
  return { kind: 'Note', row: note, on }
}

export const listEpicEmojiReactions = list(epic)
export const listEpicNoteEmojiReactions = list(note)
export const getEpicEmojiReaction = get(epic)
export const getEpicNoteEmojiReaction = get(note)
export const addEpicEmojiReaction = add(epic)
export const addEpicNoteEmojiReaction = add(note)
export const deleteEpicEmojiReaction = remove(epic)
export const deleteEpicNoteEmojiReaction = remove(note)

function list({ path, noun, params }: Awardable) {
  return operation(
    {
      ...ofEpics,
      method: 'GET',
      path: `${path}/award_emoji`,
      summary: `List the emoji reactions to ${noun}`,
      auth: 'public',
      params,
      answers: { many: awardEntity },
      refuses: [404],
    },
    ({ world, group, params, view }) => listAwards(world, awarded(view.situation, group, params)),
  )
}

function get({ path, noun, params }: Awardable) {
  return operation(
    {
      ...ofEpics,
      method: 'GET',
      path: `${path}/award_emoji/:award_id`,
      summary: `Get an emoji reaction to ${noun}`,
      auth: 'public',
      params: { ...params, ...awardId },
      answers: { one: awardEntity },
      refuses: [404],
    },
    ({ world, group, params, view }) =>
      findAward(world, awarded(view.situation, group, params), params.award_id),
  )
}

function add({ path, noun, params }: Awardable) {
  return operation(
    {
      ...ofEpics,
      method: 'POST',
      path: `${path}/award_emoji`,
      summary: `Add an emoji reaction to ${noun}`,
      auth: 'public',
      params: { ...params, name: required(string({ about: 'Name of the emoji, without colons' })) },
      answers: { status: 201, one: awardEntity },
      refuses: [404],
    },
    ({ caller, group, params, view }) => {
      const target = awarded(view.situation, group, params)
      if (caller.user === undefined) throw notFound(AWARDS)
      return createAward(view.situation, target, params.name)
    },
  )
}

function remove({ path, noun, params }: Awardable) {
  return operation(
    {
      ...ofEpics,
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/award_emoji/:award_id`,
      summary: `Delete an emoji reaction to ${noun}`,
      auth: 'public',
      params: { ...params, ...awardId },
      answers: { status: 204 },
      refuses: [401, 404],
    },
    ({ world, group, params, view, unmodified }) => {
      const award = findAward(world, awarded(view.situation, group, params), params.award_id)
      deleteAward(view.situation, unmodified(award))
    },
  )
}
