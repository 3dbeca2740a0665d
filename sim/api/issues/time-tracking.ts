import { timeStatsEntity } from '../../entities/time-tracking.ts'
import { estimateTime, resetTimeSpent, spendTime, workingTime } from '../../model/issues/time-tracking.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { invalid } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'

const duration = {
  duration: required(string({ about: 'Duration such as `1h 30m` or `3d`; a bare number means hours' })),
}
const spentTime = {
  duration: required(string({ about: 'Duration such as `1h 30m`; a negative one is subtracted' })),
}

export const getIssueTimeStats = stats(ofIssue)
export const getMergeRequestTimeStats = stats(ofMergeRequest)
export const setIssueTimeEstimate = estimate(ofIssue)
export const setMergeRequestTimeEstimate = estimate(ofMergeRequest)
export const resetIssueTimeEstimate = resetEstimate(ofIssue)
export const resetMergeRequestTimeEstimate = resetEstimate(ofMergeRequest)
export const addIssueSpentTime = spend(ofIssue)
export const addMergeRequestSpentTime = spend(ofMergeRequest)
export const resetIssueSpentTime = resetSpent(ofIssue)
export const resetMergeRequestSpentTime = resetSpent(ofMergeRequest)

function stats({ path, noun, hidden, auth, iid, on }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/time_stats`,
      summary: `Get the time tracking statistics of ${noun}`,
      auth,
      ...hidden,
      params: iid,
      answers: { one: timeStatsEntity },
      beyond: true,
    },
    (context) => on(context).row,
  )
}

function estimate({ path, noun, hidden, update: needs, iid, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/time_estimate`,
      summary: `Set the time estimate of ${noun}`,
      ...hidden,
      lookup: { first: true },
      needs,
      params: { ...iid, ...duration },
      answers: { status: 200, one: timeStatsEntity },
      beyond: true,
    },
    ({ world, params, now, ...found }) =>
      refuseInvalidRow(() => estimateTime(world, on(found), secondsOf(params.duration), now)).row,
  )
}

function resetEstimate({ path, noun, hidden, update: needs, iid, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/reset_time_estimate`,
      summary: `Reset the time estimate of ${noun}`,
      ...hidden,
      lookup: { first: true },
      needs,
      params: iid,
      answers: { status: 200, one: timeStatsEntity },
      beyond: true,
    },
    ({ world, now, ...found }) => estimateTime(world, on(found), 0, now).row,
  )
}

function spend({ path, noun, hidden, update: needs, iid, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/add_spent_time`,
      summary: `Add spent time to ${noun}`,
      ...hidden,
      lookup: { first: true },
      needs,
      params: { ...iid, ...spentTime },
      answers: { status: 201, one: timeStatsEntity },
      beyond: true,
    },
    ({ world, params, now, ...found }) =>
      refuseInvalidRow(() => spendTime(world, on(found), secondsOf(params.duration), now)).row,
  )
}

function resetSpent({ path, noun, hidden, update: needs, iid, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/reset_spent_time`,
      summary: `Reset the spent time of ${noun}`,
      ...hidden,
      lookup: { first: true },
      needs,
      params: iid,
      answers: { status: 200, one: timeStatsEntity },
      beyond: true,
    },
    ({ world, now, ...found }) => resetTimeSpent(world, on(found), now).row,
  )
}

function secondsOf(text: string | null): number {
  const seconds = workingTime(text ?? '')
  if (seconds === undefined) throw invalid('duration is invalid')
  return seconds
}
