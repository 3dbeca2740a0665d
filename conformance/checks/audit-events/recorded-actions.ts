import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { type Row, same } from '../../kit/json.ts'
import { type Audited, aboutOf, audited, targetOf, unaudited } from '../../oracle/audited.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import { roles } from '../../targets/target.ts'

const list = 'GET /projects/:id/audit_events'

const read = 'GET /projects/:id/audit_events/:audit_event_id'

/** The latest events of the project. */
async function events({ call, project }: Stage): Promise<readonly Row[]> {
  const reply = await call(list, { id: project.id, per_page: 100 })
  answers(reply, 200)
  return reply.rows()
}

/** What was done, and the events that were not there before. */
async function withEvents<Done>(stage: Stage, act: () => Promise<Done>) {
  const known = (await events(stage)).map(({ id }) => id)
  const done = await act()
  const added = (await events(stage)).filter(({ id }) => !known.includes(id ?? null))
  return { done, added }
}

/** Does something, and gives its only event. */
async function doing(stage: Stage, { what, before, does }: Audited) {
  const row = (await before?.(stage)) ?? {}
  const { done, added } = await withEvents(stage, () => does(stage, row))
  expectArranged(done)
  const [event = {}] = added
  equals(`the number of events when ${what}`, added.length, 1)
  return { event, about: aboutOf(stage, row, done) }
}

export const recordedActions = check<Audited>({
  id: 'audit-events/recorded-actions',
  says: 'Each audited action leaves exactly one event with the documented author, target and details',
  source:
    'audit-events#one-event-each, audit-events#author-and-target, audit-events#project-settings, audit-events#merge-method, audit-events#feature-access, audit-events#approval-settings, audit-events#approval-rules, audit-events#protected-branches, audit-events#members',
  level: 'should',
  covers: [list, read],
  needs: { tier: 'premium' },
  each: () => audited,
  holds: async (stage, action) => {
    const { event, about } = await doing(stage, action)
    const { project } = stage
    const owner = stage.user('owner')
    has(event, { author_id: owner.id, entity_id: project.id, entity_type: 'Project' })
    const details = rowIn(event, 'details')
    has(details, { author_name: owner.name, entity_path: project.path, ...targetOf(action, about) })
    // Some say more than can be foretold.
    for (const [name, value] of Object.entries(action.change(about)))
      if (value === null) textIn(details, name)
      else equals(`details.${name}`, details[name], value)
    const audit_event_id = numberIn(event, 'id')
    const alone = await stage.call(read, { id: project.id, audit_event_id })
    equals('the event by itself', alone.json, event, alone)
    if (!stage.has('admin')) return
    const anywhere = await stage.call('GET /audit_events/:id', { id: audit_event_id }, { as: 'admin' })
    answers(anywhere, 200, event)
  },
})

export const eventVisibility = check<Audited>({
  id: 'audit-events/event-visibility',
  says: 'An event of a project is shown to Maintainers and above, in the lists of the project and the instance only',
  source:
    'audit-events#project-rights, audit-events#project-list, audit-events#group-list, audit-events#instance-list',
  level: 'must',
  covers: [list, read, 'GET /groups/:id/audit_events', 'GET /audit_events'],
  needs: { tier: 'premium', in: 'group' },
  each: () => audited.filter((_, i) => i % 4 === 0),
  holds: async (stage, action) => {
    const { event } = await doing(stage, action)
    const { id } = stage.project
    for (const as of roles) {
      if (as !== 'anonymous' && !stage.has(as)) continue
      const reply = await stage.call(list, { id, per_page: 100 }, { as })
      const sees = ['admin', 'owner', 'maintainer'].includes(as)
      const found = reply.status === 200 && reply.rows().some((row) => row.id === event.id)
      holds(found === sees, `${as} ${sees ? 'sees' : 'does not see'} the event`, reply.status, reply)
    }
    const audit_event_id = numberIn(event, 'id')
    answers(await stage.call(read, { id, audit_event_id }, { as: 'owner' }), 200, event)
    const group = await stage.call('GET /groups/:id/audit_events', { id: stage.group.id, per_page: 100 })
    holds(
      !group.rows().some((row) => row.id === event.id),
      'the group has no event of its project',
      null,
      group,
    )
    if (!stage.has('admin')) return
    const all = await stage.call('GET /audit_events', { per_page: 100 }, { as: 'admin' })
    holds(
      all.rows().some((row) => same(row, event)),
      'the event is among all',
      null,
      all,
    )
  },
})

/** Streamed to other hosts, and kept nowhere (audit-events#streamed-only). */
const approval: Pick<Audited, 'what' | 'does'> = {
  what: 'a merge request is approved',
  does: async (stage) => {
    const row = await mergeRequest(stage, { branch: 'approved', as: 'developer' })
    return stage.call('POST /projects/:id/merge_requests/:merge_request_iid/approve', named(stage, row))
  },
}

export const noEvent = check({
  id: 'audit-events/no-event',
  says: 'Actions that are not audited, and refused ones, leave no event',
  source:
    'audit-events#no-event, audit-events#project-archived, audit-events#one-event-each, audit-events#streamed-only, protected-tags#no-audit-events, feature-flag-user-lists#no-audit-events, vulnerability-exports#no-audit-events',
  level: 'should',
  covers: [list],
  needs: { tier: 'premium', repository: true },
  holds: async (stage) => {
    for (const { what, does } of [...unaudited, approval]) {
      const { added } = await withEvents(stage, () => does(stage, {}))
      equals(`the events when ${what}`, added, [])
    }
  },
})

const approvalSettings: readonly (readonly [column: string, told: string])[] = [
  ['merge_requests_author_approval', 'prevent merge request approval from authors'],
  ['merge_requests_disable_committers_approval', 'prevent merge request approval from committers'],
  ['reset_approvals_on_push', 'require new approvals when new commits are added to an MR'],
  [
    'disable_overriding_approvers_per_merge_request',
    'prevent users from modifying MR approval rules in merge requests',
  ],
  ['require_password_to_approve', 'require user password for approvals'],
]

export const approvalSettingsRecorded = check<(typeof approvalSettings)[number]>({
  id: 'audit-events/approval-settings',
  says: 'Each setting of approvals leaves an event with its own words when it is changed',
  source: 'audit-events#approval-settings',
  level: 'should',
  covers: [list, 'POST /projects/:id/approvals'],
  needs: { tier: 'premium' },
  each: () => approvalSettings,
  holds: async (stage, [column, told]) => {
    const { id } = stage.project
    const before = (await stage.call('GET /projects/:id/approvals', { id })).row()
    const { done, added } = await withEvents(stage, () =>
      stage.call('POST /projects/:id/approvals', { id, [column]: before[column] !== true }),
    )
    expectArranged(done)
    const changes = added.map((event) => rowIn(event, 'details').change ?? null)
    equals('what changed', changes, [told])
  },
})

export const oneEventEach = check({
  id: 'audit-events/one-event-each',
  says: 'An update that changes several attributes leaves one event for each',
  source: 'audit-events#one-event-each',
  level: 'should',
  covers: [list],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { id } = stage.project
    expectArranged(await stage.call('PUT /projects/:id', { id, description: 'a', packages_enabled: true }))
    const { done, added } = await withEvents(stage, () =>
      stage.call('PUT /projects/:id', { id, description: 'b', packages_enabled: false }),
    )
    expectArranged(done)
    const changes = added.map((event) => rowIn(event, 'details').change ?? null)
    equals('what changed', [...changes].sort(), ['description', 'packages_enabled'])
  },
})
