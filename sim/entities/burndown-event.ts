import { type StateEvent, stateChanges } from '../model/issues/issue.ts'
import { entity, integer, nullable, oneOfTexts, timestamp } from './entity.ts'

/** A change of an issue's state, with the weight of its issue. */
export interface BurndownEvent {
  readonly event: StateEvent
  readonly weight: number | null
}

export const burndownEventEntity = entity<BurndownEvent>('BurndownEvent', {
  created_at: timestamp(({ event }) => event.at),
  weight: nullable(integer(({ weight }) => weight as number)),
  action: oneOfTexts(stateChanges, ({ event }) => event.action),
})
