import { projectTemplates } from '../../arrange/project-templates.ts'
import { project as anotherProject, issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { linkPath, parseLinks } from '../../oracle/paging.ts'
import { nounMissing } from '../../oracle/texts.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'
import { showsUsersToAll, tokenOf } from './sample-projects.ts'

const list = 'GET /users/:user_id/projects'

const needs = { in: 'group' } as const

export const starrers = check({
  id: 'projects/starrers',
  says: "A user who stars a project is listed among its starrers, and the project among the user's starred projects",
  source: 'projects#starred-by-user, projects#star',
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
  id: 'projects/contributed',
  says: 'The projects that a user contributed to include a project in which the user created an issue, for callers who may see the project',
  source: 'projects#contributed',
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

export const userProjectsAlike = check({
  id: 'projects/user-projects-alike',
  says: "A project has in its owner's list of projects what it has in the list of all projects",
  source: 'projects#user-projects, conventions#same-record',
  level: 'must',
  covers: [list, 'GET /projects'],
  needs,
  holds: async (stage) => {
    const { call } = stage
    const path = `${stage.prefix}-whole`
    const id = numberIn(
      await anotherProject(stage, path, { description: tokenOf(stage), topics: ['whole'] }),
      'id',
    )
    const words = { ...projectTemplates, ci_config_path: 'ci/pipeline.yml' }
    const switches = { allow_merge_on_skipped_pipeline: true, emails_disabled: true }
    expectArranged(await call('PUT /projects/:id', { id, ...words, ...switches }))
    const share = { id, group_id: stage.group.id, group_access: 30 }
    expectArranged(await call('POST /projects/:id/share', share))
    const search = tokenOf(stage)
    const all = await call('GET /projects', { search, owned: true })
    const own = await call(list, { user_id: stage.user('owner').id, search })
    const [row = {}] = own.rows()
    has(row, { id, ci_config_path: words.ci_config_path, ...switches }, own)
    equals('the number of groups that it is shared with', (row.shared_with_groups as Row[]).length, 1, own)
    equals('the project in the list of all', all.rows(), [row], own)
  },
})

export const userProjectsBlocked = check({
  id: 'projects/user-projects-blocked',
  says: 'The projects of a blocked user are listed for administrators only',
  source: 'projects#blocked-user',
  level: 'should',
  covers: ['GET /users/:user_id/projects'],
  needs: { project: 'none' },
  holds: async ({ call, skip, prefix }) => {
    const found = await call('GET /users', { username: 'frank' }, { as: 'admin' })
    const row = found.status === 200 ? found.rows()[0] : undefined
    if (row === undefined || row.state !== 'blocked') return skip('there is no blocked user')
    const user_id = numberIn(row, 'id')
    const made = { user_id, name: prefix, path: prefix, visibility: 'public' }
    expectArranged(await call('POST /projects/user/:user_id', made, { as: 'admin' }))
    const params = { user_id, search: prefix }
    answers(await call('GET /users/:user_id/projects', params, { as: 'stranger' }), 200, [])
    equals(
      'shown to an administrator',
      (await call('GET /users/:user_id/projects', params, { as: 'admin' })).rows().length,
      1,
    )
  },
})

export const userProjects = check({
  id: 'projects/user-projects',
  says: "The projects of a user are those in the user's personal namespace that the caller may see",
  source: 'projects#user-projects',
  level: 'must',
  covers: [list],
  needs,
  arrange: ownProjects,
  holds: async (stage, _none, all) => {
    equals('shown to the user', await shown(stage, {}), all)
    equals('shown to a stranger', await shown(stage, {}, 'stranger'), all.slice(1))
    equals('shown to an administrator', await shown(stage, {}, 'admin'), all)
    if (await showsUsersToAll(stage))
      equals('shown to nobody in particular', await shown(stage, {}, 'anonymous'), all.slice(2))
    equals('shown by visibility', await shown(stage, { visibility: 'internal' }), all.slice(1, 2))
    equals('shown by role', await shown(stage, { min_access_level: 40 }), all)
    equals('shown to a stranger by role', await shown(stage, { min_access_level: 10 }, 'stranger'), [])
    for (const without of [{ owned: true }, { membership: true }])
      equals(`shown with ${JSON.stringify(without)}`, await shown(stage, without, 'stranger'), all.slice(1))
  },
})

export const userProjectsByFeature = check<readonly [filter: string, feature: string]>({
  id: 'projects/user-projects-by-feature',
  says: 'The projects of a user are narrowed to those with issues, or with merge requests, switched on',
  source: 'projects#user-projects, projects#feature-filters',
  level: 'must',
  covers: [list],
  needs,
  each: () => [
    ['with_issues_enabled', 'issues_access_level'],
    ['with_merge_requests_enabled', 'merge_requests_access_level'],
  ],
  holds: async (stage, [filter, feature]) => {
    const all = await ownProjects(stage)
    const [first = ''] = all
    const id = `${stage.user('owner').username}/${first}`
    expectArranged(await stage.call('PUT /projects/:id', { id, [feature]: 'disabled' }))
    equals(`shown with ${filter}`, await shown(stage, { [filter]: true }), all.slice(1))
    equals(`shown without ${filter}`, await shown(stage, {}), all)
  },
})

export const userProjectsByUsername = check({
  id: 'projects/user-projects-by-username',
  says: 'A user is named by ID or by username in any case of letters, and an unknown user answers 404 to every caller',
  source: 'projects#user-named',
  level: 'must',
  covers: [list],
  needs,
  arrange: ownProjects,
  holds: async (stage, _none, all) => {
    const { username } = stage.user('owner')
    for (const user_id of [username, username.toUpperCase()])
      equals(`the projects of ${user_id}`, await shown(stage, { user_id }), all)
    const missing = nounMissing('User')
    for (const as of ['owner', 'anonymous'] as const)
      for (const user_id of ['987654321', 'nobody.of.this.name'])
        answers(await stage.call(list, { user_id }, { as }), missing.status, missing.body)
  },
})

export const userProjectsPrivateProfile = check({
  id: 'projects/user-projects-private-profile',
  says: 'The projects of a user with a private profile are listed for that user and for administrators only',
  source: 'projects#private-profile',
  level: 'must',
  covers: [list],
  needs: { project: 'none' },
  holds: async (stage) => {
    const { call, skip, prefix } = stage
    const found = await call('GET /users', { username: 'grace' }, { as: 'admin' })
    const id = found.status === 200 ? found.rows()[0]?.id : undefined
    if (typeof id !== 'number') return skip('there is no user with a private profile')
    const sudo = { as: 'admin', headers: { sudo: 'grace' } } as const
    const made = { name: prefix, path: prefix, visibility: 'public' }
    expectArranged(await call('POST /projects', made, sudo))
    const counted = async (options: Parameters<typeof call>[2]) =>
      (await call(list, { user_id: id, search: prefix }, options)).rows().length
    equals('shown to a stranger', await counted({ as: 'stranger' }), 0)
    equals('shown to nobody in particular', await counted({ as: 'anonymous' }), 0)
    equals('shown to the user', await counted(sudo), 1)
    equals('shown to an administrator', await counted({ as: 'admin' }), 1)
  },
})

export const userProjectsKeyset = check({
  id: 'projects/user-projects-keyset',
  says: 'The projects of a user have keyset pagination by ID',
  source: 'projects#user-projects, projects#keyset, projects#keyset-orders',
  level: 'must',
  covers: [list],
  needs,
  arrange: ownProjects,
  holds: async (stage, _none, all) => {
    const params = {
      user_id: stage.user('owner').id,
      search: tokenOf(stage),
      pagination: 'keyset',
      order_by: 'id',
      sort: 'asc',
      per_page: 2,
    }
    const first = await stage.call(list, params)
    answers(first, 200)
    equals('X-Total', first.headers['x-total'], undefined, first)
    const next = parseLinks(first.headers.link)[0]
    holds(next?.rel === 'next', 'the first page leads on', first.headers.link ?? null, first)
    const second = await stage.send('GET', linkPath(next.url))
    equals(
      'both pages',
      [...first.rows(), ...second.rows()].map((row) => row.path ?? null),
      all,
      second,
    )
    answers(await stage.call(list, { ...params, order_by: 'name' }), 405)
  },
})

export const userProjectsForms = check({
  id: 'projects/user-projects-forms',
  says: "A signed-in caller gets the full form of a user's projects; anonymous callers, and callers with `simple=true`, get the simple form",
  source: 'projects#forms, projects#statistics',
  level: 'must',
  covers: [list],
  needs,
  arrange: ownProjects,
  holds: async (stage) => {
    const row = async (params: Params, as: Who) =>
      (
        await stage.call(list, { user_id: stage.user('owner').id, search: tokenOf(stage), ...params }, { as })
      ).rows()[0] ?? {}
    holds(Object.hasOwn(await row({}, 'owner'), 'permissions'), 'the full form has permissions', null)
    holds(
      !Object.hasOwn(await row({ simple: true }, 'owner'), 'permissions'),
      'the simple form has none',
      null,
    )
    if (await showsUsersToAll(stage))
      holds(!Object.hasOwn(await row({}, 'anonymous'), 'permissions'), 'the anonymous form has none', null)
    for (const [params, isShown] of [
      [{ statistics: true }, true],
      [{ statistics: false }, false],
      [{}, false],
    ] as const)
      equals(
        `whether there are statistics with ${JSON.stringify(params)}`,
        Object.hasOwn(await row(params, 'owner'), 'statistics'),
        isShown,
      )
  },
})

function holdsId(reply: Reply, id: Json): boolean {
  return reply.rows().some((row) => row.id === id)
}

/** Projects of the owner's own namespace, one of each visibility, beside the one in the group. */
async function ownProjects(stage: Stage): Promise<readonly string[]> {
  const description = tokenOf(stage)
  const names = ['private', 'internal', 'public'] as const
  for (const visibility of names)
    await anotherProject(stage, `${stage.prefix}-${visibility}`, { visibility, description })
  expectArranged(await stage.call('PUT /projects/:id', { id: stage.project.id, description }))
  return names.map((name) => `${stage.prefix}-${name}`)
}

async function shown(stage: Stage, params: Params, as: Who = 'owner'): Promise<readonly string[]> {
  const search = tokenOf(stage)
  const reply = await stage.call(
    list,
    { user_id: stage.user('owner').id, search, order_by: 'id', sort: 'asc', ...params },
    { as },
  )
  answers(reply, 200)
  return reply.rows().map((row) => textIn(row, 'path'))
}
