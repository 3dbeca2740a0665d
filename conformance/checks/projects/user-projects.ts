import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { parseLinks } from '../../oracle/paging.ts'
import { nounMissing } from '../../oracle/texts.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'
import { tokenOf } from './several.ts'

const list = 'GET /users/:user_id/projects'
const source = 'specification 2, Projects; dossier 2, 1.8'
const needs = { in: 'group' } as const

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

export const namespaceOnly = check({
  id: 'projects/of-user',
  says: 'The projects of a user are those of their own namespace, as far as the caller may see them',
  source,
  level: 'must',
  covers: [list],
  needs,
  arrange: ownProjects,
  holds: async (stage, _none, all) => {
    equals('shown to the user', await shown(stage, {}), all)
    equals('shown to a stranger', await shown(stage, {}, 'stranger'), all.slice(1))
    equals('shown to an administrator', await shown(stage, {}, 'admin'), all)
    equals('shown to nobody in particular', await shown(stage, {}, 'anonymous'), all.slice(2))
    equals('shown by visibility', await shown(stage, { visibility: 'internal' }), all.slice(1, 2))
    equals('shown by role', await shown(stage, { min_access_level: 40 }), all)
    equals('shown to a stranger by role', await shown(stage, { min_access_level: 10 }, 'stranger'), [])
  },
})

export const userNames = check({
  id: 'projects/of-user-named',
  says: 'A user is named by id or by username in any case; an unknown one answers 404 to everybody',
  source,
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

export const privateProfile = check({
  id: 'projects/of-user-private-profile',
  says: 'A private profile shows no projects, but to the user and to administrators',
  source,
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

export const userKeyset = check({
  id: 'projects/of-user-keyset',
  says: 'The projects of a user are walked by keyset as all projects are',
  source,
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
    const url = new URL(next.url)
    const second = await stage.send('GET', `${url.pathname.replace('/api/v4', '')}${url.search}`)
    equals(
      'both pages',
      [...first.rows(), ...second.rows()].map((row) => row.path ?? null),
      all,
      second,
    )
    answers(await stage.call(list, { ...params, order_by: 'name' }), 405)
  },
})

export const userSimple = check({
  id: 'projects/of-user-forms',
  says: 'Signed in, the projects of a user are shown in full; `simple`, and nobody in particular, get the simple form',
  source,
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
    holds(!Object.hasOwn(await row({}, 'anonymous'), 'permissions'), 'the anonymous form has none', null)
    holds(
      Object.hasOwn(await row({ statistics: true }, 'owner'), 'statistics'),
      'statistics are shown on demand',
      null,
    )
  },
})
