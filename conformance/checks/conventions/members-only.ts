import { anotherGroup } from '../../arrange/groups.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const reads = [
  'GET /projects/:id/milestones',
  'GET /projects/:id/approvals',
  'GET /projects/:id/runners',
] as const

const list = 'GET /projects'

const inGroup = 'GET /groups/:id/search'

/** How somebody comes into the project until a day; each returns once they are in. */
const ways: { readonly [way: string]: (stage: Stage, user: number, expires_at: string) => Promise<void> } = {
  'as a member of the project': ({ call, project }, user, expires_at) =>
    done(call('POST /projects/:id/members', { id: project.id, ...maintainer(user, expires_at) })),
  'as a member of its group': ({ call, group }, user, expires_at) =>
    done(call('POST /groups/:id/members', { id: group.id, ...maintainer(user, expires_at) })),
  'as a member of an invited group': async (stage, user, expires_at) => {
    const invited = await crew(stage)
    await done(stage.call('POST /groups/:id/members', { id: invited, ...maintainer(user, expires_at) }))
    await done(
      stage.call('POST /projects/:id/share', { id: stage.project.id, group_id: invited, group_access: 40 }),
    )
  },
  'as one of a group that is invited until then': async (stage, user, expires_at) => {
    const invited = await crew(stage)
    await done(stage.call('POST /groups/:id/members', { id: invited, user_id: user, access_level: 40 }))
    const share = { id: stage.project.id, group_id: invited, group_access: 40, expires_at }
    await done(stage.call('POST /projects/:id/share', share))
  },
  'as one of a group that its group invited until then': async (stage, user, expires_at) => {
    const invited = numberIn(await anotherGroup(stage, 'crew'), 'id')
    await done(stage.call('POST /groups/:id/members', { id: invited, user_id: user, access_level: 40 }))
    const share = { id: stage.group.id, group_id: invited, group_access: 40, expires_at }
    await done(stage.call('POST /groups/:id/share', share))
  },
}

function maintainer(user_id: number, expires_at: string): Params {
  return { user_id, access_level: 40, expires_at }
}

async function done(call: ReturnType<Stage['call']>): Promise<void> {
  expectArranged(await call)
}

async function crew({ call, group }: Stage): Promise<number> {
  const wish = { name: 'The crew', path: 'crew', parent_id: group.id }
  return numberIn(arranged(await call('POST /groups', wish)), 'id')
}

export const endedMembership = check<string>({
  id: 'conventions/ended-membership',
  says: 'A membership, or the invitation of a group, opens nothing any more once its last day has come',
  source: 'members#expires-at, conventions#visibility',
  level: 'must',
  covers: [...reads, list, inGroup],
  needs: { in: 'group', tier: 'premium' },
  each: () => Object.keys(ways),
  holds: async (stage, way) => {
    const { call, project } = stage
    if (!stage.knows('stranger')) return stage.skip('the target was given no stranger credential')
    const { id } = project
    const as = { as: 'stranger' } as const
    const today = textIn((await call('GET /projects/:id', { id })).row(), 'last_activity_at')
    const last = new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10)
    await ways[way]?.(stage, stage.user('stranger').id, last)
    const around = () => call(inGroup, { id: stage.group.id, scope: 'issues', search: 'anything' }, as)
    const belongs = way.startsWith('as a member')
    for (const operation of reads) answers(await call(operation, { id }, as), 200)
    if (belongs) answers(await around(), 200)
    // Into the last day: it ends as that begins.
    await stage.wait(3 * 86_400)
    for (const operation of reads) answers(await call(operation, { id }, as), 404)
    if (belongs && stage.group.visibility === 'private') answers(await around(), 404)
    const own = await call(list, { membership: true, per_page: 100 }, as)
    const listed = own.rows().some((row) => row.id === id)
    equals('whether the project is listed', listed, false, own)
  },
})

export const externalUsers = check<'internal' | 'public'>({
  id: 'conventions/external-users',
  says: 'An external user sees public projects, and internal ones only as a member',
  source: 'conventions#visibility',
  level: 'must',
  covers: [...reads, list],
  needs: { rewinds: true },
  each: () => ['internal', 'public'],
  holds: async (stage, visibility) => {
    const { call, prefix } = stage
    if (!stage.has('admin')) return stage.skip('the target was given no administrator credential')
    const as = { as: 'admin' } as const
    const path = `${prefix}-${visibility}`
    const { id } = arranged(await call('POST /projects', { name: path, path, visibility }))
    const username = `${prefix}-outside`
    const person = {
      username,
      name: 'Out Side',
      email: `${username}@example.com`,
      password: 'Correct-Horse-9',
    }
    const user = arranged(await call('POST /users', { ...person, external: true }, as))
    const wish = { user_id: numberIn(user, 'id'), name: 'reads', scopes: ['read_api'] }
    const token = arranged(await call('POST /users/:user_id/personal_access_tokens', wish, as))
    const outside = { as: 'anonymous', headers: { 'private-token': textIn(token, 'token') } } as const
    const there = { id: Number(id) }
    const seen = visibility === 'public'
    answers(await call(reads[0], there, outside), seen ? 200 : 404)
    const listed = await call(list, { search: path }, outside)
    equals('how many are listed', listed.rows().length, seen ? 1 : 0, listed)
    const member = { ...there, user_id: wish.user_id, access_level: 10 }
    expectArranged(await call('POST /projects/:id/members', member))
    answers(await call(reads[0], there, outside), 200)
  },
})

export const endedToken = check({
  id: 'conventions/ended-token',
  says: 'A personal access token opens everything until the day on which it expires, and nothing from then on',
  source: 'conventions#expired-and-revoked-tokens',
  level: 'must',
  covers: [...reads, list],
  needs: { rewinds: true },
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('admin')) return stage.skip('the target was given no administrator credential')
    const { id } = project
    const today = textIn((await call('GET /projects/:id', { id })).row(), 'last_activity_at')
    const expires_at = new Date(Date.parse(today) + 2 * 86_400_000).toISOString().slice(0, 10)
    const wish = { user_id: stage.user('owner').id, name: 'for two days', scopes: ['read_api'], expires_at }
    const made = await call('POST /users/:user_id/personal_access_tokens', wish, { as: 'admin' })
    const token = textIn(arranged(made), 'token')
    const as = { as: 'anonymous', headers: { 'private-token': token } } as const
    const now = Date.parse(today)
    answers(await call(reads[0], { id }, as), 200)
    await stage.wait((Date.parse(expires_at) - now) / 1000 - 3600)
    answers(await call(reads[0], { id }, as), 200)
    await stage.wait(2 * 3600)
    answers(await call(reads[0], { id }, as), 401)
  },
})
