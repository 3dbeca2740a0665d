import { anotherGroup } from '../arrange/groups.ts'
import type { Reply } from '../kit/client.ts'
import { answers, numberIn, textIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import type { Stage } from '../run/stage.ts'
import type { Role, Who } from '../targets/target.ts'

export const start = 'POST /bulk_imports'
export const list = 'GET /bulk_imports'
export const allEntities = 'GET /bulk_imports/entities'
export const one = 'GET /bulk_imports/:import_id'
export const itsEntities = 'GET /bulk_imports/:import_id/entities'
export const oneEntity = 'GET /bulk_imports/:import_id/entities/:entity_id'
export const source = 'bulk-imports#parameters'

/** The target itself as a source, opened by the caller's own token. */
export async function itself(stage: Stage, as: Who = 'owner'): Promise<Params> {
  const me = (await stage.call('GET /user', {}, { as })).row()
  const token = stage.token(as)?.token ?? stage.skip(`the target was given no ${as} credential`)
  const url = textIn(me, 'web_url').slice(0, -textIn(me, 'username').length - 1)
  return { url, access_token: token }
}

/** What brings a group to the top of the same target. */
export function entityOf(path: string, slug: string, more: Params = {}): Params {
  return {
    source_type: 'group_entity',
    source_full_path: path,
    destination_slug: slug,
    destination_namespace: '',
    ...more,
  }
}

/** What brings the throw-away group to the top level, or below another group of the run; and its path there. */
export async function arriving(stage: Stage, name: string) {
  const slug = `${stage.prefix}-${name}`
  if (stage.parent === undefined) return { entity: entityOf(stage.group.path, slug), path: slug }
  const into = textIn(await anotherGroup(stage, 'destination'), 'full_path')
  const entity = entityOf(stage.group.path, slug, { destination_namespace: into })
  return { entity, path: `${into}/${slug}` }
}

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

/** An entity that cannot arrive: the group that it should go into is missing. */
export function entityWithoutDestination(stage: Stage, name = 'lost'): Params {
  return entityOf(stage.group.path, name, { destination_namespace: `${stage.prefix}-nowhere` })
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
