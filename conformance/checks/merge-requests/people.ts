import { groupMilestone, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, rowIn } from '../../kit/expect.ts'
import { forbidden } from '../../oracle/texts.ts'
import { expectArranged } from '../../run/stage.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'
const list = 'GET /projects/:id/merge_requests'
const needs = { repository: true } as const

export const assigneeMayUpdate = check({
  id: 'merge-requests/assignee-updates',
  says: 'An assignee who may only read changes the merge request all the same; any other reporter does not',
  source: 'dossier 1, 9.6 and section 12',
  level: 'must',
  covers: [`PUT ${path}`],
  needs,
  holds: async (stage) => {
    const { call, user } = stage
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    const change = { ...place, title: 'Changed' }
    answers(await call(`PUT ${path}`, change, { as: 'reporter' }), forbidden.status, forbidden.body)
    answers(await call(`PUT ${path}`, { ...place, assignee_id: user('reporter').id }), 200)
    has((await call(`PUT ${path}`, change, { as: 'reporter' })).row(), { title: 'Changed' })
  },
})

export const userForm = check({
  id: 'merge-requests/user-form',
  says: 'A user is shown with six fields, of which the address leads to their page',
  source: 'specification 1, Shared shapes; dossier 1, section 7',
  level: 'must',
  covers: [`GET ${path}`],
  needs,
  holds: async (stage) => {
    const { id, username, name } = stage.user('developer')
    const row = await mergeRequest(stage, { branch: 'topic' })
    const author = rowIn(row, 'author')
    const { avatar_url: _picture, web_url, ...rest } = author
    equals('the author', rest, { id, username, name, state: 'active' })
    equals('the end of the address', String(web_url).split('/').at(-1), username)
    equals('the fields', Object.keys(author).sort(), [
      'avatar_url',
      'id',
      'name',
      'state',
      'username',
      'web_url',
    ])
  },
})

export const timeTracked = check({
  id: 'merge-requests/time-stats',
  says: 'Tracked times are shown in seconds and in words, with days of eight hours and weeks of five days',
  source: 'dossier 1, section 7',
  level: 'must',
  covers: [`GET ${path}`],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  each: () =>
    [
      ['3h30m', 12_600, '3h 30m'],
      ['8h', 28_800, '1d'],
      ['1mo', 576_000, '1mo'],
      ['1w 2d', 201_600, '1w 2d'],
      ['45s', 45, '45s'],
    ] as const,
  holds: async (stage, [duration, seconds, words], row) => {
    const { call } = stage
    const place = named(stage, row)
    expectArranged(await call(`POST ${path}/time_estimate`, { ...place, duration }))
    expectArranged(await call(`POST ${path}/add_spent_time`, { ...place, duration }))
    const stats = rowIn((await call(`GET ${path}`, place)).row(), 'time_stats')
    const expected = {
      time_estimate: seconds,
      total_time_spent: seconds,
      human_time_estimate: words,
      human_total_time_spent: words,
    }
    equals('time_stats', stats, expected)
  },
})

export const groupMilestones = check({
  id: 'merge-requests/group-milestone',
  says: 'Merge requests are found by the title of a milestone of the group as well',
  source: 'dossier 1, 9.1',
  level: 'must',
  covers: [list],
  needs: { repository: true, in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const milestone_id = numberIn(await groupMilestone(stage, { title: 'Of the group' }), 'id')
    await mergeRequest(stage, { branch: 'carried', milestone_id })
    await mergeRequest(stage, { branch: 'other' })
    const found = async (params: object) => {
      const reply = await call(list, { id: project.id, ...params })
      return reply.rows().map((row) => row.source_branch ?? null)
    }
    equals('by title', await found({ milestone: 'Of the group' }), ['carried'])
    equals('by having one', await found({ milestone: 'Any' }), ['carried'])
    equals('not by title', await found({ not: { milestone: 'Of the group' } }), ['other'])
  },
})
