import type { Contract, ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { equals, holds as holdsThat } from '../kit/expect.ts'
import { isRow, type Json, type Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { type Attribute, attributesOf, shows } from '../oracle/attributes/attributes.ts'
import type { Stage } from '../run/stage.ts'
import { placeable, placed } from './sample.ts'

/** What of a record is changed by naming what is to become of it. */
const EVENT = 'state_event'

export const changedUpdate = law<string>({
  name: 'changed-update',
  says: 'an update that changes one attribute of a record, or its state, moves its `updated_at` and leaves `created_at`',
  source: 'conventions#changed-update',
  level: 'should',
  needs: { furnished: true },
  accepted: true,
  compares: true,
  appliesTo: (operation, contract) =>
    operation.method === 'PUT' && placeable(operation) && changeable(operation, contract).length > 0,
  each: changeable,
  holds: async (stage, operation, name) => {
    const place = placed(stage, operation)
    const read = async (): Promise<Row> => {
      const { json } = await stage.call(`GET ${operation.path}`, place)
      return isRow(json) ? json : {}
    }
    for (const make of changesOf(stage, operation, name)) {
      const before = await read()
      const changed = make(before)
      if (changed === undefined || typeof before.updated_at !== 'string') continue
      const required = operation.params.filter((it) => it.required && it.in === 'given')
      const same = Object.fromEntries(required.map((it) => [it.name, before[it.name] ?? null]))
      const reply = await stage.call(operation.id, { ...same, ...changed.sent, ...place } as Params)
      if (reply.status >= 300) continue
      const after = await read()
      if (!changed.isMade(after)) continue
      equals('created_at', after.created_at, before.created_at, reply)
      const moves = typeof after.updated_at === 'string' && after.updated_at > before.updated_at
      holdsThat(moves, `a change of ${name} moves updated_at`, after.updated_at ?? null, reply)
    }
  },
})

interface Change {
  readonly sent: Row
  readonly isMade: (after: Row) => boolean
}

/**
 * The parameters of an update that are written into the record itself. Lists name other records, and whether a change of
 * these counts as one of the record differs.
 */
function changeable(operation: ContractOperation, contract: Contract): readonly string[] {
  const properties = contract.entities[operation.entity ?? '']?.properties
  const isRead = contract.operations.some(({ id }) => id === `GET ${operation.path}`)
  if (!isRead || !isRow(properties) || !Object.hasOwn(properties, 'updated_at')) return []
  const events = operation.params.some(({ name }) => name === EVENT) ? [EVENT] : []
  return [
    ...attributesOf(operation, properties)
      .filter(isColumn)
      .map(({ param }) => param.name),
    ...events,
  ]
}

function isColumn({ param: { kind } }: Attribute): boolean {
  return kind === 'string' || kind === 'integer' || kind === 'boolean'
}

function changesOf(
  stage: Stage,
  operation: ContractOperation,
  name: string,
): readonly ((before: Row) => Change | undefined)[] {
  const { params, entity } = operation
  if (name === EVENT) {
    const events = params.find((param) => param.name === EVENT)?.values ?? []
    return events.map((event) => (before) => ({
      sent: { [EVENT]: event as Json },
      isMade: (after) => after.state !== before.state,
    }))
  }
  const properties = stage.contract.entities[entity ?? '']?.properties as Row
  const attribute = attributesOf(operation, properties).find((it) => it.param.name === name)
  if (attribute === undefined) return []
  const change = (before: Row): Change | undefined => {
    const value = attribute.values(stage, operation.id).find((it) => !shows(attribute, it as Json, before))
    if (value === undefined) return undefined
    return { sent: { [name]: value as Json }, isMade: (after) => shows(attribute, value as Json, after) }
  }
  return [change]
}
