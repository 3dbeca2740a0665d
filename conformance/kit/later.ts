import type { ChangeId } from '../../sim/contract.ts'
import type { Stage } from '../run/stage.ts'
import type { Reply } from './client.ts'
import { answers, holds, lacks } from './expect.ts'
import type { Json, Row } from './json.ts'

/** What a field holds: a type of JSON, a time, or null beside it. */
export type LaterField = 'boolean' | 'number' | 'string' | 'time' | 'list' | 'object' | 'null'

/** Fields that releases brought, by the change that brought them. */
export type LaterFields = {
  readonly [change in ChangeId]?: { readonly [field: string]: readonly LaterField[] }
}

/** A row has the fields that its release brought. One that is held to its dialect has none of a later one. */
export async function hasLater(stage: Stage, row: Row, later: LaterFields, reply: Reply): Promise<void> {
  for (const [change, fields] of Object.entries(later) as [
    ChangeId,
    { [field: string]: readonly LaterField[] },
  ][])
    await stage.changed(change, {
      before: () => {
        if (stage.dialect !== undefined) lacks(row, Object.keys(fields), reply)
      },
      after: () => {
        for (const [name, kinds] of Object.entries(fields))
          holds(
            Object.hasOwn(row, name) && kinds.some((kind) => isOf(kind, row[name] as Json)),
            `\`${name}\` is there: ${kinds.join(' or ')}`,
            row[name] ?? null,
            reply,
          )
      },
    })
}

function isOf(kind: LaterField, value: Json): boolean {
  switch (kind) {
    case 'null':
      return value === null
    case 'list':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number'
    case 'string':
      return typeof value === 'string'
  }
}

/** What must be so of an answer to a value that may climb with `..`, which later releases refuse before they look at it. */
export async function unlessClimbing(
  stage: Stage,
  reply: Reply,
  before: () => void | Promise<void>,
): Promise<void> {
  if (!reply.text.startsWith('Potential path traversal')) return before()
  await stage.changed('conventions#later-path-traversal', { before, after: () => answers(reply, 400) })
}
