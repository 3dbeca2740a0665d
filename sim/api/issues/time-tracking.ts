import { timeStatsEntity } from '../../entities/time-tracking.ts'
import { estimateTime, forgetTime, spendTime, workingTime } from '../../model/issues/time-tracking.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { invalid } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'

const duration = { duration: required(string({ about: '`1h 30m`, `3d`; a bare number means hours' })) }

export const getIssueTime = stats(ofIssue)
export const getMergeRequestTime = stats(ofMergeRequest)
export const estimateIssue = estimate(ofIssue)
export const estimateMergeRequest = estimate(ofMergeRequest)
export const resetIssueEstimate = resetEstimate(ofIssue)
export const resetMergeRequestEstimate = resetEstimate(ofMergeRequest)
export const spendOnIssue = spend(ofIssue)
export const spendOnMergeRequest = spend(ofMergeRequest)
export const resetSpentOnIssue = resetSpent(ofIssue)
export const resetSpentOnMergeRequest = resetSpent(ofMergeRequest)

function stats({ path, noun, hidden, auth, iid, on }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/time_stats`,
      summary: `Estimate of ${noun}, and time spent on it`,
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
      summary: `Set the estimate of ${noun}`,
      ...hidden,
      needs,
      params: { ...iid, ...duration },
      answers: { status: 200, one: timeStatsEntity },
      beyond: true,
    },
    ({ world, params, now, ...found }) =>
      valid(() => estimateTime(world, on(found), secondsOf(params.duration), now)).row,
  )
}

function resetEstimate({ path, noun, hidden, update: needs, iid, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/reset_time_estimate`,
      summary: `Take the estimate of ${noun} away`,
      ...hidden,
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
      summary: `Add time spent on ${noun}; a negative one takes some away`,
      ...hidden,
      needs,
      params: { ...iid, ...duration },
      answers: { status: 201, one: timeStatsEntity },
      beyond: true,
    },
    ({ world, params, now, ...found }) =>
      valid(() => spendTime(world, on(found), secondsOf(params.duration), now)).row,
  )
}

function resetSpent({ path, noun, hidden, update: needs, iid, on }: Place) {
  return operation(
    {
      method: 'POST',
      path: `${path}/reset_spent_time`,
      summary: `Forget the time spent on ${noun}`,
      ...hidden,
      needs,
      params: iid,
      answers: { status: 200, one: timeStatsEntity },
      beyond: true,
    },
    ({ world, now, ...found }) => forgetTime(world, on(found), now).row,
  )
}

function secondsOf(text: string | null): number {
  const seconds = workingTime(text ?? '')
  if (seconds === undefined) throw invalid('duration is invalid')
  return seconds
}
