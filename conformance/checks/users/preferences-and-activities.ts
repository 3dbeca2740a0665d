import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn } from '../../kit/expect.ts'

export const preferences = check({
  id: 'users/preferences',
  says: "An update of the caller's preferences sets those that are sent and keeps the others",
  source: 'users#preferences',
  level: 'should',
  covers: ['GET /user/preferences', 'PUT /user/preferences'],
  needs: { project: 'none', restores: true, writes: true },
  each: () => ['view_diffs_file_by_file', 'show_whitespace_in_diffs'],
  holds: async ({ call }, name: string) => {
    const before = await call('GET /user/preferences')
    answers(before, 200)
    const wish = { [name]: before.row()[name] !== true }
    answers(await call('PUT /user/preferences', wish), 200, { ...before.row(), ...wish })
    answers(await call('GET /user/preferences'), 200, { ...before.row(), ...wish })
  },
})

export const counts = check({
  id: 'users/counts',
  says: 'The counts of the caller include an issue that is assigned to the caller until the issue is closed',
  source: 'users#counts',
  level: 'should',
  covers: ['GET /user_counts'],
  holds: async (stage) => {
    const { call, project, user } = stage
    const count = async () => numberIn((await call('GET /user_counts')).row(), 'assigned_issues')
    const before = await count()
    const row = await issue(stage, { title: 'Given', assignee_ids: [user('owner').id] })
    equals('issues given to the caller', await count(), before + 1)
    const named = { id: project.id, issue_iid: numberIn(row, 'iid') }
    answers(await call('PUT /projects/:id/issues/:issue_iid', { ...named, state_event: 'close' }), 200)
    equals('issues given to the caller', await count(), before)
  },
})

export const activities = check({
  id: 'users/activities',
  says: 'The list of activities shows administrators the days on which users were last active, the earliest first, from a given day on',
  source: 'users#activities',
  level: 'should',
  covers: ['GET /user/activities'],
  holds: async (stage) => {
    const { call, user } = stage
    if (!stage.has('admin')) stage.skip('the target was given no admin credential')
    await issue(stage, { title: 'An activity' })
    const { username } = user('owner')
    const shown = await call('GET /user/activities', { per_page: 100 }, { as: 'admin' })
    const days = shown.rows().map((row) => String(row.last_activity_on))
    equals('the order of the days', days, [...days].sort(), shown)
    const own = shown.rows().find((row) => row.username === username)
    if (own === undefined) holds(shown.rows().length === 100, 'the owner is listed', shown.json, shown)
    answers(await call('GET /user/activities', { from: '2999-01-01' }, { as: 'admin' }), 200, [])
  },
})
