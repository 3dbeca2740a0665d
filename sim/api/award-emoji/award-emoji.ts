import { awardEntity } from '../../entities/award.ts'
import type { Awarded } from '../../model/discussions/notes.ts'
import type { Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'
import { createAward, deleteAward, findAward, findNote, listAwards } from '../shared/notes-and-awards.ts'

const awardId = { award_id: required(integer({ about: 'Id of the reaction' })) }
const noteId = { note_id: required(integer({ about: 'Id of the comment' })) }

/** Where reactions stand: on what is discussed, or on a comment on it. */
interface Shown extends Place {
  readonly awarded: (
    situation: Situation,
    found: object,
    params: { readonly [name: string]: number | string | null },
  ) => Awarded
}

function itself(place: Place): Shown {
  return { ...place, awarded: (_, found) => place.on(found) }
}

function comments(place: Place): Shown {
  return {
    ...place,
    path: `${place.path}/notes/:note_id`,
    noun: `a comment on ${place.noun}`,
    iid: { ...place.iid, ...noteId },
    awarded: (situation, found, params) => {
      const on = place.on(found)
      return { kind: 'Note', row: findNote(situation, on, Number(params.note_id)), on }
    },
  }
}

export const listIssueAwards = list(itself(ofIssue))
export const listMergeRequestAwards = list(itself(ofMergeRequest))
export const listIssueNoteAwards = list(comments(ofIssue))
export const listMergeRequestNoteAwards = list(comments(ofMergeRequest))
export const getIssueAward = get(itself(ofIssue))
export const getMergeRequestAward = get(itself(ofMergeRequest))
export const getIssueNoteAward = get(comments(ofIssue))
export const getMergeRequestNoteAward = get(comments(ofMergeRequest))
export const createIssueAward = create(itself(ofIssue))
export const createMergeRequestAward = create(itself(ofMergeRequest))
export const createIssueNoteAward = create(comments(ofIssue))
export const createMergeRequestNoteAward = create(comments(ofMergeRequest))
export const deleteIssueAward = remove(itself(ofIssue))
export const deleteMergeRequestAward = remove(itself(ofMergeRequest))
export const deleteIssueNoteAward = remove(comments(ofIssue))
export const deleteMergeRequestNoteAward = remove(comments(ofMergeRequest))

function list({ path, noun, hidden, auth, iid, awarded }: Shown) {
  return operation(
    {
      method: 'GET',
      path: `${path}/award_emoji`,
      summary: `List the reactions to ${noun}`,
      auth,
      ...hidden,
      params: iid,
      answers: { many: awardEntity },
      beyond: true,
    },
    ({ world, params, view, ...found }) => listAwards(world, awarded(view.situation, found, params)),
  )
}

function get({ path, noun, hidden, auth, iid, awarded }: Shown) {
  return operation(
    {
      method: 'GET',
      path: `${path}/award_emoji/:award_id`,
      summary: `One reaction to ${noun}`,
      auth,
      ...hidden,
      params: { ...iid, ...awardId },
      answers: { one: awardEntity },
      beyond: true,
    },
    ({ world, params, view, ...found }) =>
      findAward(world, awarded(view.situation, found, params), params.award_id),
  )
}

function create({ path, noun, hidden, comment: needs, iid, awarded }: Shown) {
  return operation(
    {
      method: 'POST',
      path: `${path}/award_emoji`,
      summary: `React to ${noun} with an emoji`,
      ...hidden,
      needs,
      params: { ...iid, name: required(string({ about: 'Name of the emoji without colons' })) },
      answers: { status: 201, one: awardEntity },
      beyond: true,
    },
    ({ params, view, ...found }) => {
      const name = typeof params.name === 'string' ? params.name : null
      return createAward(view.situation, awarded(view.situation, found, params), name)
    },
  )
}

function remove({ path, noun, hidden, iid, awarded }: Shown) {
  return operation(
    {
      method: 'DELETE',
      path: `${path}/award_emoji/:award_id`,
      summary: `Take a reaction to ${noun} back`,
      ...hidden,
      params: { ...iid, ...awardId },
      answers: { status: 204 },
      refuses: [401],
      beyond: true,
    },
    ({ world, params, view, ...found }) =>
      deleteAward(view.situation, findAward(world, awarded(view.situation, found, params), params.award_id)),
  )
}
