import { project as anotherProject, issue, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { forbidden, projectMissing, recordMissing } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/milestones/:milestone_id'

const promote = `POST ${path}/promote`

async function promoted(stage: Stage, row: Row): Promise<Row> {
  const { call, project } = stage
  expectPromoted(await call(promote, { id: project.id, milestone_id: numberIn(row, 'id') }))
  const reply = await call('GET /projects/:id/milestones', {
    id: project.id,
    include_parent_milestones: true,
    title: String(row.title),
  })
  equals('how many milestones have the title', reply.rows().length, 1, reply)
  return reply.rows()[0] ?? {}
}

function expectPromoted(reply: Reply): void {
  answers(reply, [200, 201])
}

export const promoteAnswer = check({
  id: 'milestones/promote-answer',
  says: 'A promotion answers 201 with the new milestone (real service: 200 with the number 200), and 404 for a milestone or project that is not there',
  source: 'milestones#promote-answer, conventions#promote-status, milestones#promote-not-found',
  level: 'must',
  covers: [promote],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, differs } = stage
    const row = await milestone(stage, { title: 'up' })
    const reply = await call(promote, { id: project.id, milestone_id: numberIn(row, 'id') })
    const above = { id: project.id, include_parent_milestones: true }
    const promotedRow = (await call('GET /projects/:id/milestones', above)).rows()[0] ?? {}
    await differs('F20', {
      specification: () => answers(reply, 201, promotedRow),
      real: () => answers(reply, 200, 200),
    })
    const again = await call(promote, { id: project.id, milestone_id: numberIn(row, 'id') })
    answers(again, recordMissing.status, recordMissing.body)
    const elsewhere = await call(promote, { id: 987_654_321, milestone_id: numberIn(row, 'id') })
    answers(elsewhere, projectMissing.status, projectMissing.body)
  },
})

export const promoteMoves = check({
  id: 'milestones/promote-moves',
  says: 'A promoted milestone belongs to the group with title, description and dates, and is gone from the project',
  source: 'milestones#promote-effect',
  level: 'must',
  covers: [promote],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    const fields = { title: 'up', description: 'text', start_date: '2030-01-01', due_date: '2030-02-01' }
    const before = await milestone(stage, fields)
    const after = await promoted(stage, before)
    has(after, { ...fields, group_id: group.id, state: 'active', iid: 1 })
    holds(!Object.hasOwn(after, 'project_id'), 'it has no project_id', after.project_id ?? null)
    holds(after.id !== before.id, 'it has an id of its own', after.id)
    const gone = await call(`GET ${path}`, { id: project.id, milestone_id: numberIn(before, 'id') })
    answers(gone, recordMissing.status, recordMissing.body)
    answers(await call('GET /projects/:id/milestones', { id: project.id }), 200, [])
  },
})

export const promoteKeepsIssues = check({
  id: 'milestones/promote-keeps-issues',
  says: 'Issues and merge requests of a promoted milestone carry the new milestone of the group',
  source: 'milestones#promote-merges, milestones#promote-effect',
  level: 'must',
  covers: [promote],
  needs: { in: 'group', repository: true },
  holds: async (stage) => {
    const { call, project, group } = stage
    const before = await milestone(stage, { title: 'up' })
    const milestone_id = numberIn(before, 'id')
    const held = await issue(stage, { title: 'held', milestone_id })
    const asked = await mergeRequest(stage, { branch: 'asked', milestone_id })
    const after = await promoted(stage, before)
    const freed = await call('GET /projects/:id/issues/:issue_iid', {
      id: project.id,
      issue_iid: numberIn(held, 'iid'),
    })
    const request = await call('GET /projects/:id/merge_requests/:merge_request_iid', named(stage, asked))
    for (const reply of [freed, request]) {
      const carried = reply.row().milestone
      equals('the milestone that it carries', carried, after, reply)
      holds(after.group_id === group.id, 'it is the one of the group', after.group_id ?? null, reply)
    }
  },
})

export const promoteMerges = check<'active' | 'closed'>({
  id: 'milestones/promote-merges',
  says: 'Milestones of the same title in all projects of the group are merged into the promoted one, closed ones too',
  source: 'milestones#promote-merges',
  level: 'must',
  covers: [promote],
  needs: { in: 'group' },
  each: () => ['active', 'closed'],
  holds: async (stage, state) => {
    const { call, group } = stage
    const sibling = numberIn(await anotherProject(stage, 'sibling', { namespace_id: group.id }), 'id')
    const namesake = arranged(await call('POST /projects/:id/milestones', { id: sibling, title: 'up' }))
    const held = arranged(
      await call('POST /projects/:id/issues', {
        id: sibling,
        title: 'held',
        milestone_id: numberIn(namesake, 'id'),
      }),
    )
    const place = { id: sibling, milestone_id: numberIn(namesake, 'id') }
    if (state === 'closed') expectArranged(await call(`PUT ${path}`, { ...place, state_event: 'close' }))
    const after = await promoted(stage, await milestone(stage, { title: 'up' }))
    const gone = await call(`GET ${path}`, place)
    answers(gone, recordMissing.status, recordMissing.body)
    const freed = await call('GET /projects/:id/issues/:issue_iid', {
      id: sibling,
      issue_iid: numberIn(held, 'iid'),
    })
    equals('the milestone of the sibling project', freed.row().milestone, after, freed)
  },
})

export const promoteActivates = check({
  id: 'milestones/promote-activates',
  says: 'A promoted milestone is active, even if it was closed',
  source: 'milestones#promote-activates',
  level: 'should',
  covers: [promote],
  needs: { in: 'group' },
  holds: async (stage) => {
    const row = await milestone(stage, { title: 'shut' })
    const params = { id: stage.project.id, milestone_id: numberIn(row, 'id'), state_event: 'close' }
    answers(await stage.call(`PUT ${path}`, params), 200)
    has(await promoted(stage, row), { state: 'active' })
  },
})

export const promoteFailed = check({
  id: 'milestones/promote-failed',
  says: 'Promoting to a group where the title is taken answers 400 with the reason, and changes nothing',
  source: 'milestones#promote-failed',
  level: 'should',
  covers: [promote],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const below = arranged(
      await call('POST /groups', { name: 'The below', path: 'below', parent_id: group.id }),
    )
    const inner = await anotherProject(stage, 'inner', { namespace_id: numberIn(below, 'id') })
    const id = numberIn(inner, 'id')
    const made = arranged(await call('POST /projects/:id/milestones', { id, title: 'taken' }))
    const above = await call('POST /groups/:id/milestones', { id: group.id, title: 'taken' })
    if (above.status === 400 && above.text.includes('already being used'))
      stage.skip('groups refuse titles that any project below them has')
    answers(above, 201)
    const place = { id, milestone_id: numberIn(made, 'id') }
    const reply = await call(promote, place)
    answers(reply, 400)
    holds(reply.text.includes('"Promotion failed - '), 'the message tells that it failed', reply.text, reply)
    answers(await call(`GET ${path}`, place), 200, made)
  },
})

export const promoteWithoutGroup = check({
  id: 'milestones/promote-without-group',
  says: 'Promoting in a personal namespace answers 403',
  source: 'milestones#promote-without-group',
  level: 'must',
  covers: [promote],
  needs: { in: 'own' },
  holds: async (stage) => {
    const row = await milestone(stage, { title: 'up' })
    const reply = await stage.call(promote, { id: stage.project.id, milestone_id: numberIn(row, 'id') })
    answers(reply, forbidden.status, forbidden.body)
  },
})

export const promoteNeedsGroupRole = check({
  id: 'milestones/promote-needs-group-role',
  says: 'Promoting answers 403 to a maintainer of the project who has no role in the group',
  source: 'milestones#promote-roles',
  level: 'must',
  covers: [promote],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const row = await milestone(stage, { title: 'up' })
    const invitation = { id: project.id, user_id: user('stranger').id, access_level: 40 }
    expectArranged(await call('POST /projects/:id/members', invitation))
    const params = { id: project.id, milestone_id: numberIn(row, 'id') }
    answers(await call(`PUT ${path}`, { ...params, description: 'may' }, { as: 'stranger' }), 200)
    const reply = await call(promote, params, { as: 'stranger' })
    answers(reply, forbidden.status, forbidden.body)
  },
})
