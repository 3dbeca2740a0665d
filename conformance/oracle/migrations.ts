import { isInForce } from '../../sim/contract.ts'
import { anotherGroup } from '../arrange/groups.ts'
import type { Reply } from '../kit/client.ts'
import { answers, equals, numberIn, textIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { remembered } from '../kit/remembered.ts'
import type { Stage } from '../run/stage.ts'
import type { Role, Who } from '../targets/target.ts'

export const start = 'POST /bulk_imports'
export const list = 'GET /bulk_imports'
export const allEntities = 'GET /bulk_imports/entities'
export const one = 'GET /bulk_imports/:import_id'
export const itsEntities = 'GET /bulk_imports/:import_id/entities'
export const failuresOf = 'GET /bulk_imports/:import_id/entities/:entity_id/failures'
export const cancel = 'POST /bulk_imports/:import_id/cancel'
export const oneEntity = 'GET /bulk_imports/:import_id/entities/:entity_id'
export const source = 'bulk-imports#parameters'

/** The target itself as a source, opened by the caller's own token. */
export async function itself(stage: Stage, as: Who = 'owner'): Promise<Params> {
  const me = (await stage.call('GET /user', {}, { as })).row()
  const token = stage.token(as)?.token ?? stage.skip(`the target was given no ${as} credential`)
  const url = textIn(me, 'web_url').slice(0, -textIn(me, 'username').length - 1)
  return { url, access_token: token }
}

/** A group that migrates: it is given another name, and goes below a group or to the top level. */
export type Migrating = {
  readonly source_type: 'group_entity'
  readonly source_full_path: string
  readonly destination_slug: string
  readonly destination_namespace: string
}

/** What brings a group to the same target. Its new path is marked as of the run: wherever it arrives, it is found there. */
export function entityOf(stage: Stage, path: string, name: string, into = ''): Migrating {
  return {
    source_type: 'group_entity',
    source_full_path: path,
    destination_slug: `${stage.prefix}-${name}`,
    destination_namespace: into,
  }
}

/** Where it is to arrive. */
export function arrivalOf({ destination_slug, destination_namespace }: Migrating): string {
  return destination_namespace === '' ? destination_slug : `${destination_namespace}/${destination_slug}`
}

/** What brings the throw-away group to the top level, or below another group of the run; and its path there. */
export async function arriving(stage: Stage, name: string) {
  const above = stage.parent === undefined ? undefined : await destinationOf(stage)
  const entity = entityOf(stage, stage.group.path, name, above && textIn(above, 'full_path'))
  return { entity, path: arrivalOf(entity) }
}

const destinationOf = remembered((stage: Stage) => anotherGroup(stage, 'destination'))

/** A target that has migrations switched off answers none of their calls. */
export async function needsMigrations({ call, skip }: Stage): Promise<void> {
  if ((await call(list)).status === 404) skip('the target has migrations switched off')
}

/** A migration that has begun; a target that has them off, or cannot call itself, tells nothing. */
export async function begun(
  stage: Stage,
  entities: readonly Params[],
  as: Who = 'owner',
  from?: Params,
): Promise<{ readonly id: number; readonly row: Row; readonly reply: Reply }> {
  const configuration = from ?? (await itself(stage, as))
  const reply = await stage.call(start, { configuration, entities } as Params, { as })
  if (reply.status === 404) stage.skip('the target has migrations switched off')
  if (reply.status === 422) stage.failing('the target does not take itself as a source')
  answers(reply, 201)
  return { id: numberIn(reply.row(), 'id'), row: reply.row(), reply }
}

/**
 * What a migration may begin with and nobody waits for: where the release does not look at destinations it never
 * arrives, and elsewhere its path there is marked as of the run.
 */
export async function anyEntity(stage: Stage, name = 'lost'): Promise<Migrating> {
  return seesDestinations(stage)
    ? (await arriving(stage, name)).entity
    : entityWithoutDestination(stage, name)
}

/** The same of each name, one after the other. */
export async function anyEntities(stage: Stage, names: readonly string[]): Promise<Migrating[]> {
  const made: Migrating[] = []
  for (const name of names) made.push(await anyEntity(stage, name))
  return made
}

/** True where a migration may be refused for its destination. */
export function seesDestinations({ accepts }: Stage): boolean {
  return accepts.some((dialect) => isInForce('bulk-imports#later-destination-taken', dialect))
}

/** An entity that cannot arrive: the group that it should go into is missing. */
export function entityWithoutDestination(stage: Stage, name = 'lost'): Migrating {
  return entityOf(stage, stage.group.path, name, `${stage.prefix}-nowhere`)
}

export function isOver(status: unknown): boolean {
  return status !== 'created' && status !== 'started'
}

/** A migration once it is over. */
export async function over(stage: Stage, id: number, as: Who = 'owner'): Promise<Row> {
  return stage.until(
    async () => (await stage.call(one, { import_id: id }, { as })).row(),
    ({ status }) => isOver(status),
    { seconds: 60, reason: 'the migration takes more than a minute' },
  )
}

/** A member who shows an address: migrations know members by it. */
export async function withAddress(stage: Stage): Promise<Role | undefined> {
  for (const as of ['guest', 'reporter', 'developer'] as const)
    if (stage.has(as) && (await stage.call('GET /user', {}, { as })).row().public_email) return as
  return undefined
}

/** The newest migrations of the account. */
export async function migrationIds(stage: Stage): Promise<readonly number[]> {
  const reply = await stage.call(list, { per_page: 100 })
  return reply.rows().map((row) => numberIn(row, 'id'))
}

/** That no migration of the throw-away group was begun since. Others begin those of the account meanwhile, from other groups. */
export async function beganNone(stage: Stage, before: readonly number[]): Promise<void> {
  for (const import_id of (await migrationIds(stage)).filter((id) => !before.includes(id))) {
    const parts = await stage.call(itsEntities, { import_id })
    const own = parts.rows().filter((row) => row.source_full_path === stage.group.path)
    equals('the entities of a migration that was refused', own.length, 0, parts)
  }
}
