import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, refuses } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { forbidden, recordMissing, unauthorized } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import { roles } from '../../targets/target.ts'

const list = 'GET /audit_events'

const read = 'GET /audit_events/:id'

const needs = { tier: 'premium', role: 'admin' } as const

async function described({ call, project }: Stage): Promise<void> {
  expectArranged(await call('PUT /projects/:id', { id: project.id, description: 'audited' }, { as: 'owner' }))
}

export const instanceRights = check({
  id: 'audit-events/instance-rights',
  says: 'The events of the instance are for administrators: others get 403, anonymous callers 401, whether an event exists or not',
  source: 'audit-events#instance-rights, audit-events#rights-before-parameters',
  level: 'must',
  covers: [list, read],
  needs: { tier: 'premium', project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    for (const as of roles) {
      if (as === 'admin' || (as !== 'anonymous' && !stage.has(as))) continue
      const refusal = as === 'anonymous' ? unauthorized : forbidden
      for (const reply of [
        await stage.call(list, {}, { as }),
        await stage.call(list, { entity_id: 1 }, { as }),
        await stage.call(read, { id: 987_654_321 }, { as }),
      ])
        answers(reply, refusal.status, refusal.body)
    }
  },
})

export const entityFilter = check({
  id: 'audit-events/entity-filter',
  says: '`entity_type` and `entity_id` list exactly the events of that entity',
  source: 'audit-events#entity-filter',
  level: 'must',
  covers: [list],
  needs,
  each: () => ['User', 'Group', 'Project'] as const,
  holds: async (stage, entity_type: 'User' | 'Group' | 'Project') => {
    await described(stage)
    const reply = await stage.call(list, { entity_type, per_page: 100 })
    const kinds = reply.rows().filter((row) => row.entity_type !== entity_type)
    equals('events of other kinds', kinds, [], reply)
    const [first] = reply.rows()
    if (first === undefined) return stage.observe('no event of the kind', entity_type)
    const entity_id = numberIn(first, 'entity_id')
    const one = await stage.call(list, { entity_type, entity_id, per_page: 100 })
    const strangers = one
      .rows()
      .filter((row) => row.entity_type !== entity_type || row.entity_id !== entity_id)
    equals('events of others', strangers, [], one)
    holds(
      one.rows().some((row) => row.id === first.id),
      'the event is among those of its own',
      null,
      one,
    )
    answers(await stage.call(list, { entity_type, entity_id: 987_654_321 }), 200, [])
  },
})

export const instanceList = check({
  id: 'audit-events/instance-list',
  says: 'The events of the instance include those of projects, as the projects list them',
  source: 'audit-events#instance-list',
  level: 'should',
  covers: [list, read],
  needs: { ...needs, in: 'group' },
  holds: async (stage) => {
    await described(stage)
    const { id } = stage.project
    const [own = {}] = (await stage.call('GET /projects/:id/audit_events', { id })).rows()
    answers(await stage.call(read, { id: numberIn(own, 'id') }), 200, own)
    const ofProject = await stage.call(list, { entity_type: 'Project', entity_id: id, per_page: 100 })
    const whole = await stage.call('GET /projects/:id/audit_events', { id, per_page: 100 })
    equals('the events of the project', ofProject.json, whole.json, ofProject)
    const latest = numberIn(own, 'id')
    const below = { name: 'Later', path: 'later', parent_id: stage.group.id }
    const group = numberIn(arranged(await stage.call('POST /groups', below)), 'id')
    const all = (await stage.call(list, { per_page: 100 })).rows()
    const since = all.filter((row) => numberIn(row, 'id') > latest)
    const ofGroup = since.some((row) => row.entity_type === 'Group' && row.entity_id === group)
    holds(ofGroup, 'those of a group are among them', since)
  },
})

export const invalidEntity = check<readonly [params: Params, text: string]>({
  id: 'audit-events/invalid-entity',
  says: 'An unknown `entity_type`, or an `entity_id` without `entity_type`, answers 400',
  source: 'audit-events#entity-filter, audit-events#entity-id-alone',
  level: 'must',
  covers: [list],
  needs: { ...needs, project: 'none' },
  readOnly: true,
  each: () => [
    [{ entity_type: 'Sheep' }, 'entity_type does not have a valid value'],
    [{ entity_type: 'user' }, 'entity_type does not have a valid value'],
    [{ entity_id: 1 }, 'entity_type is missing'],
    [{ entity_type: 'User', entity_id: 'one' }, 'entity_id is invalid'],
  ],
  holds: async ({ call }, [params, text]) => refuses(await call(list, params), text),
})

export const unknown = check({
  id: 'audit-events/unknown',
  says: 'An unknown event, or one of another project or group, answers 404',
  source: 'audit-events#unknown',
  level: 'must',
  covers: [
    read,
    'GET /projects/:id/audit_events/:audit_event_id',
    'GET /groups/:id/audit_events/:audit_event_id',
  ],
  needs: { ...needs, in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    await described(stage)
    const [ofProject = {}] = (await call('GET /projects/:id/audit_events', { id: project.id })).rows()
    const [ofGroup = {}] = (await call('GET /groups/:id/audit_events', { id: group.id })).rows()
    const place = { namespace_id: group.id }
    const other = numberIn(await anotherProject(stage, 'neighbour', place), 'id')
    const [ofNeighbour = {}] = (await call('GET /projects/:id/audit_events', { id: other })).rows()
    const inProject = 'GET /projects/:id/audit_events/:audit_event_id'
    const inGroup = 'GET /groups/:id/audit_events/:audit_event_id'
    for (const reply of [
      await call(read, { id: 987_654_321 }),
      await call(inProject, { id: project.id, audit_event_id: 987_654_321 }),
      await call(inGroup, { id: group.id, audit_event_id: 987_654_321 }),
      await call(inProject, { id: project.id, audit_event_id: numberIn(ofGroup, 'id') }),
      await call(inProject, { id: project.id, audit_event_id: numberIn(ofNeighbour, 'id') }),
      await call(inGroup, { id: group.id, audit_event_id: numberIn(ofProject, 'id') }),
    ])
      answers(reply, recordMissing.status, recordMissing.body)
  },
})

export const withoutLicence = check({
  id: 'audit-events/without-licence',
  says: 'Audit events answer 403 without a premium licence, to administrators too',
  source: 'audit-events#licence',
  level: 'must',
  covers: [list, 'GET /projects/:id/audit_events', 'GET /groups/:id/audit_events'],
  needs: { tier: 'unlicensed', role: 'admin', in: 'group' },
  holds: async ({ call, project, group }) => {
    for (const reply of [
      await call(list),
      await call(read, { id: 1 }),
      await call('GET /projects/:id/audit_events', { id: project.id }),
      await call('GET /projects/:id/audit_events/:audit_event_id', { id: project.id, audit_event_id: 1 }),
      await call('GET /groups/:id/audit_events', { id: group.id }),
      await call('GET /groups/:id/audit_events/:audit_event_id', { id: group.id, audit_event_id: 1 }),
    ])
      answers(reply, forbidden.status, forbidden.body)
  },
})
