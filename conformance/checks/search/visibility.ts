import { commit, issue, mergeRequest, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn } from '../../kit/expect.ts'
import { nounMissing, unauthorized } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'
import { everywhere, inGroup, inProject, places, search, searchHere, titlesOf } from './searches.ts'

const all = [everywhere, inGroup, inProject]

const wordOf = (stage: Stage) => `${stage.prefix.replaceAll(/[^a-z0-9]/g, '')}hidden`

async function everything(stage: Stage): Promise<string> {
  const word = wordOf(stage)
  await issue(stage, { title: `An issue about ${word}` })
  await mergeRequest(stage, { branch: word, title: `A request about ${word}` })
  await milestone(stage, { title: `A milestone for ${word}` })
  const { id } = stage.project
  expectArranged(
    await stage.call('PUT /projects/:id', { id, description: `A project for ${word}` }, { as: 'owner' }),
  )
  return word
}

const scopes = ['issues', 'merge_requests', 'milestones', 'projects'] as const

export const privateProject = check<(typeof scopes)[number], string>({
  id: 'search/private-project',
  says: 'Non-members find nothing of a private project',
  source: 'search#visibility',
  level: 'must',
  covers: all,
  needs: { repository: true, in: 'group' },
  readOnly: true,
  arrange: everything,
  each: () => scopes,
  holds: async (stage, scope, word) => {
    const asked = { scope, search: word }
    equals(
      'what members find',
      (await search(stage, { operation: everywhere, params: {} }, asked)).rows().length,
      1,
    )
    for (const { operation, params } of places(stage)) {
      if (operation === inProject) continue
      const reply = await search(stage, { operation, params }, asked, 'stranger')
      equals('what strangers find', reply.json, [], reply)
    }
    const there = { id: stage.project.id, scope: 'issues', search: word }
    answers(await stage.call(inProject, there, { as: 'stranger' }), 404, nounMissing('Project').body)
  },
})

const levels = ['issues_access_level', 'merge_requests_access_level'] as const

export const milestonesByFeature = check<readonly (typeof levels)[number][]>({
  id: 'search/milestones-by-feature',
  says: 'Milestones are found where issues or merge requests are switched on, and nowhere else',
  source: 'search#project-features',
  level: 'must',
  covers: all,
  each: () => [[levels[0]], [levels[1]], levels],
  holds: async (stage, off) => {
    const word = wordOf(stage)
    await milestone(stage, { title: word })
    const switched = Object.fromEntries(off.map((level) => [level, 'disabled']))
    const change = { id: stage.project.id, ...switched }
    expectArranged(await stage.call('PUT /projects/:id', change, { as: 'owner' }))
    const titles = off.length < levels.length ? [word] : []
    for (const where of places(stage)) {
      const reply = await search(stage, where, { scope: 'milestones', search: word })
      equals('the milestones', titlesOf(reply), titles, reply)
    }
  },
})

export const publicProject = check({
  id: 'search/public-project',
  says: 'Every signed-in user finds what is in a public project, and anonymous callers get 401',
  source: 'search#visibility, search#authentication',
  level: 'must',
  covers: all,
  needs: { project: 'public' },
  holds: async (stage) => {
    const word = wordOf(stage)
    await issue(stage, { title: word })
    for (const where of places(stage)) {
      const reply = await search(stage, where, { scope: 'issues', search: word }, 'stranger')
      equals('what strangers find', titlesOf(reply), [word], reply)
      const whole = await search(stage, where, { scope: 'issues', search: '' }, 'stranger')
      holds(titlesOf(whole).includes(word), 'it is found without a word, too', titlesOf(whole), whole)
      const params = { ...where.params, scope: 'issues', search: word }
      const nobody = await stage.call(where.operation, params, { as: 'anonymous' })
      answers(nobody, unauthorized.status, unauthorized.body)
    }
  },
})

export const privateGroup = check({
  id: 'search/private-group',
  says: 'A search in a private group answers 404 to non-members and finds its projects for members',
  source: 'search#visibility',
  level: 'must',
  covers: [inGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group, project } = stage
    expectArranged(await call('PUT /groups/:id', { id: group.id, visibility: 'private' }, { as: 'owner' }))
    const asked = { id: group.id, scope: 'projects', search: 'project' }
    const found = await call(inGroup, asked, { as: 'guest' })
    answers(found, 200)
    equals(
      'the projects of the group',
      found.rows().map((row) => numberIn(row, 'id')),
      [project.id],
      found,
    )
    answers(await call(inGroup, asked, { as: 'stranger' }), 404, nounMissing('Group').body)
  },
})

export const endedBelow = check({
  id: 'search/ended-member-below',
  says: 'A search in a private group answers 404 to former members of its subgroups',
  source: 'search#visibility',
  level: 'must',
  covers: [inGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    expectArranged(await call('PUT /groups/:id', { id: group.id, visibility: 'private' }, { as: 'owner' }))
    const below = { name: 'Below', path: 'below', parent_id: group.id, visibility: 'private' }
    const id = numberIn(arranged(await call('POST /groups', below)), 'id')
    const { id: user_id } = stage.user('stranger')
    const expires_at = await inDays(stage, 3)
    expectArranged(await call('POST /groups/:id/members', { id, user_id, access_level: 30, expires_at }))
    const asked = { id: group.id, scope: 'projects', search: 'project' }
    const before = await call(inGroup, asked, { as: 'stranger' })
    if (before.status !== 200) return stage.failing('members of a subgroup do not see the group above it')
    await stage.wait(5 * 86_400)
    answers(await call(inGroup, asked, { as: 'stranger' }), 404, nounMissing('Group').body)
  },
})

async function inDays({ call, project }: Stage, days: number): Promise<string> {
  const { last_activity_at } = (await call('GET /projects/:id', { id: project.id })).row()
  return new Date(Date.parse(String(last_activity_at)) + days * 86_400_000).toISOString().slice(0, 10)
}

export const confidentialIssues = check({
  id: 'search/confidential-issues',
  says: 'Confidential issues are found by members from Reporter on and by their authors, and by nobody else',
  source: 'search#confidential-issues',
  level: 'must',
  covers: all,
  needs: { project: 'public' },
  holds: async (stage) => {
    const { call, project } = stage
    const word = wordOf(stage)
    await issue(stage, { title: `${word} of the owner`, confidential: true })
    const own = { id: project.id, title: `${word} of a guest`, confidential: true }
    expectArranged(await call('POST /projects/:id/issues', own, { as: 'guest' }))
    const [owners, guests] = [`${word} of the owner`, own.title]
    const expected: readonly (readonly [Who, readonly string[]])[] = [
      ['owner', [owners, guests]],
      ['reporter', [owners, guests]],
      ['guest', [guests]],
      ['stranger', []],
    ]
    for (const [who, titles] of expected)
      for (const where of places(stage)) {
        const reply = await search(stage, where, { scope: 'issues', search: word }, who)
        equals(`what the ${who} finds`, titlesOf(reply).sort(), [...titles].sort(), reply)
      }
  },
})

export const guests = check({
  id: 'search/guests',
  says: 'A guest of a private project finds issues and milestones, but neither merge requests nor code',
  source: 'search#project-features',
  level: 'must',
  covers: all,
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const word = await everything(stage)
    await commit(stage, { branch: stage.project.branch, path: `${word}.txt`, message: `Add ${word}` })
    for (const where of places(stage))
      for (const [scope, count] of [
        ['issues', 1],
        ['milestones', 1],
        ['merge_requests', 0],
      ] as const)
        equals(
          `how many ${scope} a guest finds`,
          (await search(stage, where, { scope, search: word }, 'guest')).rows().length,
          count,
        )
    for (const scope of ['blobs', 'commits']) {
      equals(
        `what reporters find of ${scope}`,
        (await searchHere(stage, { scope, search: word }, 'reporter')).rows().length > 0,
        true,
      )
      const reply = await searchHere(stage, { scope, search: word }, 'guest')
      equals(`what guests find of ${scope}`, reply.json, [], reply)
    }
  },
})

export const disabledFeatures = check({
  id: 'search/disabled-features',
  says: 'A disabled feature of a project has no results',
  source: 'search#project-features',
  level: 'must',
  covers: all,
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const word = await everything(stage)
    const off = { id: project.id, issues_access_level: 'disabled', merge_requests_access_level: 'disabled' }
    expectArranged(await call('PUT /projects/:id', off, { as: 'owner' }))
    for (const where of places(stage))
      for (const scope of ['issues', 'merge_requests', 'milestones']) {
        const reply = await search(stage, where, { scope, search: word })
        equals(`the ${scope} found`, reply.json, [], reply)
      }
  },
})
