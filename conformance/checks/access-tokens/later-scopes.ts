import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, numberIn, textIn } from '../../kit/expect.ts'
import { isRow, isRows, type Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const create = 'POST /projects/:id/access_tokens'
const read = 'GET /projects/:id'
const runner = 'POST /user/runners'
const rotateOwn = 'POST /personal_access_tokens/self/rotate'
const rotateOwnOfProject = 'POST /projects/:id/access_tokens/self/rotate'
const rotateOwnOfGroup = 'POST /groups/:id/access_tokens/self/rotate'
const associations = 'GET /personal_access_tokens/self/associations'
const createOwn = 'POST /user/personal_access_tokens'

const laterScopes = [
  { scope: 'create_runner', since: 'access-tokens#later-create-runner' },
  { scope: 'k8s_proxy', since: 'access-tokens#later-k8s-proxy' },
  { scope: 'manage_runner', since: 'access-tokens#later-manage-runner' },
  { scope: 'self_rotate', since: 'access-tokens#later-self-rotate' },
] as const

function by(token: string) {
  return { as: 'anonymous', headers: { 'private-token': token } } as const
}

export const laterScopesTaken = check<(typeof laterScopes)[number]>({
  id: 'access-tokens/later-scopes',
  says: 'Tokens take a scope from the release on that brought it, and open nothing else with it alone',
  source:
    'access-tokens#later-create-runner, access-tokens#later-k8s-proxy, access-tokens#later-manage-runner, access-tokens#later-self-rotate',
  level: 'must',
  covers: [create, read],
  each: () => laterScopes,
  holds: async (stage, { scope, since }) => {
    const { id } = stage.project
    const asked = { id, name: scope, scopes: [scope], expires_at: await nextWeek(stage) }
    const reply = await stage.call(create, asked)
    await stage.changed(since, {
      before: () => answers(reply, 400),
      after: async () => {
        answers(reply, 201)
        equals('its scopes', reply.row().scopes, [scope], reply)
        answers(await stage.call(read, { id }, by(textIn(reply.row(), 'token'))), 403)
      },
    })
  },
})

export const runnersByScope = check({
  id: 'access-tokens/runners-by-scope',
  says: 'A token with `create_runner` alone creates a runner, and one with `manage_runner` alone reads it',
  source: 'access-tokens#later-create-runner, access-tokens#later-manage-runner',
  level: 'must',
  covers: [create, runner, 'GET /runners/:id', 'DELETE /runners/:id'],
  holds: async (stage) => {
    const wish = { runner_type: 'project_type', project_id: stage.project.id }
    const refused = await stage.call(runner, wish, by(await tokenWith(stage, 'read_api')))
    answers(refused, 403)
    await stage.changed('access-tokens#later-create-runner', {
      before: () => undefined,
      after: async () => {
        const made = await stage.call(runner, wish, by(await tokenWith(stage, 'create_runner')))
        answers(made, 201)
        const id = numberIn(made.row(), 'id')
        await stage.changed('access-tokens#later-manage-runner', {
          before: () => undefined,
          after: async () => {
            const manages = by(await tokenWith(stage, 'manage_runner'))
            answers(await stage.call('GET /runners/:id', { id }, manages), 200)
          },
        })
        await stage.call('DELETE /runners/:id', { id })
      },
    })
  },
})

export const rotatedUntil = check({
  id: 'access-tokens/rotated-until',
  says: 'From 16.6 on a rotated token ends on the day that is sent, and before in a week',
  source: 'access-tokens#later-rotate-until, access-tokens#resource-token-rotate',
  level: 'must',
  covers: ['POST /projects/:id/access_tokens/:token_id/rotate'],
  holds: async (stage) => {
    const { id } = stage.project
    const week = await nextWeek(stage)
    const wish = { id, name: 'turns', scopes: ['read_api'], expires_at: week }
    const token = arranged(await stage.call(create, wish))
    const asked = { id, token_id: String(token.id), expires_at: dayBefore(week) }
    const reply = await stage.call('POST /projects/:id/access_tokens/:token_id/rotate', asked)
    answers(reply, 200)
    await stage.changed('access-tokens#later-rotate-until', {
      before: () =>
        equals(
          'the last day',
          Date.parse(textIn(reply.row(), 'expires_at')) >= Date.parse(week),
          true,
          reply,
        ),
      after: () => equals('the last day', reply.row().expires_at, asked.expires_at, reply),
    })
  },
})

export const rotatesItself = check({
  id: 'access-tokens/rotates-itself',
  says: 'A token rotates itself by the word `self`, with the scope `api` or, from 17.9 on, with `self_rotate` alone, and works no more',
  source: 'access-tokens#later-rotate-self, access-tokens#later-self-rotate',
  level: 'must',
  covers: [rotateOwn],
  holds: async (stage) => {
    const old = await tokenWith(stage, 'api')
    const renewed = await rotated(stage, rotateOwn, old)
    answers(await stage.call(rotateOwn, {}, by(old)), 401)
    answers(await stage.call(rotateOwn, {}, by(await tokenWith(stage, 'read_api'))), 403)
    answers(await stage.call(read, { id: stage.project.id }, by(textIn(renewed.row(), 'token'))), 200)
    await stage.changed('access-tokens#later-self-rotate', {
      before: () => undefined,
      after: async () => {
        await rotated(stage, rotateOwn, await tokenWith(stage, 'self_rotate'))
      },
    })
  },
})

export const associationsOfToken = check<Row>({
  id: 'access-tokens/associations',
  says: 'From 17.4 on a personal access token tells the groups and projects that it reaches, newest first, with the roles there',
  source: 'access-tokens#later-associations',
  level: 'must',
  covers: [associations],
  needs: { in: 'group' },
  each: () => [{}, { min_access_level: 50 }],
  holds: async (stage, asked) => {
    const reply = await stage.call(associations, { ...asked, per_page: 100 })
    answers(reply, 200)
    const { groups, projects } = reply.row()
    if (!isRows(groups) || !isRows(projects)) throw new Error('the expectations above hold')
    const { id, path } = stage.project
    const [project = {}] = projects.filter((row) => row.id === id)
    has(project, { path_with_namespace: path }, reply)
    equals(
      'the role in the group of the project',
      isRow(project.access_levels) && project.access_levels.group_access_level,
      50,
      reply,
    )
    const [group = {}] = groups.filter((row) => row.id === stage.group.id)
    has(group, { access_levels: 50, visibility: stage.group.visibility }, reply)
    for (const rows of [groups, projects]) {
      const ids = rows.map((row) => numberIn(row, 'id'))
      equals(
        'their order',
        ids,
        [...ids].sort((one, other) => other - one),
        reply,
      )
    }
    equals('one a page', (await stage.call(associations, { ...asked, per_page: 1 })).row(), {
      groups: groups.slice(0, 1),
      projects: projects.slice(0, 1),
    })
  },
})

export const resourceRotatesItself = check({
  id: 'access-tokens/resource-rotates-itself',
  says: 'The token of a project or a group rotates itself below its place alone, and that of a user is refused there with 405',
  source: 'access-tokens#later-resource-rotate-self',
  level: 'should',
  covers: [rotateOwnOfProject, rotateOwnOfGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id } = stage.project
    const old = await tokenWith(stage, 'api')
    answers(await stage.call(rotateOwnOfProject, { id }), 405)
    answers(await stage.call(rotateOwnOfGroup, { id: stage.group.id }), 405)
    const renewed = await stage.call(rotateOwnOfProject, { id }, by(old))
    answers(renewed, 200)
    has(renewed.row(), { name: 'alone', active: true }, renewed)
    answers(await stage.call(rotateOwnOfProject, { id }, by(old)), 401)
  },
})

export const ownToken = check({
  id: 'access-tokens/own-token',
  says: 'Users create a token for themselves, with no more than the scope `k8s_proxy` and, from 18.3 on, `self_rotate`',
  source: 'access-tokens#later-own-token, access-tokens#later-own-self-rotate',
  level: 'must',
  covers: [createOwn, 'DELETE /personal_access_tokens/:id'],
  needs: { project: 'none', writes: true },
  holds: async (stage) => {
    const name = `${stage.prefix}-own`
    const made = await stage.call(createOwn, { name, scopes: ['k8s_proxy'] })
    answers(made, 201)
    has(made.row(), { name, scopes: ['k8s_proxy'], active: true }, made)
    await stage.call('DELETE /personal_access_tokens/:id', { id: numberIn(made.row(), 'id') })
    answers(await stage.call(createOwn, { name, scopes: ['api'] }), 400)
    const rotates = await stage.call(createOwn, { name, scopes: ['self_rotate'] })
    await stage.changed('access-tokens#later-own-self-rotate', {
      before: () => answers(rotates, 400),
      after: async () => {
        answers(rotates, 201)
        await stage.call('DELETE /personal_access_tokens/:id', { id: numberIn(rotates.row(), 'id') })
      },
    })
  },
})

async function tokenWith(stage: Stage, scope: string): Promise<string> {
  const wish = { id: stage.project.id, name: 'alone', scopes: [scope], expires_at: await nextWeek(stage) }
  return textIn(arranged(await stage.call(create, wish)), 'token')
}

async function rotated(stage: Stage, path: string, token: string): Promise<Reply> {
  const reply = await stage.call(path, {}, by(token))
  answers(reply, 200)
  has(reply.row(), { name: 'alone', active: true }, reply)
  return reply
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}
