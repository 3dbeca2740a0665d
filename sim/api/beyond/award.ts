import { awardEntity } from '../../entities/award.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { awardList, awardOn, react, takeBack } from './discussed.ts'
import { ofIssue, ofMergeRequest, type Place } from './discussed-places.ts'

const awardId = { award_id: required(integer({ about: 'Id of the reaction' })) }

export const listIssueAwards = list(ofIssue)
export const listMergeRequestAwards = list(ofMergeRequest)
export const getIssueAward = get(ofIssue)
export const getMergeRequestAward = get(ofMergeRequest)
export const createIssueAward = create(ofIssue)
export const createMergeRequestAward = create(ofMergeRequest)
export const deleteIssueAward = remove(ofIssue)
export const deleteMergeRequestAward = remove(ofMergeRequest)

function list({ path, noun, hidden, auth, iid, on }: Place) {
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
    ({ world, ...found }) => awardList(world, on(found)),
  )
}

function get({ path, noun, hidden, auth, iid, on }: Place) {
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
    ({ world, params, ...found }) => awardOn(world, on(found), params.award_id),
  )
}

function create({ path, noun, hidden, comment: needs, iid, on }: Place) {
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
    ({ params, view, ...found }) => react(view.situation, on(found), params.name),
  )
}

function remove({ path, noun, hidden, iid, on }: Place) {
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
      takeBack(view.situation, awardOn(world, on(found), params.award_id)),
  )
}
