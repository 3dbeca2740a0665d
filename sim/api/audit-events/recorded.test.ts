import { describe, expect, test } from 'vitest'
import type { Calls, Reply } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import {
  type Action,
  auditedActions,
  KEY,
  makesRule,
  masked,
  people,
  RUNNER,
  ruleBody,
  set,
} from './testing/audited-actions.ts'

const here = perTest({ clock: 'frozen' })
const actions = auditedActions(here)

/** Does something, and gives what was recorded of it, the latest first. */
function recorded({ after, by = 'alice', does }: Pick<Action, 'after' | 'by' | 'does'>) {
  const calls = here.as(by)
  const before = after?.(calls).json
  const count = here.sim.world.auditEvents.size
  const { status, json: made } = does(calls, before)
  expect(status).toBeLessThan(300)
  const added = here.sim.world.auditEvents.size - count
  const events = here.as('root').get(`/audit_events?per_page=${added || 1}`).json
  // The bots of a project or group end with it, each with an event of its own.
  const own = events.filter(({ details }: Reply['json']) => details.remove !== 'user')
  return { events: added === 0 ? [] : own, made, before }
}

const given = <T>(
  value: T | ((made: Reply['json'], before: Reply['json']) => T),
  ...args: [Reply['json'], Reply['json']]
): T =>
  typeof value === 'function' ? (value as (...args: [Reply['json'], Reply['json']]) => T)(...args) : value

describe.each(Object.entries(actions))('%s', (_, action) => {
  test('leaves exactly one event', () => {
    const { events, made, before } = recorded(action)
    const person = people[action.by ?? 'alice']
    const nobody = { id: -1, name: masked(before?.token ?? ''), email: null }
    const { id, name, email } = action.byToken ? nobody : person
    const { entity_path, ...entity } = given(action.scope, made, before)
    expect(events).toEqual([
      {
        id: events[0]?.id,
        author_id: id,
        ...entity,
        details: {
          ...given(action.change, made, before),
          author_name: name,
          author_email: email,
          ...given(action.target, made, before),
          ip_address: null,
          entity_path,
        },
        created_at: '2024-01-01T00:00:00.000Z',
      },
    ])
  })

  test('is seen by those who may, in its own scope alone', () => {
    const { events } = recorded(action)
    const [{ id, entity_type, entity_id }] = events
    const pages = { Project: `/projects/${entity_id}`, Group: `/groups/${entity_id}` }
    const own = pages[entity_type as keyof typeof pages]
    const all = ['root', 'alice', 'bob']
    const readers = { '/projects/1': all, '/projects/2': all, '/groups/1': ['root', 'alice'] }
    for (const place of ['/projects/1', '/projects/2', '/groups/1', '/groups/2'] as const) {
      if (here.as('root').get(place).status === 404) continue
      const expected = place === own ? (readers[place as keyof typeof readers] ?? []) : []
      expect([place, seeing(`${place}/audit_events`, id)]).toEqual([place, expected])
    }
    expect(seeing('/audit_events', id)).toEqual(['root'])
  })
})

const everybody = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined]

/** Who finds an event in a list. */
function seeing(path: string, id: number) {
  return everybody.filter((user) => {
    const { status, json } = here.as(user).get(path)
    return status === 200 && json.some((row: Row) => row.id === id)
  })
}

interface Row {
  readonly id: number
  readonly details: { readonly [key: string]: unknown }
}

describe('one request', () => {
  test('leaves an event for each thing that auditors watch', () => {
    const { events } = recorded({ does: set({ name: 'Shop', wiki_enabled: false, squash_option: 'never' }) })
    expect(events.map(({ details }: Row) => details.change ?? details.custom_message)).toEqual([
      'wiki',
      'Changed squash option to Do not allow',
      'name',
    ])
  })

  test('that makes a rule tells of its approvers too', () => {
    const { events } = recorded({ does: makesRule({ ...ruleBody, user_ids: [3, 4], group_ids: [1] }) })
    expect(events.map(({ details }: Row) => details.custom_message)).toEqual([
      'Added Group Acme to approval group on Reviewers rule',
      'Added User Carol Çelik to approval group on Reviewers rule',
      'Added User Bob Baker to approval group on Reviewers rule',
      'Added approval rule with number of required approvals of 1',
    ])
  })
})

// Actions that the service does not record, or only streams (audit-events#one-event-each), and actions without a change.
test.each<[string, (calls: Calls) => Reply]>([
  ['the same values once more', set({ name: 'Webapp', merge_method: 'merge', issues_enabled: true })],
  ['a setting that nobody watches', set({ ci_config_path: 'ci.yml', autoclose_referenced_issues: false })],
  ['an approval', (it) => it.post('/projects/1/merge_requests/36/approve')],
  ['a merge', (it) => it.put('/projects/1/merge_requests/36/merge')],
  ['a rule of a merge request', (it) => it.post('/projects/1/merge_requests/36/approval_rules', ruleBody)],
  ['a protected tag', (it) => it.post('/projects/1/protected_tags', { name: 'w*' })],
  ['the end of a protected tag', (it) => it.delete('/projects/1/protected_tags/v*')],
  ['a user list', (it) => it.post('/projects/1/feature_flags_user_lists', { name: 'New', user_xids: 'a' })],
  ['a changed runner', (it) => it.put(`/runners/${RUNNER}`, { description: 'New' })],
  [
    'a setting of the installation',
    () => here.as('root').put('/application/settings', { signup_enabled: false }),
  ],
  ['an SSH key', (it) => it.post('/user/keys', { title: 'Mine', key: KEY })],
  ['an export of vulnerabilities', (it) => it.post('/security/projects/1/vulnerability_exports')],
  ['a milestone', (it) => it.post('/projects/1/milestones', { title: 'New' })],
  ['what is refused', (it) => it.put('/projects/1', { name: 'Shop', path: '-' })],
  ['what is read', (it) => it.get('/projects/1/audit_events')],
])('%s leaves no event', (_, does) => {
  const count = here.sim.world.auditEvents.size
  does(here.as('alice'))
  expect(here.sim.world.auditEvents.size).toBe(count)
})

test('an event holds the address from which the request came', () => {
  const headers = { 'content-type': 'application/json' }
  const sent = { headers, body: '{"name":"Shop"}', address: '192.0.2.77' }
  here.as('alice').send('PUT', '/projects/1', sent)
  const [{ details }] = here.as('alice').get('/projects/1/audit_events').json
  expect(details.ip_address).toBe('192.0.2.77')
})

test('an event of somebody as whom an administrator acts names the administrator', () => {
  const acts = (does: (calls: Calls) => Reply) => {
    does(here.as('root'))
    const [{ author_id, details }] = here.as('root').get('/audit_events?per_page=1').json
    return [author_id, details.author_name, details.custom_message ?? details.change]
  }
  const method = { merge_method: 'ff' }
  const told = 'Changed merge method to Fast-forward merge'
  expect(acts((it) => it.put('/projects/1', method))).toEqual([1, 'Administrator', told])
  expect(acts((it) => it.put('/projects/2?sudo=alice', method))).toEqual([
    2,
    'Alice Archer',
    `${told} (by Administrator)`,
  ])
  expect(acts((it) => it.put('/projects/2?sudo=alice', { name: 'Shop' }))).toEqual([
    2,
    'Alice Archer',
    'name',
  ])
})
