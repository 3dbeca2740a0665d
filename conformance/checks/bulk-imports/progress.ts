import fc from 'fast-check'
import { anotherGroup } from '../../arrange/groups.ts'
import { setInstanceFeature } from '../../arrange/instance-settings.ts'
import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, has, holds, lacks, names, numberIn, textIn } from '../../kit/expect.ts'
import { isRow, isRows, type Json, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { lookAtMigrations, type Migrations, migrationCommands } from '../../oracle/commands/migrations.ts'
import {
  allEntities,
  anyEntities,
  anyEntity,
  arrivalOf,
  arriving,
  begun,
  entityOf,
  isOver,
  itsEntities,
  itself,
  list,
  needsMigrations,
  one,
  oneEntity,
  over,
  seesDestinations,
  start,
  withAddress,
} from '../../oracle/migrations.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

export const session = check({
  id: 'bulk-imports/session',
  says: 'Migrations and entities move from created over started to an end, and a migration ends as its entities do',
  source: 'bulk-imports#migration-states, bulk-imports#migration-end, bulk-imports#entity-states',
  level: 'must',
  covers: [start, list, one, itsEntities],
  needs: { in: 'group' },
  share: 0.5,
  over: () => fc.commands([...migrationCommands], { maxCommands: 10 }),
  holds: async (stage, commands) => {
    await needsMigrations(stage)
    const model: Migrations = new Map()
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await lookAtMigrations().run(model, stage)
  },
})

export const groupContent = check({
  id: 'bulk-imports/group-content',
  says: 'A migrated group has the settings, labels, milestones, badges, boards and subgroups of its source, and each subgroup is an entity',
  source: 'bulk-imports#stages, bulk-imports#new-group, bulk-imports#entity-ids',
  level: 'must',
  covers: [start, itsEntities, allEntities, oneEntity],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { group } = stage
    expectArranged(await stage.call('POST /groups', { name: 'Inner', path: 'inner', parent_id: group.id }))
    const decided = {
      subgroup_creation_level: 'owner',
      project_creation_level: 'maintainer',
      default_branch_protection: 1,
      lfs_enabled: false,
    }
    expectArranged(await stage.call('PUT /groups/:id', { id: group.id, description: 'Moves', ...decided }))
    const address = 'https://example.com/%{project_path}'
    const badge = { name: 'Build', link_url: address, image_url: address }
    expectArranged(await stage.call('POST /groups/:id/badges', { id: group.id, ...badge }))
    const labels: number[] = []
    for (const name of ['Red', 'Green']) {
      const label = { id: group.id, name, color: '#aabbcc', description: `All that is ${name}` }
      const made = await stage.call('POST /groups/:id/labels', label)
      labels.push(numberIn(arranged(made), 'id'))
    }
    const board = await stage.call('POST /groups/:id/boards', { id: group.id, name: 'Planning' })
    // Not every plan has boards of groups.
    const planned = board.status !== 403
    if (planned) {
      const at = { id: group.id, board_id: numberIn(arranged(board), 'id') }
      for (const label_id of labels)
        expectArranged(await stage.call('POST /groups/:id/boards/:board_id/lists', { ...at, label_id }))
    }
    const title = 'Comes along'
    const dates = { description: 'Soon', start_date: '2030-01-01', due_date: '2030-02-01' }
    const made = await stage.call('POST /groups/:id/milestones', { id: group.id, title, ...dates })
    const done = { id: group.id, milestone_id: numberIn(arranged(made), 'id'), state_event: 'close' }
    expectArranged(await stage.call('PUT /groups/:id/milestones/:milestone_id', done))
    const { entity, path } = await arriving(stage, 'arrived')
    const { id } = await begun(stage, [entity])
    const ended = await over(stage, id)
    const there = await stage.call('GET /groups/:id', { id: path })
    const below = await stage.call('GET /groups/:id', { id: `${path}/inner` })
    const milestones = await stage.call('GET /groups/:id/milestones', { id: path })
    const entities = await stage.call(itsEntities, { import_id: id, per_page: 100, sort: 'asc' })
    const badges = await stage.call('GET /groups/:id/badges', { id: path })
    const boards = await stage.call('GET /groups/:id/boards', { id: path })
    const arrived = await stage.call('GET /groups/:id/labels', { id: path, include_ancestor_groups: false })
    equals('the status', ended.status, 'finished')
    answers(there, 200)
    answers(below, 200)
    has(there.row(), { description: 'Moves', ...decided }, there)
    const colours = arrived
      .rows()
      .map(({ name, color, description }) => [name ?? null, String(color).toLowerCase(), description ?? null])
    equals(
      'the labels',
      colours.sort(),
      ['Green', 'Red'].map((name) => [name, '#aabbcc', `All that is ${name}`]),
      arrived,
    )
    equals('the number of badges', badges.rows().length, 1, badges)
    has(badges.rows()[0] ?? {}, badge, badges)
    const lists = boards.rows().map((row) => [row.name ?? null, ...labelsOf(row)])
    if (planned) equals('the boards', lists, [['Planning', 'Red', 'Green']], boards)
    equals('the number of milestones', milestones.rows().length, 1, milestones)
    has(milestones.rows()[0] ?? {}, { title, state: 'closed', ...dates }, milestones)
    const [top] = entities.rows()
    has(top ?? {}, { status: 'finished', namespace_id: there.row().id ?? null, parent_id: null }, entities)
    has(top ?? {}, { destination_full_path: there.row().full_path ?? null }, entities)
    const child = entities.rows().find((row) => row.source_full_path === `${group.path}/inner`)
    holds(child !== undefined, 'the group below is an entity', entities.json, entities)
    has(child, { parent_id: top?.id ?? null, namespace_id: below.row().id ?? null }, entities)
    const everywhere = await stage.call(allEntities, { per_page: 100 })
    for (const row of [top ?? {}, child]) {
      const alone = await stage.call(oneEntity, { import_id: id, entity_id: numberIn(row, 'id') })
      equals('the entity by itself', alone.json, row, alone)
      const listed = everywhere.rows().find((it) => it.id === row.id)
      equals('the entity among those of all migrations', listed, row, everywhere)
    }
  },
})

export const groupEpics = check({
  id: 'bulk-imports/group-epics',
  says: 'A migrated group has the epics of its source with their numbers, texts, labels, dates, states and notes',
  source: 'bulk-imports#stages, bulk-imports#epics-migrated',
  level: 'should',
  covers: [start, itsEntities],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    expectArranged(await call('POST /groups/:id/labels', { id, name: 'Far', color: '#aabbcc' }))
    const made: number[] = []
    for (const wish of [
      { title: 'Gone', description: null },
      { title: 'Later', description: 'Some day', labels: 'Far', confidential: true },
      { title: 'Done', start_date_fixed: '2023-01-02', start_date_is_fixed: true },
    ]) {
      const epic = arranged(await call('POST /groups/:id/epics', { id, ...wish }))
      made.push(numberIn(epic, 'iid'))
    }
    const [first = 0, , last = 0] = made
    // Notes name an epic by its number in the group.
    const noted = { id, epic_id: last, body: 'Well done' }
    expectArranged(await call('POST /groups/:id/epics/:epic_id/notes', noted))
    expectArranged(await call('DELETE /groups/:id/epics/:epic_iid', { id, epic_iid: first }))
    expectArranged(
      await call('PUT /groups/:id/epics/:epic_iid', { id, epic_iid: last, state_event: 'close' }),
    )
    const shown = async (of: number | string) => {
      const reply = await call('GET /groups/:id/epics', { id: of, sort: 'asc', order_by: 'title' })
      return reply.rows().map((row) => epicColumns.map((name) => row[name] ?? null))
    }
    const before = await shown(id)
    const { entity, path } = await arriving(stage, 'planned')
    await over(stage, (await begun(stage, [entity])).id)
    const after = await shown(path)
    equals('the epics', after, before)
    const notes = await call('GET /groups/:id/epics/:epic_id/notes', { id: path, epic_id: last })
    // Whose author is not known there is told below the text.
    const texts = notes.rows().map(({ body }) => String(body).split('\n', 1)[0] ?? '')
    holds(texts.includes('Well done'), 'the note came along', texts, notes)
  },
})

const epicColumns =
  'iid title description state labels confidential color start_date_fixed start_date_is_fixed'.split(' ')

function labelsOf(board: Row): Json[] {
  const lists = isRows(board.lists) ? board.lists : []
  return lists.map(({ label }) => (isRow(label) ? (label.name ?? null) : null))
}

export const migratedMember = check({
  id: 'bulk-imports/migrated-member',
  says: 'A member of a migrated group is a member of the new one, with the same level and the same end',
  source: 'bulk-imports#stages, bulk-imports#members-migrated',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { group } = stage
    // Members are known by their public addresses.
    const role = await withAddress(stage)
    if (role === undefined) return stage.skip('no member shows an address')
    const { id: user_id } = stage.user(role)
    const expires_at = await nextWeek(stage)
    const member = { id: group.id, user_id, access_level: 20, expires_at }
    expectArranged(await stage.call('PUT /groups/:id/members/:user_id', member))
    const { entity, path } = await arriving(stage, 'with-member')
    await over(stage, (await begun(stage, [entity])).id)
    const there = await stage.call('GET /groups/:id/members/:user_id', { id: path, user_id })
    answers(there, 200)
    has(there.row(), { access_level: 20, expires_at }, there)
  },
})

export const cappedVisibility = check({
  id: 'bulk-imports/capped-visibility',
  says: 'A public group that is migrated into a private one is private there',
  source: 'bulk-imports#new-group',
  level: 'must',
  covers: [start],
  needs: { in: 'group', project: 'public' },
  holds: async (stage) => {
    const into = textIn(await anotherGroup(stage, 'into', { visibility: 'private' }), 'full_path')
    const wish = entityOf(stage, stage.group.path, 'Guest', into)
    const { id } = await begun(stage, [wish])
    await over(stage, id)
    const there = await stage.call('GET /groups/:id', { id: arrivalOf(wish) })
    answers(there, 200)
    has(there.row(), { path: wish.destination_slug, visibility: 'private' }, there)
  },
})

export const failedEntity = check({
  id: 'bulk-imports/failed-entity',
  says: 'An entity that cannot arrive, as its destination is missing or was taken meanwhile, is failed and lists its failures, and a migration without another entity is failed',
  source:
    'bulk-imports#failed-entity, bulk-imports#failure-object, bulk-imports#migration-end, bulk-imports#entity-object, bulk-imports#destination-unchecked',
  level: 'must',
  covers: [start, one, oneEntity],
  needs: { in: 'group' },
  holds: async (stage) => {
    const wish = await anyEntity(stage)
    // Where a missing destination is refused, the first of two leaves none for the other.
    const wishes = seesDestinations(stage) ? [wish, wish] : [wish]
    const { id } = await begun(stage, wishes)
    const ended = await over(stage, id)
    equals('the status', ended.status, wishes.length === 1 ? 'failed' : 'finished')
    const [began, changed] = [textIn(ended, 'created_at'), textIn(ended, 'updated_at')]
    holds(changed > began, 'the end of a migration is its last change', [began, changed])
    const [entity = {}] = (await stage.call(itsEntities, { import_id: id, status: 'failed' })).rows()
    const entity_id = numberIn(entity, 'id')
    const reply = await stage.call(oneEntity, { import_id: id, entity_id })
    const row = reply.row()
    has(row, { status: 'failed', namespace_id: null, project_id: null, bulk_import_id: id }, reply)
    names(row, ['id', 'parent_id', 'created_at', 'updated_at'], reply)
    const { source_type: _type, ...sent } = wish
    has(row, sent, reply)
    // The specification has less.
    if (stage.dialect !== undefined) {
      names(row, ['entity_type', 'destination_full_path', 'migrate_projects'], reply)
      equals('the deprecated name', row.destination_name, wish.destination_slug, reply)
    }
    const failures = isRows(row.failures) ? row.failures : []
    holds(failures.length > 0, 'it tells of a failure', row.failures, reply)
    for (const failure of failures) {
      names(failure, ['relation', 'exception_message', 'exception_class', 'correlation_id_value'], reply)
      const isShort = (longest: number) =>
        holds(textIn(failure, 'exception_message').length <= longest, 'the message is short', failure, reply)
      await stage.changed('bulk-imports#later-failures', {
        before: () => {
          names(failure, ['step', 'created_at', 'pipeline_class', 'pipeline_step'], reply)
          equals('the step', failure.step, failure.pipeline_step, reply)
          isShort(72)
        },
        after: () => {
          names(failure, ['source_url', 'source_title'], reply)
          isShort(255)
        },
      })
    }
  },
})

export const updatedAt = check({
  id: 'bulk-imports/updated-at',
  says: 'The update time of a migration moves when it starts and when it ends, and stays between two readings in the same status; that of its entity moves when it ends, too',
  source:
    'bulk-imports#accepted, bulk-imports#migration-states, bulk-imports#migration-object, bulk-imports#entity-states',
  level: 'should',
  covers: [start, one, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { entity } = await arriving(stage, 'timed')
    const itsChange = async (import_id: number) => {
      const [row = {}] = (await stage.call(itsEntities, { import_id })).rows()
      return { time: textIn(row, 'updated_at'), over: isOver(row.status) }
    }
    let before = ''
    const { id, row } = await begun(stage, [entity])
    equals('the first change of a new migration', row.updated_at, row.created_at)
    const times = new Map([[String(row.status), textIn(row, 'updated_at')]])
    const look = async () => {
      const reply = await stage.call(one, { import_id: id })
      const [status, time] = [textIn(reply.row(), 'status'), textIn(reply.row(), 'updated_at')]
      equals(`the last change while it is ${status}`, time, times.get(status) ?? time, reply)
      times.set(status, time)
      const its = await itsChange(id)
      if (!its.over) before = its.time
      return reply
    }
    const ended = (reply: Reply) => isOver(reply.row().status)
    await stage.until(look, ended, { seconds: 60, reason: 'the migration takes more than a minute' })
    await look()
    const last = (await itsChange(id)).time
    holds(last > before, 'the end of an entity is its last change', [before, last])
    const changes = [...times.values()]
    equals('the last changes, one for each status', changes, [...new Set(changes)].sort())
  },
})

export const missingSource = check({
  id: 'bulk-imports/missing-source',
  says: 'An entity whose source group does not exist fails, and the long text of its failure is cut to 72 characters, until 16.6; later releases refuse it',
  source:
    'bulk-imports#failed-entity, bulk-imports#failure-object, bulk-imports#destination-unchecked, bulk-imports#later-source-group',
  level: 'should',
  covers: [start, oneEntity],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { entity } = await arriving(stage, 'nothing')
    const source_full_path = `${stage.group.path}/there-is-no-such-group`
    const wish = { ...entity, source_full_path }
    const id = await begunNevertheless(stage, wish, await itself(stage), /Import failed\. '.*' not found\./)
    if (id === undefined) return
    equals('the status', (await over(stage, id)).status, 'failed')
    const [row] = (await stage.call(itsEntities, { import_id: id })).rows()
    const reply = await stage.call(oneEntity, { import_id: id, entity_id: numberIn(row ?? {}, 'id') })
    const [failure = {}] = isRows(reply.row().failures) ? (reply.row().failures as Row[]) : []
    const message = textIn(failure, 'exception_message')
    await stage.changed('bulk-imports#later-failures', {
      before: () => {
        holds(/^Unsuccessful response 404 from .*\.\.\.$/.test(message), 'the text is cut', message, reply)
        equals('the length of the text', message.length, 72, reply)
      },
      after: () => holds(message.length <= 255, 'it is no longer than 255 characters', message, reply),
    })
  },
})

/** A migration with a source that is no good; undefined where the release asks it first, and refuses with this text. */
async function begunNevertheless(
  stage: Stage,
  wish: Params,
  from: Params,
  text: RegExp,
): Promise<number | undefined> {
  let refused = false
  // That the target can be its own source at all.
  await begun(stage, [await anyEntity(stage, 'asked')])
  const reply = await stage.call(start, { configuration: from, entities: [wish] } as Params)
  await stage.changed('bulk-imports#later-source-group', {
    before: () => answers(reply, 201),
    after: () => {
      answers(reply, 422)
      holds(text.test(reply.text), `the message fits ${text}`, reply.json, reply)
      refused = true
    },
  })
  return refused ? undefined : numberIn(reply.row(), 'id')
}

export const fiveAtOnce = check({
  id: 'bulk-imports/five-at-once',
  says: 'Of the entities of a migration five at most run at once, and all come to an end',
  source: 'bulk-imports#entity-states',
  level: 'should',
  covers: [start, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const seven = await anyEntities(
      stage,
      [1, 2, 3, 4, 5, 6, 7].map((n) => `one-${n}`),
    )
    const { id } = await begun(stage, seven)
    for (let turn = 0; turn < 6; turn++) {
      await stage.wait(0.5)
      const reply = await stage.call(itsEntities, { import_id: id, per_page: 100 })
      const running = reply.rows().filter(({ status }) => status === 'started').length
      holds(running <= 5, 'five at most are running', running, reply)
    }
    await over(stage, id)
    const ended = await stage.call(itsEntities, { import_id: id, per_page: 100 })
    const sent = ended.rows().filter((row) => row.parent_id === null && isOver(row.status))
    equals('how many came to an end', sent.length, seven.length, ended)
  },
})

export const mixedResult = check({
  id: 'bulk-imports/mixed-result',
  says: 'A migration with finished and failed entities is finished',
  source: 'bulk-imports#migration-end',
  level: 'must',
  covers: [start, one],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { entity } = await arriving(stage, 'mixed')
    // Where a missing destination is refused, the first of two leaves none for the other.
    const lost = seesDestinations(stage) ? entity : await anyEntity(stage)
    const { id } = await begun(stage, [lost, entity])
    const { status } = await over(stage, id)
    const entities = (await stage.call(itsEntities, { import_id: id, per_page: 100 })).rows()
    const ended = entities.filter((row) => row.parent_id === null).map((row) => String(row.status))
    equals('the statuses of the entities', ended.sort(), ['failed', 'finished'])
    equals('the status of the migration', status, 'finished')
  },
})

export const sourceOwner = check<'maintainer' | 'reporter'>({
  id: 'bulk-imports/source-owner',
  says: 'A migration with a source token of a user who does not own the source group fails; later releases refuse it',
  source: 'bulk-imports#roles, bulk-imports#failed-entity, bulk-imports#later-source-group',
  level: 'should',
  covers: [start, one],
  needs: { in: 'group' },
  each: () => ['maintainer', 'reporter'],
  holds: async (stage, role) => {
    const { entity: wish } = await arriving(stage, `by-${role}`)
    const from = await itself(stage, role)
    const text = /Import failed\. You (?:don't|do not) have permission to export '/
    const id = await begunNevertheless(stage, wish, from, text)
    if (id === undefined) return
    equals('the status', (await over(stage, id)).status, 'failed')
    const [entity] = (await stage.call(itsEntities, { import_id: id })).rows()
    const failures = isRows(entity?.failures) ? entity.failures : []
    holds(failures.length > 0, 'it tells of a failure', entity?.failures)
  },
})

export const memberships = check({
  id: 'bulk-imports/memberships',
  says: 'From 17.5 on an entity shows whether members are migrated, as it was asked for, and without being asked that they are',
  source: 'bulk-imports#later-memberships',
  level: 'must',
  covers: [start, itsEntities],
  needs: { in: 'group' },
  each: () => [undefined, true, false],
  holds: async (stage, migrate_memberships) => {
    const wish = { ...(await anyEntity(stage)), migrate_memberships } as Params
    const { id } = await begun(stage, [wish])
    const reply = await stage.call(itsEntities, { import_id: id })
    const [row = {}] = reply.rows()
    await stage.changed('bulk-imports#later-memberships', {
      before: () => {
        if (stage.dialect !== undefined) lacks(row, ['migrate_memberships'], reply)
      },
      after: () => has(row, { migrate_memberships: migrate_memberships !== false }, reply),
    })
  },
})

export const noEntities = check({
  id: 'bulk-imports/no-entities',
  says: 'A migration without entities is accepted and fails, until releases ask the source for the first, and of two entities with the same destination one arrives',
  source:
    'bulk-imports#no-entities, bulk-imports#empty-destination, bulk-imports#failed-entity, bulk-imports#later-source-group',
  level: 'should',
  covers: [start, one, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    if (!seesDestinations(stage)) {
      const nothing = await begun(stage, [])
      equals('the status', (await over(stage, nothing.id)).status, 'failed')
      answers(await stage.call(itsEntities, { import_id: nothing.id }), 200, [])
    }
    const { entity } = await arriving(stage, 'twice')
    const { id } = await begun(stage, [entity, entity])
    await over(stage, id)
    const entities = await stage.call(itsEntities, { import_id: id, per_page: 100, sort: 'asc' })
    const sent = entities.rows().filter((row) => row.parent_id === null)
    equals('the statuses', sent.map((row) => String(row.status)).sort(), ['failed', 'finished'], entities)
  },
})

export const nestedProjects = check<readonly [flag: boolean, wish: boolean]>({
  id: 'bulk-imports/nested-projects',
  says: 'The projects of a group migrate with it only where the installation and the call say so, each as an entity with its project',
  source: 'bulk-imports#nested-projects, bulk-imports#entity-ids, bulk-imports#parameters',
  level: 'should',
  covers: [start, itsEntities],
  needs: { in: 'group', rewinds: true },
  each: () => [
    [true, false],
    [false, true],
    [true, true],
  ],
  holds: async (stage, [flag, migrate_projects]) => {
    await setInstanceFeature(stage, 'bulk_import_projects', flag)
    const wish = entityOf(stage, stage.group.path, 'nested')
    const { id } = await begun(stage, [{ ...wish, migrate_projects }])
    await over(stage, id)
    const reply = await stage.call(itsEntities, { import_id: id, per_page: 100 })
    const [top = {}] = reply.rows().filter((row) => row.parent_id === null)
    if (stage.dialect !== undefined) equals('migrate_projects', top.migrate_projects, migrate_projects, reply)
    const projects = reply.rows().filter((row) => row.entity_type === 'project')
    const paths = projects.map((row) => row.source_full_path ?? null)
    equals('the projects', paths, flag && migrate_projects ? [stage.project.path] : [], reply)
    for (const row of projects) {
      equals('the end of the project', row.status, 'finished', reply)
      const copy = await stage.call('GET /projects/:id', { id: numberIn(row, 'project_id') })
      equals('the end of its import', copy.row().import_status, 'finished', copy)
      has(
        copy.row(),
        { path_with_namespace: `${arrivalOf(wish)}/${stage.project.path.split('/').at(-1)}` },
        copy,
      )
    }
  },
})
