import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, holds, numberIn } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'

const source = 'dossier 2, section 13; documentation of the service, Users API and Projects API'

function holdsId(reply: Reply, id: Json): boolean {
  return reply.rows().some((row) => row.id === id)
}

export const starred = check({
  id: 'joining/starred',
  says: 'Whoever stars a project is among those who did, and the project among what they starred',
  source,
  level: 'should',
  covers: ['GET /users/:user_id/starred_projects', 'GET /projects/:id/starrers'],
  needs: { project: 'public' },
  holds: async ({ call, project, user }) => {
    const { id: user_id } = user('owner')
    const starrers = await call('GET /projects/:id/starrers', { id: project.id })
    answers(starrers, 200, [])
    answers(await call('POST /projects/:id/star', { id: project.id }), 201)
    const then = await call('GET /projects/:id/starrers', { id: project.id })
    equals(
      'who has starred it',
      then.rows().map(({ user }) => (user as { id: number }).id),
      [user_id],
      then,
    )
    const projects = await call('GET /users/:user_id/starred_projects', { user_id, per_page: 100 })
    holds(holdsId(projects, project.id), 'the project is among them', projects.json, projects)
    answers(await call('POST /projects/:id/unstar', { id: project.id }), 201)
    answers(await call('GET /projects/:id/starrers', { id: project.id }), 200, [])
  },
})

export const contributed = check({
  id: 'joining/contributed',
  says: 'Whoever did something in a project has contributed to it, as far as the caller sees it',
  source,
  level: 'should',
  covers: ['GET /users/:user_id/contributed_projects'],
  holds: async (stage) => {
    const { call, project, user } = stage
    await issue(stage, { title: 'A contribution' })
    const { id: user_id } = user('owner')
    const list = 'GET /users/:user_id/contributed_projects'
    const own = await call(list, { user_id, per_page: 100 })
    holds(holdsId(own, project.id), 'the project is among them', own.json, own)
    if (!stage.has('stranger')) return
    const others = await call(list, { user_id, per_page: 100 }, { as: 'stranger' })
    holds(!holdsId(others, project.id), 'a private one is not told to strangers', others.json, others)
  },
})

export const preferences = check({
  id: 'joining/preferences',
  says: 'What the caller prefers is told from then on, and what was not said stays as it was',
  source,
  level: 'should',
  covers: ['GET /user/preferences', 'PUT /user/preferences'],
  needs: { project: 'none', rewinds: true, writes: true },
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
  id: 'joining/counts',
  says: 'An issue that is given to somebody is counted among what waits for them, until it is closed',
  source,
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
  id: 'joining/activities',
  says: 'Administrators see when users last did something, and nobody from days to come',
  source,
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
