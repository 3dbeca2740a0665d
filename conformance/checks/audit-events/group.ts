import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { linkPath, parseLinks } from '../../oracle/paging.ts'
import { forbidden, nounMissing, type Refusal, recordMissing, unauthorized } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import { type Role, roles } from '../../targets/target.ts'

const list = 'GET /groups/:id/audit_events'

const read = 'GET /groups/:id/audit_events/:audit_event_id'

const needs = { tier: 'premium', in: 'group' } as const

/** Somebody is a member for a moment, which leaves two events. */
async function cameAndWent({ call, group, user }: Stage): Promise<void> {
  const params = { id: group.id, user_id: user('stranger').id }
  expectArranged(await call('POST /groups/:id/members', { ...params, access_level: 10 }))
  expectArranged(await call('DELETE /groups/:id/members/:user_id', params))
}

async function latest({ call, group }: Stage): Promise<Row> {
  const [event = {}] = (await call(list, { id: group.id })).rows()
  return event
}

export const groupList = check({
  id: 'audit-events/group-list',
  says: 'The events of a group include the adding and removing of its members, and none of its projects and subgroups',
  source: 'audit-events#group-list, audit-events#members',
  level: 'must',
  covers: [list, read],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    const name = `${stage.prefix}-below`
    expectArranged(await call('POST /groups', { name, path: name, parent_id: group.id }))
    expectArranged(await call('PUT /projects/:id', { id: stage.project.id, description: 'audited' }))
    await cameAndWent(stage)
    const reply = await call(list, { id: group.id, per_page: 100 })
    const others = reply.rows().filter((row) => row.entity_type !== 'Group' || row.entity_id !== group.id)
    equals('events of other scopes', others, [], reply)
    const stranger = stage.user('stranger')
    const expected = [{ remove: 'user_access' }, { add: 'user_access', as: 'Guest' }]
    for (const [i, change] of expected.entries()) {
      const event = reply.rows()[i] ?? {}
      has(event, { author_id: stage.user('owner').id }, reply)
      const target = { target_id: stranger.id, target_type: 'User', target_details: stranger.name }
      has(rowIn(event, 'details'), { ...change, ...target, entity_path: group.path }, reply)
      answers(await call(read, { id: group.id, audit_event_id: numberIn(event, 'id') }), 200, event)
    }
  },
})

export const membershipTexts = check({
  id: 'audit-events/membership-texts',
  says: 'In newer releases the events of memberships say in words what became of them',
  source: 'audit-events#later-target-id, audit-events#members',
  level: 'should',
  covers: [list],
  needs,
  holds: async (stage) => {
    await cameAndWent(stage)
    const reply = await stage.call(list, { id: stage.group.id })
    const texts = reply.rows().map((event) => rowIn(event, 'details').custom_message ?? null)
    await stage.changed('audit-events#later-target-id', {
      before: () => undefined,
      after: () =>
        equals('the texts', texts.slice(0, 2), ['Membership destroyed', 'Membership created'], reply),
    })
  },
})

export const groupRights = check<Role>({
  id: 'audit-events/group-rights',
  says: 'Owners see all events of a group, Maintainers and Developers only their own, and other callers get 403, or 401 without a credential',
  source: 'audit-events#group-rights, audit-events#single-event',
  level: 'must',
  covers: [list, read],
  needs,
  each: () => roles,
  holds: async (stage, as) => {
    if (as !== 'anonymous' && !stage.has(as)) return stage.observe('no credential to try', as)
    await cameAndWent(stage)
    const event = await latest(stage)
    const params = { id: stage.group.id, audit_event_id: numberIn(event, 'id') }
    const all = await stage.call(list, { id: stage.group.id, per_page: 100 }, { as })
    const one = await stage.call(read, params, { as })
    if (as === 'admin' || as === 'owner') {
      holds(
        all.rows().some((row) => row.id === event.id),
        `${as} sees what the owner did`,
        all.status,
        all,
      )
      return answers(one, 200, event)
    }
    if (as === 'maintainer' || as === 'developer') {
      answers(all, 200, [])
      return await stage.differs('S21', {
        specification: () => answers(one, forbidden.status, forbidden.body),
        real: () => answers(one, recordMissing.status, recordMissing.body),
      })
    }
    // Below a private group the throw-away one is private, too.
    const member = as === 'reporter' || as === 'guest'
    if (stage.group.visibility !== 'public' && !member)
      return stage.unknown('the group is hidden from those who are no members')
    const refused = ({ status, body }: Refusal) => {
      for (const reply of [all, one]) answers(reply, status, body)
    }
    if (as !== 'anonymous') return refused(forbidden)
    await stage.differs('S31', {
      specification: () => refused(unauthorized),
      real: () => refused(forbidden),
    })
  },
})

export const ownEventsInGroup = check({
  id: 'audit-events/own-events-in-group',
  says: 'A Maintainer sees only their own events of a group, and a Developer does not see them',
  source: 'audit-events#group-rights',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    const name = `${stage.prefix}-made`
    const params = { name, path: name, namespace_id: group.id }
    expectArranged(await call('POST /projects', params, { as: 'maintainer' }))
    // A project of the group is no event of the group, whoever makes it.
    answers(await call(list, { id: group.id }, { as: 'maintainer' }), 200, [])
    const level = { id: group.id, user_id: stage.user('maintainer').id, access_level: 50 }
    expectArranged(await call('PUT /groups/:id/members/:user_id', level))
    const invited = { id: group.id, user_id: stage.user('stranger').id, access_level: 10 }
    arranged(await call('POST /groups/:id/members', invited, { as: 'maintainer' }))
    expectArranged(await call('PUT /groups/:id/members/:user_id', { ...level, access_level: 40 }))
    const own = (await call(list, { id: group.id }, { as: 'maintainer' })).rows()
    equals(
      'whose events',
      own.map((row) => row.author_id ?? null),
      [stage.user('maintainer').id],
    )
    answers(await call(list, { id: group.id }, { as: 'developer' }), 200, [])
  },
})

export const privateGroup = check({
  id: 'audit-events/private-group',
  says: 'The events of a private group answer 404 to strangers, and to callers without a credential 401 (in the real service 404)',
  source: 'audit-events#private',
  level: 'must',
  covers: [list, read],
  needs,
  holds: async (stage) => {
    expectArranged(await stage.call('PUT /groups/:id', { id: stage.group.id, visibility: 'private' }))
    const event = await latest(stage)
    const missing = nounMissing('Group')
    const params = { id: stage.group.id, audit_event_id: numberIn(event, 'id') }
    for (const operation of [list, read]) {
      answers(await stage.call(operation, params, { as: 'stranger' }), missing.status, missing.body)
      const reply = await stage.call(operation, params, { as: 'anonymous' })
      await stage.differs('S31', {
        specification: () => answers(reply, unauthorized.status, unauthorized.body),
        real: () => answers(reply, missing.status, missing.body),
      })
    }
  },
})

export const groupKeyset = check({
  id: 'audit-events/group-keyset',
  says: "Keyset pagination of a group's events gives the same events in the same order, with a `next` link as the only pagination header",
  source: 'audit-events#keyset',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    await cameAndWent(stage)
    const whole = (await call(list, { id: group.id, per_page: 100 })).rows()
    const walked: Row[] = []
    let reply = await call(list, {
      id: group.id,
      pagination: 'keyset',
      order_by: 'id',
      sort: 'desc',
      per_page: 2,
    } as never)
    for (let turn = 0; turn < 60; turn++) {
      answers(reply, 200)
      for (const name of ['x-total', 'x-page', 'x-next-page'])
        equals(name, reply.headers[name], undefined, reply)
      walked.push(...reply.rows())
      const links = parseLinks(reply.headers.link)
      const [next] = links
      if (next === undefined) break
      equals(
        'the links',
        links.map(({ rel }) => rel),
        ['next'],
        reply,
      )
      reply = await stage.send('GET', linkPath(next.url))
    }
    equals('what the links lead through', walked, whole)
  },
})

export const groupKeysetOrder = check<Row>({
  id: 'audit-events/group-keyset-order',
  says: "Keyset pagination of a group's events answers 405 to any order but descending `id`",
  source: 'audit-events#keyset-order',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  each: () => [
    { order_by: 'created_at' },
    { sort: 'asc' },
    { order_by: 'id', sort: 'asc' },
    { order_by: 'created_at', sort: 'desc' },
  ],
  holds: async ({ call, group }, order) => {
    const error = 'Keyset pagination is not yet available for this type of request'
    answers(await call(list, { id: group.id, pagination: 'keyset', ...order } as never), 405, { error })
    answers(await call(list, { id: group.id, ...order } as never), 200)
  },
})
