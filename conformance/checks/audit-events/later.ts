import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, refuses } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import { parseLinks } from '../../oracle/paging.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

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

export const runnerEvents = check({
  id: 'audit-events/runner-events',
  says: 'From 17.8 on the event of a runner that a user creates says so, and from 17.7 on that of its deletion tells that it was never heard of',
  source: 'audit-events#later-runner-created, audit-events#later-runner-contact, audit-events#runners',
  level: 'must',
  covers: [ofProject, 'POST /user/runners', 'DELETE /runners/:id'],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { id: project_id } = stage.project
    const wish = { runner_type: 'project_type', project_id }
    const { id } = arranged(await stage.call('POST /user/runners', wish))
    const latest = async () => {
      const reply = await stage.call(ofProject, { id: project_id })
      const { details } = reply.rows()[0] ?? {}
      return { reply, text: isRow(details) ? details.custom_message : undefined }
    }
    const made = await latest()
    await stage.changed('audit-events#later-runner-created', {
      before: () => equals('the event', made.text, 'Registered project CI runner', made.reply),
      after: () => equals('the event', made.text, 'Created project CI runner', made.reply),
    })
    expectArranged(await stage.call('DELETE /runners/:id', { id: Number(id) }))
    const gone = await latest()
    await stage.changed('audit-events#later-runner-contact', {
      before: () => equals('the event', gone.text, 'Unregistered project CI runner', gone.reply),
      after: () =>
        equals('the event', gone.text, 'Unregistered project CI runner, never contacted', gone.reply),
    })
  },
})
