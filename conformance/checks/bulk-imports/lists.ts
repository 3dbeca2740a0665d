import { anotherGroup } from '../../arrange/groups.ts'
import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, refuses, says, textIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'
import type { Params } from '../../kit/query.ts'
import {
  allEntities,
  anyEntities,
  anyEntity,
  beganNone,
  begun,
  entityOf,
  itsEntities,
  itself,
  list,
  migrationIds,
  needsMigrations,
  one,
  oneEntity,
  over,
  start,
} from '../../oracle/migrations.ts'

const statuses = ['created', 'started', 'finished', 'failed'] as const

export const ownOnly = check<'admin' | 'stranger'>({
  id: 'bulk-imports/own-only',
  says: 'Migrations and their entities are visible only to the user who started them, not to administrators, with the fields of the release',
  source: 'bulk-imports#own-only, bulk-imports#later-source-url, bulk-imports#later-has-failures',
  level: 'must',
  covers: [list, allEntities, one, itsEntities, oneEntity],
  needs: { in: 'group' },
  each: () => ['stranger', 'admin'],
  holds: async (stage, as) => {
    if (stage.user(as).id === stage.user('owner').id) stage.unknown('the owner is the administrator')
    const { id } = await begun(stage, [await anyEntity(stage)])
    const [entity] = (await stage.call(itsEntities, { import_id: id })).rows()
    const entity_id = numberIn(entity ?? {}, 'id')
    for (const operation of [one, itsEntities, oneEntity])
      says(await stage.call(operation, { import_id: id, entity_id }, { as }), 404, '404 Not found')
    const migration = await stage.call(one, { import_id: id })
    await hasLater(
      stage,
      migration.row(),
      {
        'bulk-imports#later-source-url': { source_url: ['string'] },
        'bulk-imports#later-has-failures': { has_failures: ['boolean'] },
      },
      migration,
    )
    const part = await stage.call(oneEntity, { import_id: id, entity_id })
    await hasLater(
      stage,
      part.row(),
      { 'bulk-imports#later-has-failures': { has_failures: ['boolean'] } },
      part,
    )
    for (const [operation, name] of [
      [list, 'id'],
      [allEntities, 'bulk_import_id'],
    ] as const) {
      for (const asked of [{}, ...statuses.map((status) => ({ status })), { sort: 'asc' }]) {
        const reply = await stage.call(operation, { per_page: 100, ...asked }, { as })
        equals(
          'that it is listed',
          reply.rows().some((row) => row[name] === id),
          false,
          reply,
        )
      }
    }
  },
})

export const allOrNone = check<'first' | 'last'>({
  id: 'bulk-imports/all-or-none',
  says: 'A migration of which one entity is refused, wherever it stands, answers 422 and starts nothing',
  source: 'bulk-imports#record-checks',
  level: 'must',
  covers: [start],
  needs: { in: 'group' },
  each: () => ['first', 'last'],
  holds: async (stage, wrong) => {
    const { call, group } = stage
    // That the target can be its own source at all.
    await begun(stage, [await anyEntity(stage)])
    const before = await migrationIds(stage)
    const inside = entityOf(stage, group.path, 'inside', group.path)
    const right = await anyEntity(stage, 'right')
    const entities = wrong === 'first' ? [inside, right] : [right, right, inside]
    const reply = await call(start, { configuration: await itself(stage), entities } as Params)
    answers(reply, 422)
    await beganNone(stage, before)
  },
})

export const entityOfAnotherMigration = check({
  id: 'bulk-imports/entity-of-another-migration',
  says: 'An entity answers 404 under another migration',
  source: 'bulk-imports#own-only',
  level: 'must',
  covers: [oneEntity],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id } = await begun(stage, [await anyEntity(stage)])
    const other = await begun(stage, [await anyEntity(stage, 'probe')])
    const [entity] = (await stage.call(itsEntities, { import_id: id })).rows()
    const entity_id = numberIn(entity ?? {}, 'id')
    answers(await stage.call(oneEntity, { import_id: id, entity_id }), 200)
    says(await stage.call(oneEntity, { import_id: other.id, entity_id }), 404, '404 Not found')
  },
})

export const invalidFilters = check<readonly [string, Params, string]>({
  id: 'bulk-imports/invalid-filters',
  says: 'An unknown status or sort direction answers 400',
  source: 'bulk-imports#invalid-values',
  level: 'must',
  covers: [list, allEntities],
  needs: { project: 'none' },
  each: () =>
    [list, allEntities].flatMap((operation): (readonly [string, Params, string])[] => [
      [operation, { status: 'scheduled' }, 'status does not have a valid value'],
      [operation, { sort: 'up' }, 'sort does not have a valid value'],
    ]),
  holds: async (stage, [operation, params, text]) => {
    const reply = await stage.call(operation, params)
    if (reply.status === 404) stage.skip('the target has migrations switched off')
    refuses(reply, text)
  },
})

export const order = check<'asc' | 'desc' | undefined>({
  id: 'bulk-imports/order',
  says: 'Migrations and entities are ordered by creation, newest first by default',
  source: 'bulk-imports#order',
  level: 'must',
  covers: [list, allEntities],
  needs: { in: 'group' },
  each: () => [undefined, 'asc', 'desc'],
  holds: async (stage, sort) => {
    for (const name of ['one', 'two', 'three']) {
      await begun(stage, [await anyEntity(stage, name)])
      await stage.wait(1)
    }
    for (const operation of [list, allEntities]) {
      const reply = await stage.call(operation, { per_page: 100, ...(sort === undefined ? {} : { sort }) })
      const times = reply.rows().map((row) => String(row.created_at))
      const sorted = [...times].sort()
      equals('the times', times, sort === 'asc' ? sorted : sorted.reverse(), reply)
    }
  },
})

const ENDED = new Set(['finished', 'failed'])

export const statusFilter = check<'asc' | 'desc' | undefined>({
  id: 'bulk-imports/status-filter',
  says: 'The status filter lists exactly the migrations and entities of that status, in each direction',
  source: 'bulk-imports#status-filter',
  level: 'must',
  covers: [list, allEntities, itsEntities],
  needs: { in: 'group' },
  each: () => [undefined, 'asc', 'desc'],
  holds: async (stage, sort) => {
    const ended = await begun(stage, [await anyEntity(stage)])
    await over(stage, ended.id)
    for (const operation of [list, allEntities, itsEntities]) {
      const params = { import_id: ended.id, per_page: 100, ...(sort === undefined ? {} : { sort }) }
      const all = (await stage.call(operation, params)).rows()
      // What still goes on may have another status with the next call, and others may begin something meanwhile.
      const settled = all.filter(({ status }) => ENDED.has(String(status))).map((row) => numberIn(row, 'id'))
      const found: number[] = []
      for (const status of statuses) {
        const reply = await stage.call(operation, { ...params, status })
        for (const row of reply.rows())
          if (settled.includes(numberIn(row, 'id'))) found.push(numberIn(row, 'id'))
        equals(
          'their status',
          reply.rows().every((row) => row.status === status),
          true,
          reply,
        )
      }
      // A hundred may not be all of them.
      if (all.length < 100) equals('how many there are', found.length, settled.length)
    }
  },
})

export const orderOfOneTime = check({
  id: 'bulk-imports/order-of-one-time',
  says: 'Entities of a migration that were created at the same time follow the direction, too',
  source: 'bulk-imports#order',
  level: 'should',
  covers: [itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const names = ['one', 'two', 'three']
    const sent = await anyEntities(stage, names)
    const { id } = await begun(stage, sent)
    const listed = async (sort: string) => {
      const reply = await stage.call(itsEntities, { import_id: id, sort })
      answers(reply, 200)
      return reply.rows().map((row) => numberIn(row, 'id'))
    }
    const up = await listed('asc')
    equals('the number of entities', up.length, names.length)
    equals('their order downwards', await listed('desc'), [...up].reverse())
  },
})

export const orderOfOne = check({
  id: 'bulk-imports/order-of-one',
  says: 'The entities of a migration come newest first by default (in the real service oldest first), and as `sort` says',
  source: 'bulk-imports#order-of-one, bulk-imports#lists',
  level: 'must',
  covers: [itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const below = { name: 'The inner', path: 'inner', parent_id: group.id }
    if ((await call('POST /groups', below)).status !== 201) return stage.skip('the target allows no subgroup')
    const into = textIn(await anotherGroup(stage, 'into'), 'full_path')
    const { id } = await begun(stage, [entityOf(stage, group.path, 'sorted', into)])
    await over(stage, id)
    const paths = async (sort?: string) => {
      const reply = await call(itsEntities, { import_id: id, sort })
      answers(reply, 200)
      return reply.rows().map((row) => row.source_full_path ?? null)
    }
    const [asc, desc, usual] = [await paths('asc'), await paths('desc'), await paths()]
    // The entities of what is below are made when the group has arrived.
    if (asc.length < 2) return stage.failing('what is below the group did not arrive')
    equals('the first upwards', asc[0], group.path)
    equals('the last downwards', desc.at(-1), group.path)
    await stage.differs('X28', {
      specification: () => equals('the last without a direction', usual.at(-1), group.path),
      real: () => equals('the first without a direction', usual[0], group.path),
    })
  },
})

const sixCalls = [list, allEntities, one, itsEntities, oneEntity, start]

export const gate = check({
  id: 'bulk-imports/gate',
  says: 'While migrations are switched off every call answers 404 to everybody, whatever it sends',
  source: 'bulk-imports#gate',
  level: 'must',
  covers: sixCalls,
  needs: { project: 'none', rewinds: true },
  holds: async (stage) => {
    await changeInstanceSettings(stage, { bulk_import_enabled: false })
    for (const as of ['owner', 'admin', 'anonymous'] as const)
      for (const operation of sixCalls) {
        const reply = await stage.call(operation, { import_id: 'x', entity_id: 'x' }, { as })
        says(reply, 404, '404 Not Found')
      }
  },
})

export const orderOfChecks = check({
  id: 'bulk-imports/order-of-checks',
  says: 'Migrations answer 401 before 400, and 400 before 404',
  source: 'bulk-imports#order-of-checks, bulk-imports#invalid-values',
  level: 'must',
  covers: sixCalls,
  needs: { project: 'none', writes: true },
  readOnly: true,
  holds: async (stage) => {
    await needsMigrations(stage)
    const { call } = stage
    const wrong = { import_id: 'x', entity_id: 'x', status: 'gone' }
    for (const operation of sixCalls)
      says(await call(operation, wrong, { as: 'anonymous' }), 401, '401 Unauthorized')
    for (const operation of [one, itsEntities, oneEntity])
      answers(await call(operation, { import_id: 'x', entity_id: 1 }), 400, { error: 'import_id is invalid' })
    const unknown = { import_id: 987_654_321, entity_id: 1 }
    refuses(await call(itsEntities, { ...unknown, status: 'gone' }), 'status does not have a valid value')
    refuses(await call(oneEntity, { ...unknown, entity_id: 'x' }), 'entity_id is invalid')
    for (const operation of [one, itsEntities, oneEntity])
      says(await call(operation, unknown), 404, '404 Not found')
  },
})
