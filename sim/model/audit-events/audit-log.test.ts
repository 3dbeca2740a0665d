import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { noTarget, recordAudit, setAuditOrigin } from './audit-log.ts'

const here = perTest()
const author = { id: 2, name: 'Alice Archer' }

describe('what happens to the installation', () => {
  const change = { custom_message: 'Registered instance CI runner' }

  test('is shown to administrators, under an entity that no filter selects', () => {
    recordAudit(here.sim.world, { author, scope: { instance: true }, target: noTarget, change }, 0)
    const [event] = here.as('root').get('/audit_events?per_page=1').json
    expect(event).toMatchObject({
      author_id: 2,
      entity_id: 1,
      entity_type: 'Gitlab::Audit::InstanceScope',
      details: { ...change, target_id: null, target_type: null, entity_path: 'gitlab_instance' },
    })
    const query = 'entity_type=Gitlab%3A%3AAudit%3A%3AInstanceScope'
    expect(here.as('root').get(`/audit_events?${query}`).status).toBe(400)
  })

  test('may be done by something that is no user', () => {
    const token = { id: -1, name: 'Registration token: GR134894' }
    recordAudit(here.sim.world, { author: token, scope: { instance: true }, change }, 0)
    const [event] = here.as('root').get('/audit_events?per_page=1').json
    expect([event.author_id, event.details.author_name, event.details.author_email]).toEqual([
      -1,
      token.name,
      null,
    ])
  })
})

test('only events that a request recorded get its address', () => {
  const before = here.sim.world
  const latest = before.auditEvents.last()
  const world = before.fork()
  const scope = { user: world.users.require(2) }
  const { id } = recordAudit(world, { author, scope, change: { custom_message: 'Sign-in' } }, 0)
  setAuditOrigin(before, world, { address: '192.0.2.1', impersonator: world.users.require(1) })
  expect(world.auditEvents.get(latest?.id ?? 0)).toBe(latest)
  expect(world.auditEvents.require(id)).toMatchObject({
    ipAddress: '192.0.2.1',
    change: { custom_message: 'Sign-in (by Administrator)' },
  })
})
