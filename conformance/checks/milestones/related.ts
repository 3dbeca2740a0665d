import { issue, label, mergeRequest, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, names, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/milestones/:milestone_id'

const issues = `GET ${path}/issues`

const requests = `GET ${path}/merge_requests`

interface Held {
  readonly id: number
  readonly milestone_id: number
}

/** A milestone, and labels of which one is more urgent than the other. */
async function labelled(stage: Stage): Promise<Held> {
  await label(stage, 'urgent', { priority: 1 })
  await label(stage, 'soon', { priority: 2 })
  await label(stage, 'someday')
  return { id: stage.project.id, milestone_id: numberIn(await milestone(stage, { title: 'Now' }), 'id') }
}

function titles(reply: Reply): readonly string[] {
  return reply.rows().map((row) => String(row.title))
}

export const issueVotes = check({
  id: 'milestones/issue-votes',
  says: 'Issues of a milestone are shown with how many thumbs are up and down',
  source: 'milestones#issue-fields',
  level: 'must',
  covers: [issues],
  holds: async (stage) => {
    const held = await labelled(stage)
    const { milestone_id } = held
    const made = await issue(stage, { title: 'Voted on', milestone_id })
    const on = { id: held.id, issue_iid: numberIn(made, 'iid') }
    for (const [name, as] of [
      ['thumbsdown', 'owner'],
      ['thumbsdown', 'developer'],
      ['thumbsup', 'maintainer'],
      ['star', 'owner'],
    ] as const)
      expectArranged(
        await stage.call('POST /projects/:id/issues/:issue_iid/award_emoji', { ...on, name }, { as }),
      )
    const reply = await stage.call(issues, { ...held })
    const [row = {}] = reply.rows()
    has(row, { title: 'Voted on', upvotes: 1, downvotes: 2 }, reply)
  },
})

export const issuesCheck = check({
  id: 'milestones/issues',
  says: 'The issues of a milestone are those of the project that carry it, open and closed, sorted by label priority and then newest first',
  source: 'milestones#issues, milestones#label-priority',
  level: 'must',
  covers: [issues],
  arrange: labelled,
  holds: async (stage, _none, held) => {
    const { call } = stage
    const other = numberIn(await milestone(stage, { title: 'Later' }), 'id')
    const closed = await issue(stage, {
      title: 'urgent',
      milestone_id: held.milestone_id,
      labels: 'urgent,soon',
    })
    await issue(stage, { title: 'plain', milestone_id: held.milestone_id })
    await issue(stage, { title: 'soon', milestone_id: held.milestone_id, labels: 'soon,someday' })
    await issue(stage, { title: 'elsewhere', milestone_id: other, labels: 'urgent' })
    await issue(stage, { title: 'nowhere' })
    await issue(stage, { title: 'someday', milestone_id: held.milestone_id, labels: 'someday' })
    const params = { id: held.id, issue_iid: numberIn(closed, 'iid'), state_event: 'close' }
    expectArranged(await call('PUT /projects/:id/issues/:issue_iid', params))
    const reply = await call(issues, { ...held })
    answers(reply, 200)
    equals('the issues', titles(reply), ['urgent', 'soon', 'someday', 'plain'], reply)
    has(reply.rows()[0] ?? {}, { state: 'closed' }, reply)
  },
})

export const issueFields = check({
  id: 'milestones/issue-fields',
  says: 'An issue of a milestone has the same fields and values as in the list of the project',
  source: 'milestones#issue-fields, milestones#issues',
  level: 'must',
  covers: [issues],
  arrange: labelled,
  holds: async (stage, _none, held) => {
    const { call, project, user } = stage
    const given = {
      title: 'a',
      description: '- [x] done',
      due_date: '2030-01-01',
      assignee_ids: [user('developer').id],
    }
    const made = await issue(stage, { ...given, milestone_id: held.milestone_id, labels: 'soon' })
    const reply = await call(issues, { ...held })
    const row = reply.rows()[0] ?? {}
    const nothingYet = {
      closed_at: null,
      closed_by: null,
      user_notes_count: 0,
      merge_requests_count: 0,
      upvotes: 0,
      downvotes: 0,
    }
    const kind = {
      type: 'ISSUE',
      issue_type: 'issue',
      confidential: false,
      discussion_locked: null,
      state: 'opened',
    }
    const times = { created_at: made.created_at ?? null, updated_at: made.updated_at ?? null }
    const { assignee_ids: _ids, ...shown } = given
    const names = { id: made.id ?? null, iid: 1, project_id: held.id, labels: ['soon'] }
    has(row, { ...shown, ...nothingYet, ...kind, ...times, ...names }, reply)
    has(row, { task_completion_status: { count: 1, completed_count: 1 }, time_stats: noTime }, reply)
    has(rowIn(row, 'author'), { id: user('owner').id }, reply)
    has(rowIn(row, 'assignee'), { id: user('developer').id }, reply)
    equals('the assignees', row.assignees, [rowIn(row, 'assignee')], reply)
    has(rowIn(row, 'milestone'), { id: held.milestone_id, title: 'Now' }, reply)
    holds(
      textIn(row, 'web_url').endsWith(`/${project.path}/-/issues/1`),
      'web_url leads to the issue',
      row.web_url,
      reply,
    )
    await alike(row)
    const place = { id: held.id, issue_iid: 1 }
    const locked = { ...place, discussion_locked: true }
    expectArranged(await call('PUT /projects/:id/issues/:issue_iid', locked))
    for (const action of ['time_estimate', 'add_spent_time'])
      expectArranged(
        await call(`POST /projects/:id/issues/:issue_iid/${action}`, { ...place, duration: '2h' }),
      )
    const later = (await call(issues, { ...held })).rows()[0] ?? {}
    has(later, { discussion_locked: true })
    has(rowIn(later, 'time_stats'), { human_time_estimate: '2h', human_total_time_spent: '2h' })
    await alike(later)

    async function alike(shown: Row): Promise<void> {
      const listed = (await call('GET /projects/:id/issues', { id: held.id })).rows()[0] ?? {}
      for (const [name, value] of Object.entries(shown))
        equals(`field ${name} of the other list`, listed[name], value)
    }
  },
})

export const issueLicensedFields = check({
  id: 'milestones/issue-licensed-fields',
  says: 'An issue of a milestone has `weight` and `blocking_issues_count` with the premium plan',
  source: 'milestones#issue-fields',
  level: 'should',
  covers: [issues],
  arrange: labelled,
  needs: { tier: 'premium' },
  holds: async (stage, _none, held) => {
    await issue(stage, { title: 'a', milestone_id: held.milestone_id })
    const reply = await stage.call(issues, { ...held })
    has(reply.rows()[0] ?? {}, { weight: null, blocking_issues_count: 0 }, reply)
  },
})

const noTime = {
  time_estimate: 0,
  total_time_spent: 0,
  human_time_estimate: null,
  human_total_time_spent: null,
}

export const confidentialIssues = check({
  id: 'milestones/confidential-issues',
  says: 'The issues of a milestone include confidential ones for reporters and not for guests',
  source: 'milestones#confidential-issues',
  level: 'must',
  covers: [issues],
  arrange: labelled,
  holds: async (stage, _none, held) => {
    await issue(stage, { title: 'open', milestone_id: held.milestone_id })
    await issue(stage, { title: 'secret', milestone_id: held.milestone_id, confidential: true })
    const shown = async (as: 'guest' | 'reporter') => titles(await stage.call(issues, { ...held }, { as }))
    equals('the issues shown to a guest', await shown('guest'), ['open'])
    equals('the issues shown to a reporter', await shown('reporter'), ['secret', 'open'])
  },
})

export const mergeRequests = check({
  id: 'milestones/merge-requests',
  says: 'The merge requests of a milestone are those that carry it, sorted by label priority and then newest first',
  source: 'milestones#merge-requests, milestones#label-priority',
  level: 'must',
  covers: [requests],
  needs: { repository: true },
  arrange: labelled,
  holds: async (stage, _none, held) => {
    const { milestone_id } = held
    await mergeRequest(stage, { branch: 'plain', milestone_id })
    await mergeRequest(stage, { branch: 'soon', milestone_id, labels: 'soon' })
    await mergeRequest(stage, { branch: 'elsewhere' })
    await mergeRequest(stage, { branch: 'urgent', milestone_id, labels: 'urgent' })
    await mergeRequest(stage, { branch: 'newest', milestone_id })
    for (const title of ['plain', 'soon'] as const) await ended(stage, title)
    const reply = await stage.call(requests, { ...held })
    answers(reply, 200)
    equals('the merge requests', titles(reply), ['urgent', 'soon', 'newest', 'plain'], reply)
    const listed = await stage.call('GET /projects/:id/merge_requests', { id: held.id })
    for (const row of reply.rows())
      equals(
        'the merge request in the other list',
        listed.rows().find(({ id }) => id === row.id),
        row,
        reply,
      )
    names(
      reply.rows()[0] ?? {},
      ['detailed_merge_status', 'references', 'time_stats', 'draft', 'source_branch'],
      reply,
    )
  },
})

/** Closes `plain` and merges `soon`, so that lists have something to say of ends. */
async function ended(stage: Stage, title: 'plain' | 'soon'): Promise<void> {
  const { id } = stage.project
  const list = await stage.call('GET /projects/:id/merge_requests', { id, source_branch: title })
  const [row = {}] = list.rows()
  const place = { id, merge_request_iid: numberIn(row, 'iid') }
  const request = '/projects/:id/merge_requests/:merge_request_iid'
  if (title === 'plain')
    expectArranged(await stage.call(`PUT ${request}`, { ...place, state_event: 'close' }))
  else expectArranged(await stage.call(`PUT ${request}/merge`, { ...place, squash: true }))
}

export const mergeRequestsHidden = check({
  id: 'milestones/merge-requests-hidden',
  says: 'The merge requests of a milestone are an empty list for callers who may not read merge requests',
  source: 'milestones#merge-requests-hidden',
  level: 'must',
  covers: [requests],
  needs: { repository: true },
  arrange: labelled,
  holds: async (stage, _none, held) => {
    await mergeRequest(stage, { branch: 'hidden', milestone_id: held.milestone_id })
    answers(await stage.call(requests, { ...held }, { as: 'guest' }), 200, [])
  },
})

export const relatedForMembers = check({
  id: 'milestones/related-for-members',
  says: 'The issues and merge requests of a milestone are an empty list for callers to whom the project does not show them, and for everybody while they are switched off',
  source: 'milestones#issues, milestones#merge-requests-hidden, milestones#features-off',
  level: 'must',
  covers: [issues, requests],
  needs: { repository: true, project: 'public' },
  arrange: async (stage) => {
    const held = await labelled(stage)
    await issue(stage, { title: 'Shown', milestone_id: held.milestone_id })
    await mergeRequest(stage, { branch: 'shown', title: 'Shown', milestone_id: held.milestone_id })
    return held
  },
  each: () => ['issues', 'merge_requests'] as const,
  holds: async (stage, feature, held) => {
    const seen = async (as: 'owner' | 'stranger') =>
      titles(await stage.call(`GET ${path}/${feature}`, { ...held }, { as }))
    const allow = async (level: string) =>
      expectArranged(
        await stage.call('PUT /projects/:id', { id: held.id, [`${feature}_access_level`]: level }),
      )
    equals('what is shown to everybody', await seen('stranger'), ['Shown'])
    await allow('private')
    equals('what is shown to others', await seen('stranger'), [])
    equals('what is shown to members', await seen('owner'), ['Shown'])
    await allow('disabled')
    equals('what is shown while it is switched off', await seen('owner'), [])
  },
})
