import fc from 'fast-check'
import { check } from '../../check.ts'
import { answers, equals, has, holds, names, numberIn, textIn } from '../../expect.ts'
import { isRows } from '../../json.ts'
import { lookAtMigrations, type Migrations, migrationCommands } from '../../oracle/commands/migrations.ts'
import {
  begun,
  entityOf,
  itsEntities,
  list,
  lost,
  one,
  oneEntity,
  over,
  source,
  start,
} from '../../oracle/migrations.ts'

export const session = check({
  id: 'bulk-imports/session',
  says: 'In any session migrations and entities only go from created to started to an end, and end as their parts do',
  source,
  level: 'must',
  covers: [start, list, one, itsEntities],
  needs: { in: 'group' },
  share: 0.5,
  over: () => fc.commands([...migrationCommands], { maxCommands: 10 }),
  holds: async (stage, commands) => {
    const model: Migrations = new Map()
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await lookAtMigrations().run(model, stage)
  },
})

export const arrives = check({
  id: 'bulk-imports/arrives',
  says: 'A group arrives with its milestones and the groups in it, which are entities of their own',
  source,
  level: 'must',
  covers: [start, itsEntities],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { group, prefix } = stage
    const inner = await stage.call('POST /groups', { name: 'Inner', path: 'inner', parent_id: group.id })
    if (inner.status !== 201) stage.skip('the target allows no subgroup')
    const title = 'Comes along'
    const opened = await stage.call('POST /groups/:id/milestones', { id: group.id, title })
    if (opened.status !== 201) stage.skip('the target allows no milestone of a group')
    const slug = `${prefix}-arrived`
    const { id } = await begun(stage, [entityOf(group.path, slug)])
    const ended = await over(stage, id)
    const there = await stage.call('GET /groups/:id', { id: slug })
    const below = await stage.call('GET /groups/:id', { id: `${slug}/inner` })
    const milestones = await stage.call('GET /groups/:id/milestones', { id: slug })
    const entities = await stage.call(itsEntities, { import_id: id, per_page: 100, sort: 'asc' })
    if (there.status === 200) await stage.call('DELETE /groups/:id', { id: slug })
    equals('the status', ended.status, 'finished')
    answers(there, 200)
    answers(below, 200)
    equals(
      'the milestones',
      milestones.rows().map((row) => row.title ?? null),
      [title],
      milestones,
    )
    const [top] = entities.rows()
    has(top ?? {}, { status: 'finished', namespace_id: there.row().id ?? null, parent_id: null }, entities)
    const child = entities.rows().find((row) => row.source_full_path === `${group.path}/inner`)
    holds(child !== undefined, 'the group below is an entity', entities.json, entities)
    has(child, { parent_id: top?.id ?? null, namespace_id: below.row().id ?? null }, entities)
  },
})

export const fails = check({
  id: 'bulk-imports/failures',
  says: 'An entity that cannot arrive fails and tells why, and with all entities the migration fails',
  source,
  level: 'must',
  covers: [start, one, oneEntity],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { id } = await begun(stage, [lost(stage)])
    equals('the status', (await over(stage, id)).status, 'failed')
    const [entity] = (await stage.call(itsEntities, { import_id: id })).rows()
    const reply = await stage.call(oneEntity, { import_id: id, entity_id: numberIn(entity ?? {}, 'id') })
    const row = reply.row()
    has(row, { status: 'failed', namespace_id: null, project_id: null, bulk_import_id: id }, reply)
    const failures = isRows(row.failures) ? row.failures : []
    holds(failures.length > 0, 'it tells of a failure', row.failures, reply)
    for (const failure of failures) {
      names(
        failure,
        [
          'relation',
          'step',
          'exception_message',
          'exception_class',
          'correlation_id_value',
          'created_at',
          'pipeline_class',
          'pipeline_step',
        ],
        reply,
      )
      equals('the step', failure.step, failure.pipeline_step, reply)
      holds(textIn(failure, 'exception_message').length <= 72, 'the message is short', failure, reply)
    }
  },
})

export const mixed = check({
  id: 'bulk-imports/mixed',
  says: 'A migration of which some entities arrive and some do not is finished',
  source,
  level: 'must',
  covers: [start, one],
  needs: { in: 'group' },
  holds: async (stage) => {
    const slug = `${stage.prefix}-mixed`
    const { id } = await begun(stage, [lost(stage), entityOf(stage.group.path, slug)])
    const { status } = await over(stage, id)
    const entities = (await stage.call(itsEntities, { import_id: id, per_page: 100 })).rows()
    await stage.call('DELETE /groups/:id', { id: slug })
    const ended = entities.filter((row) => row.parent_id === null).map((row) => String(row.status))
    equals('the statuses of the entities', ended.sort(), ['failed', 'finished'])
    equals('the status of the migration', status, 'finished')
  },
})
