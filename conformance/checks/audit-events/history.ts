import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, rowIn } from '../../kit/expect.ts'
import { isRow, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const ofProject = 'GET /projects/:id/audit_events'

const ofGroup = 'GET /groups/:id/audit_events'

const needs = { tier: 'premium', in: 'group' } as const

/** The details of events, the oldest first. */
function detailsOf(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => (isRow(row.details) ? row.details : {})).reverse()
}

export const projectHistory = check({
  id: 'audit-events/project-history',
  says: 'The events of a project tell of its creation, and of each change of its name, path, visibility, deploy keys and feature flags',
  source:
    'audit-events#project-created, audit-events#project-renamed, audit-events#project-visibility, audit-events#deploy-keys, audit-events#feature-flags, audit-events#later-target-id, keys#deploy-keys-audited',
  level: 'should',
  covers: [ofProject],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    const named = { name: 'One', namespace_id: group.id, visibility: 'private' }
    const id = numberIn(await anotherProject(stage, 'one', named), 'id')
    const set = async (values: Params) => expectArranged(await call('PUT /projects/:id', { id, ...values }))
    await set({ name: 'Two' })
    await set({ path: 'two' })
    await set({ visibility: group.path.includes('/') ? 'private' : 'public' })
    const key = { title: 'Robot', key: keyNamed(`${stage.prefix} audited`).line }
    const added = arranged(await call('POST /projects/:id/deploy_keys', { id, ...key }))
    const key_id = numberIn(added, 'id')
    expectArranged(await call('DELETE /projects/:id/deploy_keys/:key_id', { id, key_id }))
    const flag = { name: 'new_checkout', version: 'new_version_flag', description: 'Soon' }
    expectArranged(await call('POST /projects/:id/feature_flags', { id, ...flag }))
    const reply = await call(ofProject, { id, per_page: 100 })
    answers(reply, 200)
    const told = detailsOf(reply.rows())
    const [first = {}] = told
    has(first, { target_type: 'Project' }, reply)
    await stage.changed('audit-events#later-target-id', {
      before: () => has(first, { add: 'project', target_id: `${group.path}/one` }, reply),
      after: () => has(first, { custom_message: 'Added project', target_id: id }, reply),
    })
    const changes = told.filter(({ change }) => change !== undefined)
    const shown = changes.map(({ change, from, to }) => [change, from, to].map(String))
    const [old, renamed] = [`${group.fullName} / One`, `${group.fullName} / Two`]
    const expected = [
      ['name', old, renamed],
      ['path', `${group.path}/one`, `${group.path}/two`],
      ['visibility_level', 'Private', 'Public'],
    ]
    // Below another group the names of all groups above count, and the level cannot be chosen.
    if (!group.path.includes('/')) equals('the changes', shown, expected, reply)
    const messages = told.flatMap(({ custom_message, target_type }) =>
      custom_message === undefined || custom_message === first.custom_message
        ? []
        : [`${target_type}: ${custom_message}`],
    )
    equals(
      'the messages',
      messages,
      [
        'DeployKey: Added deploy key',
        'DeployKey: Removed deploy key',
        'FeatureFlag: Created feature flag new_checkout with description "Soon".',
      ],
      reply,
    )
  },
})

export const groupHistory = check({
  id: 'audit-events/group-history',
  says: 'The events of a group tell of its creation and of each change, from and to',
  source: 'audit-events#groups, audit-events#author-and-target, audit-events#later-target-id',
  level: 'should',
  covers: [ofGroup],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    const below = { name: 'Below', path: 'below', parent_id: group.id }
    const id = numberIn(arranged(await call('POST /groups', below)), 'id')
    expectArranged(await call('PUT /groups/:id', { id, name: 'Renamed' }))
    const reply = await call(ofGroup, { id, per_page: 100 })
    answers(reply, 200)
    const told = detailsOf(reply.rows())
    const created = told.find((it) => it.add === 'group' || it.custom_message === 'Added group') ?? {}
    has(created, { entity_path: `${group.path}/below` }, reply)
    await stage.changed('audit-events#later-target-id', {
      before: () => has(created, { add: 'group', target_id: `${group.path}/below` }, reply),
      after: () => has(created, { target_id: id }, reply),
    })
    const renamed = told.find(({ change }) => change === 'name') ?? {}
    has(renamed, { target_id: id, target_details: `${group.path}/below` }, reply)
    equals('the last part of the new name', String(renamed.to).split(' / ').at(-1), 'Renamed', reply)
    equals('the last part of the old name', String(renamed.from).split(' / ').at(-1), 'Below', reply)
  },
})

export const deletedProject = check({
  id: 'audit-events/deleted-project',
  says: 'The deletion of a project is among the events of the instance',
  source: 'audit-events#project-deleted',
  level: 'should',
  covers: ['GET /audit_events'],
  needs,
  holds: async (stage) => {
    const { call, group, project } = stage
    stage.user('admin')
    const id = numberIn(await anotherProject(stage, 'leaving', { namespace_id: group.id }), 'id')
    expectArranged(await call('DELETE /projects/:id', { id }))
    if ((await call('GET /projects/:id', { id })).status === 200)
      return stage.skip('the target deletes projects later')
    const query = { entity_type: 'Project', entity_id: id, per_page: 100 }
    const reply = await call('GET /audit_events', query, { as: 'admin' })
    // Newer releases name the group instead.
    if (stage.dialect === undefined && reply.rows().length === 0) return stage.skip('the event is elsewhere')
    const [event = {}] = reply.rows()
    has(rowIn(event, 'details'), { remove: 'project' }, reply)
    equals('the author', event.author_id, stage.user('owner').id, reply)
    answers(await call(ofProject, { id: project.id }), 200)
  },
})

export const deletedGroup = check({
  id: 'audit-events/deleted-group',
  says: 'The deletion of a group is among the events of the instance, as one of that group',
  source: 'audit-events#groups',
  level: 'should',
  covers: ['GET /audit_events'],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    stage.user('admin')
    const below = { name: 'Leaving', path: 'leaving', parent_id: group.id }
    const id = numberIn(arranged(await call('POST /groups', below)), 'id')
    expectArranged(await call('DELETE /groups/:id', { id }))
    if ((await call('GET /groups/:id', { id })).status === 200) {
      const now = { permanently_remove: true, full_path: `${group.path}/leaving` }
      expectArranged(await call('DELETE /groups/:id', { id, ...now }))
    }
    const query = { entity_type: 'Group', entity_id: id, per_page: 100 }
    const reply = await call('GET /audit_events', query, { as: 'admin' })
    const removal = reply.rows().find((row) => rowIn(row, 'details').remove === 'group') ?? {}
    has(removal, { entity_id: id, entity_type: 'Group', author_id: stage.user('owner').id }, reply)
    has(rowIn(removal, 'details'), { entity_path: `${group.path}/leaving` }, reply)
  },
})
