import type { Present } from '../../time/moments.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK } from '../names.ts'
import { nextId, type World } from '../world.ts'
import type { BroadcastMessage } from './broadcast-message.ts'

export type BroadcastValues = Omit<BroadcastMessage, 'id'>

/** Creates a broadcast message. Throws InvalidRow. */
export function addBroadcastMessage(world: World, values: BroadcastValues): BroadcastMessage {
  refuse(values)
  return world.broadcastMessages.insert({ id: nextId(world, 'broadcastMessages'), ...values })
}

/** Throws InvalidRow. */
export function changeBroadcastMessage(
  world: World,
  row: BroadcastMessage,
  changes: Partial<BroadcastValues>,
): BroadcastMessage {
  const changed = { ...row, ...changes }
  refuse(changed)
  return world.broadcastMessages.put(changed)
}

export function isActive({ startsAt, endsAt }: BroadcastMessage, { hasCome }: Present): boolean {
  return hasCome(startsAt) && !hasCome(endsAt + 1)
}

const COLOUR = /^#(?:[0-9A-Fa-f]{3}){1,2}$/

function refuse({ message, color, font }: BroadcastValues): void {
  const errors: { [attribute: string]: readonly string[] } = {}
  if (message.trim() === '') errors.message = [BLANK]
  if (color !== '' && !COLOUR.test(color)) errors.color = ['must be a valid color code']
  if (font !== '' && !COLOUR.test(font)) errors.font = ['must be a valid color code']
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
