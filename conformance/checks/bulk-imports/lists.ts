import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, refuses, says } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import {
  allEntities,
  begun,
  entityWithoutDestination,
  itsEntities,
  list,
  one,
  oneEntity,
  over,
} from '../../oracle/migrations.ts'

export const ownOnly = check<'admin' | 'stranger'>({
  id: 'bulk-imports/own-only',
  says: 'Migrations and their entities are visible only to the user who started them, not to administrators',
  source: 'bulk-imports#own-only',
  level: 'must',
  covers: [list, allEntities, one, itsEntities, oneEntity],
  needs: { in: 'group' },
  each: () => ['stranger', 'admin'],
  holds: async (stage, as) => {
    stage.user(as)
    const { id } = await begun(stage, [entityWithoutDestination(stage)])
    const [entity] = (await stage.call(itsEntities, { import_id: id })).rows()
    const entity_id = numberIn(entity ?? {}, 'id')
    for (const operation of [one, itsEntities, oneEntity])
      says(await stage.call(operation, { import_id: id, entity_id }, { as }), 404, '404 Not found')
    for (const [operation, name] of [
      [list, 'id'],
      [allEntities, 'bulk_import_id'],
    ] as const) {
      const reply = await stage.call(operation, { per_page: 100 }, { as })
      equals(
        'that it is listed',
        reply.rows().some((row) => row[name] === id),
        false,
        reply,
      )
    }
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
    const { id } = await begun(stage, [entityWithoutDestination(stage)])
    const other = await begun(stage, [])
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
      await begun(stage, [entityWithoutDestination(stage, name)])
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

const statuses = ['created', 'started', 'finished', 'failed'] as const

export const statusFilter = check({
  id: 'bulk-imports/status-filter',
  says: 'The status filter lists exactly the migrations and entities of that status',
  source: 'bulk-imports#status-filter',
  level: 'must',
  covers: [list, allEntities, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const ended = await begun(stage, [entityWithoutDestination(stage)])
    await over(stage, ended.id)
    for (const operation of [list, allEntities, itsEntities]) {
      const params = { import_id: ended.id, per_page: 100 }
      const all = (await stage.call(operation, params)).rows()
      let found = 0
      for (const status of statuses) {
        const reply = await stage.call(operation, { ...params, status })
        found += reply.rows().length
        equals(
          'their status',
          reply.rows().every((row) => row.status === status),
          true,
          reply,
        )
      }
      // A hundred may not be all of them.
      if (all.length < 100) equals('how many there are', found, all.length)
    }
  },
})
