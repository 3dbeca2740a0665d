import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, rowIn } from '../../kit/expect.ts'
import { forbidden } from '../../oracle/texts.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const list = 'GET /projects/:id/audit_events'

const read = 'GET /projects/:id/audit_events/:audit_event_id'

async function described({ call, project }: Stage, description: string, as: Who = 'owner'): Promise<void> {
  expectArranged(await call('PUT /projects/:id', { id: project.id, description }, { as }))
}

export const projectList = check({
  id: 'audit-events/project-list',
  says: 'A change of a project is listed among its events, the latest first, without events of other projects',
  source: 'audit-events#project-list, audit-events#order, audit-events#project-description',
  level: 'must',
  covers: [list, read],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call, project } = stage
    for (const text of ['one', 'two']) await described(stage, text)
    const reply = await call(list, { id: project.id })
    answers(reply, 200)
    const [latest = {}, before = {}] = reply.rows()
    has(latest, { entity_type: 'Project', entity_id: project.id }, reply)
    has(rowIn(latest, 'details'), { change: 'description', from: 'one', to: 'two' }, reply)
    has(rowIn(before, 'details'), { change: 'description', to: 'one' }, reply)
    const others = reply.rows().filter((row) => row.entity_id !== project.id || row.entity_type !== 'Project')
    equals('events of other scopes', others, [], reply)
    const again = await call(read, { id: project.id, audit_event_id: numberIn(latest, 'id') })
    equals('the event read again', again.json, latest, again)
  },
})

export const projectRights = check({
  id: 'audit-events/project-rights',
  says: 'Developers see only their own events of a project, and so does an administrator who acts as one by sudo',
  source: 'audit-events#project-rights, audit-events#single-event, conventions#sudo-rights',
  level: 'must',
  covers: [list, read],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call, project } = stage
    await described(stage, 'one')
    const [latest = {}] = (await call(list, { id: project.id })).rows()
    answers(await call(list, { id: project.id }, { as: 'developer' }), 200, [])
    const params = { id: project.id, audit_event_id: numberIn(latest, 'id') }
    await described(stage, 'two', 'admin')
    const acting = { as: 'admin', headers: { sudo: stage.user('developer').username } } as const
    answers(await call(list, { id: project.id }, acting), 200, [])
    const one = await call(read, params, { as: 'developer' })
    await stage.differs('S21', {
      specification: () => answers(one, forbidden.status, forbidden.body),
      real: () => answers(one, 404),
    })
  },
})
