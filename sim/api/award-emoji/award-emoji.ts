import { awardEntity } from '../../entities/award.ts'
import type { AwardTarget } from '../../model/discussions/notes.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'
import {
  AWARDS,
  awardedNote,
  createAward,
  deleteAward,
  findAward,
  listAwards,
  mayComment,
} from '../shared/notes-and-awards.ts'

const awardId = { award_id: required(integer({ about: 'ID of the emoji reaction' })) }
const noteId = { note_id: required(integer({ about: 'ID of the note' })) }

/** What has emoji reactions: an issue or a merge request, or a note on it. */
interface Awardable extends Place {
  readonly awarded: (
    situation: Situation,
    found: object,
    params: { readonly [name: string]: number | string | null },
  ) => AwardTarget
}

function subject(place: Place): Awardable {
  return { ...place, awarded: (_, found) => place.on(found) }
}

function noteOf(place: Place): Awardable {
  return {
    ...place,
    path: `${place.path}/notes/:note_id`,
    noun: `a note on ${place.noun}`,
    iid: { ...place.iid, ...noteId },
    awarded: (situation, found, params) => {
      const on = place.on(found)
      return { kind: 'Note', row: awardedNote(situation, on, Number(params.note_id)), on }
    },
  }
}

export const listIssueEmojiReactions = list(subject(ofIssue))
export const listMergeRequestEmojiReactions = list(subject(ofMergeRequest))
export const listIssueNoteEmojiReactions = list(noteOf(ofIssue))
export const listMergeRequestNoteEmojiReactions = list(noteOf(ofMergeRequest))
export const getIssueEmojiReaction = get(subject(ofIssue))
export const getMergeRequestEmojiReaction = get(subject(ofMergeRequest))
export const getIssueNoteEmojiReaction = get(noteOf(ofIssue))
export const getMergeRequestNoteEmojiReaction = get(noteOf(ofMergeRequest))
export const addIssueEmojiReaction = add(subject(ofIssue))
export const addMergeRequestEmojiReaction = add(subject(ofMergeRequest))
export const addIssueNoteEmojiReaction = add(noteOf(ofIssue))
export const addMergeRequestNoteEmojiReaction = add(noteOf(ofMergeRequest))
export const deleteIssueEmojiReaction = remove(subject(ofIssue))
export const deleteMergeRequestEmojiReaction = remove(subject(ofMergeRequest))
export const deleteIssueNoteEmojiReaction = remove(noteOf(ofIssue))
export const deleteMergeRequestNoteEmojiReaction = remove(noteOf(ofMergeRequest))

function list({ path, noun, hidden, auth, iid, awarded }: Awardable) {
  return operation(
    {
      method: 'GET',
      path: `${path}/award_emoji`,
      summary: `List the emoji reactions to ${noun}`,
      auth,
      ...hidden,
      lookup: { unread: { missing: AWARDS } },
      params: iid,
      answers: { many: awardEntity },
      beyond: true,
    },
    ({ world, params, view, ...found }) => listAwards(world, awarded(view.situation, found, params)),
  )
}

function get({ path, noun, hidden, auth, iid, awarded }: Awardable) {
  return operation(
    {
      method: 'GET',
      path: `${path}/award_emoji/:award_id`,
      summary: `Get an emoji reaction to ${noun}`,
      auth,
      ...hidden,
      lookup: { unread: { missing: AWARDS } },
      params: { ...iid, ...awardId },
      answers: { one: awardEntity },
      beyond: true,
    },
    ({ world, params, view, ...found }) =>
      findAward(world, awarded(view.situation, found, params), params.award_id),
  )
}

function add({ path, noun, hidden, comment, iid, on, awarded }: Awardable) {
  return operation(
    {
      method: 'POST',
      path: `${path}/award_emoji`,
      summary: `Add an emoji reaction to ${noun}`,
      auth: 'public',
      ...hidden,
      lookup: { unread: { missing: AWARDS } },
      params: { ...iid, name: required(string({ about: 'Name of the emoji, without colons' })) },
      answers: { status: 201, one: awardEntity },
      refuses: [404],
      beyond: true,
    },
    ({ params, view: { situation }, ...found }) => {
      const name = typeof params.name === 'string' ? params.name : null
      const target = awarded(situation, found, params)
      const { row } = on(found)
      if (!can(situation, comment, row as never) || !mayComment(situation, { row })) throw notFound(AWARDS)
      return createAward(situation, target, name)
    },
  )
}

function remove({ path, noun, hidden, iid, awarded }: Awardable) {
  return operation(
    {
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/award_emoji/:award_id`,
      summary: `Delete an emoji reaction to ${noun}`,
      auth: 'public',
      ...hidden,
      lookup: { unread: 'found' },
      params: { ...iid, ...awardId },
      answers: { status: 204 },
      refuses: [401],
      beyond: true,
    },
    ({ world, params, view, unmodified, ...found }) => {
      const award = findAward(world, awarded(view.situation, found, params), params.award_id)
      deleteAward(view.situation, unmodified(award))
    },
  )
}
