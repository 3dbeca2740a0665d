import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, refuses } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'
import { parseLinks } from '../../oracle/paging.ts'

const ofProject = 'GET /projects/:id/audit_events'
const ofInstance = 'GET /audit_events'

export const eventName = check({
  id: 'audit-events/event-name',
  says: 'From 17.0 on an audit event has `event_name`, a text or null',
  source: 'audit-events#later-event-name',
  level: 'should',
  covers: [ofProject],
  needs: { tier: 'premium' },
  readOnly: true,
  holds: async (stage) => {
    const reply = await stage.call(ofProject, { id: stage.project.id })
    answers(reply, 200)
    const later = { 'audit-events#later-event-name': { event_name: ['string', 'null'] } } as const
    for (const row of reply.rows()) await hasLater(stage, row, later, reply)
  },
})

export const keyset = check({
  id: 'audit-events/keyset',
  says: 'From 15.10 on the events of a project, and of the instance, are walked by cursor, and before `pagination` is ignored',
  source: 'audit-events#later-keyset',
  level: 'must',
  covers: [ofProject, ofInstance],
  needs: { tier: 'premium', role: 'admin', in: 'group' },
  holds: async (stage) => {
    const { id } = stage.project
    for (const description of ['one', 'two']) await stage.call('PUT /projects/:id', { id, description })
    await anotherProject(stage, 'more', { namespace_id: stage.group.id })
    for (const operation of [ofProject, ofInstance] as const) {
      const place = operation === ofProject ? { id } : {}
      const reply = await stage.call(operation, {
        ...place,
        pagination: 'keyset',
        order_by: 'id',
        sort: 'desc',
        per_page: 1,
      })
      answers(reply, 200)
      const cursors = parseLinks(reply.headers.link).filter(({ url }) =>
        new URL(url).searchParams.has('cursor'),
      )
      await stage.changed('audit-events#later-keyset', {
        before: () => equals('links by cursor', cursors, [], reply),
        after: () => {
          holds(cursors.length > 0 || reply.rows().length === 0, 'a cursor leads on', cursors.length, reply)
          equals('X-Total', reply.headers['x-total'], undefined, reply)
        },
      })
    }
  },
})

export const instanceScope = check({
  id: 'audit-events/instance-scope',
  says: 'From 17.3 on the events of the instance can be narrowed to what concerns the instance itself',
  source: 'audit-events#later-instance-scope',
  level: 'must',
  covers: [ofInstance],
  needs: { tier: 'premium', role: 'admin', project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const entity_type = 'Gitlab::Audit::InstanceScope'
    const reply = await stage.call(ofInstance, { entity_type })
    await stage.changed('audit-events#later-instance-scope', {
      before: () => refuses(reply, 'entity_type does not have a valid value'),
      after: () => {
        answers(reply, 200)
        holds(
          reply.rows().every((row) => row.entity_type === entity_type),
          'each has that type',
          null,
          reply,
        )
      },
    })
  },
})
