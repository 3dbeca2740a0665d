import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const list = 'GET /projects/:id/audit_events'

const read = 'GET /projects/:id/audit_events/:audit_event_id'

const needs = { tier: 'premium' } as const

async function latest({ call, project }: Stage): Promise<Row> {
  const reply = await call(list, { id: project.id }, { as: 'owner' })
  answers(reply, 200)
  return reply.rows()[0] ?? {}
}

export const object = check({
  id: 'audit-events/object',
  says: 'An event has its author, entity, target and time, and `from` and `to` in its details are texts',
  source:
    'audit-events#object, audit-events#details, audit-events#from-and-to, audit-events#author-email, audit-events#ip-address',
  level: 'must',
  covers: [list, read],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const set = (values: Params) => call('PUT /projects/:id', { id: project.id, ...values })
    expectArranged(await set({ allow_merge_on_skipped_pipeline: true }))
    const event = await latest(stage)
    names(event, ['id', 'author_id', 'entity_id', 'entity_type', 'details', 'created_at'])
    has(event, {
      author_id: stage.user('owner').id,
      entity_id: project.id,
      entity_type: 'Project',
    })
    holds(!Number.isNaN(Date.parse(textIn(event, 'created_at'))), 'created_at is a time', event.created_at)
    const details = rowIn(event, 'details')
    names(details, ['author_name', 'target_id', 'target_type', 'target_details', 'ip_address', 'entity_path'])
    const address = details.ip_address
    holds(address === null || typeof address === 'string', 'ip_address is a text or null', address)
    // The service sends it since release 15.9.
    const { author_email = stage.dialect === undefined ? '' : null } = details
    holds(typeof author_email === 'string', 'author_email is a text', author_email)
    has(details, { change: 'allow_merge_on_skipped_pipeline', from: '', to: 'true' })
    has(details, { target_id: project.id, target_type: 'Project', target_details: project.path })
    const one = await call(read, { id: project.id, audit_event_id: numberIn(event, 'id') })
    answers(one, 200, event)
  },
})

export const impersonation = check({
  id: 'audit-events/impersonation',
  says: 'An event that an administrator causes as somebody else has that user as its author and names the administrator',
  source: 'audit-events#impersonation',
  level: 'should',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const admin = stage.user('admin')
    const owner = stage.user('owner')
    const as = { as: 'admin', headers: { sudo: owner.username } } as const
    expectArranged(await call('PUT /projects/:id', { id: project.id, merge_method: 'ff' }, as))
    const event = await latest(stage)
    equals('the author', event.author_id, owner.id)
    equals(
      'the message',
      rowIn(event, 'details').custom_message,
      `Changed merge method to Fast-forward merge (by ${admin.name})`,
    )
  },
})

export const authorEmail = check({
  id: 'audit-events/author-email',
  says: 'An event has the address that its author has now, not the one that they had',
  source: 'audit-events#author-email',
  level: 'should',
  covers: [list],
  needs: { ...needs, rewinds: true },
  holds: async (stage) => {
    const { call, project } = stage
    const as = 'admin'
    const author = await createdUser(stage, 'author', as)
    const user_id = numberIn(author, 'id')
    expectArranged(await call('POST /projects/:id/members', { id: project.id, user_id, access_level: 40 }))
    const headers = { sudo: textIn(author, 'username') }
    expectArranged(await call('PUT /projects/:id', { id: project.id, merge_method: 'ff' }, { as, headers }))
    const told = async () => rowIn(await latest(stage), 'details').author_email
    if ((await told()) === undefined) stage.skip('the target does not send the address')
    equals('the address at first', await told(), author.email)
    const email = `${stage.prefix}-moved@example.com`.toLowerCase()
    const moved = { id: user_id, email, skip_reconfirmation: true }
    expectArranged(await call('PUT /users/:id', moved, { as }))
    equals('the address afterwards', await told(), email)
  },
})
