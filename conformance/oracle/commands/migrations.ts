import fc, { type Arbitrary } from 'fast-check'
import { equals, holds } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Stage } from '../../run/stage.ts'
import { allEntities, anyEntities, begun, isOver, itsEntities, list, one } from '../migrations.ts'
import { advanceTime } from './advance-time.ts'
import { command, type ModelCommand } from './command.ts'

/** Migrations by id: what they and their entities were seen to be. */
export type Migrations = Map<number, { status: string; readonly entities: Map<number, string> }>

const ways: { readonly [status: string]: readonly string[] } = {
  created: ['created', 'started', 'finished', 'failed'],
  started: ['started', 'finished', 'failed'],
  finished: ['finished'],
  failed: ['failed'],
}

export const migrationCommands: readonly Arbitrary<ModelCommand<Migrations>>[] = [
  fc.integer({ min: 1, max: 3 }).map(startMigration),
  fc.constantFrom(1, 2, 5).map((seconds) => advanceTime<Migrations>(seconds)),
  fc.constant(null).map(lookAtMigrations),
  fc.constantFrom('created', 'started', 'finished', 'failed').map(listMigrations),
]

function startMigration(count: number): ModelCommand<Migrations> {
  return command(`migrate ${count}`, async (model, stage) => {
    const entities = await anyEntities(
      stage,
      Array.from({ length: count }, (_, i) => `lost-${model.size}-${i}`),
    )
    const { id } = await begun(stage, entities)
    const shown = await stage.call(itsEntities, { import_id: id })
    equals('the number of entities', shown.rows().length, count, shown)
    const seen = shown.rows().map((row) => [Number(row.id), String(row.status)] as const)
    model.set(id, { status: 'created', entities: new Map(seen) })
  })
}

/** Looks at every migration of the session and at its entities. */
export function lookAtMigrations(): ModelCommand<Migrations> {
  return command('look', async (model, stage) => {
    for (const [id, known] of model) await look(stage, id, known)
  })
}

async function look(
  stage: Stage,
  id: number,
  known: { status: string; readonly entities: Map<number, string> },
): Promise<void> {
  const reply = await stage.call(one, { import_id: id })
  const status = String(reply.row().status)
  holds(ways[known.status]?.includes(status) === true, `after ${known.status} comes`, status, reply)
  known.status = status
  const entities = await stage.call(itsEntities, { import_id: id, per_page: 100 })
  for (const row of entities.rows()) {
    const before = known.entities.get(Number(row.id)) ?? 'created'
    const now = String(row.status)
    holds(ways[before]?.includes(now) === true, `after ${before} comes`, now, entities)
    known.entities.set(Number(row.id), now)
  }
  if (!isOver(status)) return
  const ended = entities.rows().map((row) => row.status ?? null)
  holds(ended.every(isOver), 'everything of it is over', ended, entities)
  const allFailed = ended.every((it) => it === 'failed')
  equals('how it ended', status, allFailed ? 'failed' : 'finished', entities)
}

function listMigrations(status: string): ModelCommand<Migrations> {
  return command(`list those ${status}`, async (model, stage) => {
    for (const [operation, name] of [
      [list, 'id'],
      [allEntities, 'bulk_import_id'],
    ] as const) {
      // The newest come first: an installation may have had more of them than a page shows.
      const all = await stage.call(operation, { per_page: 100, sort: 'desc' })
      const known = all.rows().filter((row: Row) => model.has(Number(row[name])))
      holds(known.length >= model.size, 'all are listed', known.length, all)
      const some = await stage.call(operation, { per_page: 100, status })
      holds(
        some.rows().every((row) => row.status === status),
        `all are ${status}`,
        some.json,
        some,
      )
    }
  })
}
