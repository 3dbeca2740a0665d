import { anotherGroup } from '../../arrange/groups.ts'
import { groupMilestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, refuses, says, textIn } from '../../kit/expect.ts'
import { isRow, isRows } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import {
  anyEntity,
  arriving,
  begun,
  cancel,
  entityOf,
  failuresOf,
  itsEntities,
  itself,
  list,
  one,
  oneEntity,
  over,
  start,
} from '../../oracle/migrations.ts'
import { arranged } from '../../run/stage.ts'

export const missingDestination = check({
  id: 'bulk-imports/missing-destination',
  says: 'From 15.11 on a destination that is missing, or in which the caller may create nothing, answers 422; before, the migration begins',
  source: 'bulk-imports#destination-unchecked, bulk-imports#later-destination',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const configuration = await itself(stage)
    // That the target can be its own source at all.
    await begun(stage, [await anyEntity(stage)])
    const wish = entityOf(stage, stage.group.path, 'missing', `${stage.prefix}-nowhere`)
    const reply = await stage.call(start, { configuration, entities: [wish] } as Params)
    await stage.changed('bulk-imports#later-destination', {
      before: () => answers(reply, 201),
      after: () => {
        answers(reply, 422)
        const text = `'${wish.destination_namespace}' is invalid, or you `
        equals('that it names the place', reply.text.includes(text), true, reply)
      },
    })
  },
})

export const takenDestination = check({
  id: 'bulk-imports/taken-destination',
  says: 'From 15.9 on a destination path that is taken answers 422; before, the migration begins',
  source: 'bulk-imports#destination-unchecked, bulk-imports#later-destination-taken',
  level: 'should',
  covers: [start],
  needs: { in: 'group' },
  holds: async (stage) => {
    const configuration = await itself(stage)
    const { entity } = await arriving(stage, 'free')
    await begun(stage, [entity])
    const there = textIn(await anotherGroup(stage, 'there'), 'full_path')
    const place = there.split('/')
    const wish = {
      ...entity,
      destination_slug: place.at(-1) ?? '',
      destination_namespace: place.slice(0, -1).join('/'),
    }
    const reply = await stage.call(start, { configuration, entities: [wish] } as Params)
    await stage.changed('bulk-imports#later-destination-taken', {
      before: () => answers(reply, 201),
      after: () =>
        says(reply, 422, `Import failed. '${there}' already exists. Change the destination and try again.`),
    })
  },
})

export const canceled = check({
  id: 'bulk-imports/canceled',
  says: 'A migration that is canceled is so with its entities, and stays so; that of another is canceled by administrators alone',
  source: 'bulk-imports#later-cancel',
  level: 'must',
  covers: [cancel],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id: import_id } = await begun(stage, [await anyEntity(stage)])
    says(await stage.call(cancel, { import_id }, { as: 'stranger' }), 403, '403 Forbidden')
    says(await stage.call(cancel, { import_id: 0 }), 404, '404 Not Found')
    const reply = await stage.call(cancel, { import_id })
    answers(reply, 200)
    has(reply.row(), { id: import_id, status: 'canceled' }, reply)
    await stage.wait(2)
    const seen = await stage.call(one, { import_id })
    has(seen.row(), { status: 'canceled' }, seen)
    const parts = await stage.call(itsEntities, { import_id, status: 'canceled' })
    equals('the canceled entities', parts.rows().length, 1, parts)
    const listed = await stage.call(list, { status: 'canceled', per_page: 100 })
    equals(
      'that it is listed',
      listed.rows().some(({ id }) => id === import_id),
      true,
      listed,
    )
  },
})

export const listOfFailures = check({
  id: 'bulk-imports/list-of-failures',
  says: 'The failures of an entity are listed on their own as they stand with the entity, and answer 404 under another migration',
  source: 'bulk-imports#later-list-of-failures',
  level: 'must',
  covers: [failuresOf],
  needs: { in: 'group' },
  holds: async (stage) => {
    const wish = await anyEntity(stage)
    const { id: import_id } = await begun(stage, [wish, wish])
    await over(stage, import_id)
    const parts = await stage.call(itsEntities, { import_id, status: 'failed' })
    const entity_id = numberIn(parts.rows()[0] ?? {}, 'id')
    const entity = await stage.call(oneEntity, { import_id, entity_id })
    const { failures } = entity.row()
    const reply = await stage.call(failuresOf, { import_id, entity_id })
    answers(reply, 200)
    equals('the failures', reply.rows(), isRows(failures) ? failures : [], reply)
    equals('that there is one', reply.rows().length > 0, true, reply)
    const page = await stage.call(failuresOf, { import_id, entity_id, per_page: 1, page: 1 })
    equals('the first page', page.rows(), reply.rows().slice(0, 1), page)
    says(await stage.call(failuresOf, { import_id: 0, entity_id }), 404, '404 Not found')
    refuses(await stage.call(failuresOf, { import_id, entity_id: 'x' }), 'entity_id is invalid')
  },
})

export const countedRelations = check({
  id: 'bulk-imports/stats',
  says: 'From 16.9 on an entity counts what its source has of a relation, what was fetched and what imported, and nothing before it begins',
  source: 'bulk-imports#later-stats',
  level: 'must',
  covers: [itsEntities, oneEntity],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id } = stage.group
    const { entity } = await arriving(stage, 'counted')
    for (const name of ['one', 'two'])
      arranged(await stage.call('POST /groups/:id/labels', { id, name, color: '#112233' }))
    await groupMilestone(stage, { title: 'Counted' })
    const { id: import_id } = await begun(stage, [entity])
    const waiting = await stage.call(itsEntities, { import_id })
    await over(stage, import_id)
    const seen = await stage.call(itsEntities, { import_id })
    const [before = {}, after = {}] = [waiting.rows()[0], seen.rows()[0]]
    await stage.changed('bulk-imports#later-stats', {
      before: () => equals('stats', after.stats ?? null, null, seen),
      after: () => {
        if (before.status === 'created') equals('stats of what waits', before.stats ?? null, {}, waiting)
        const stats = isRow(after.stats) ? after.stats : {}
        has(stats, { labels: { source: 2, fetched: 2, imported: 2 } }, seen)
        has(stats, { milestones: { source: 1, fetched: 1, imported: 1 } }, seen)
        equals('a relation of nothing', stats.badges ?? null, null, seen)
      },
    })
  },
})
