import type { ResourceEventKind } from '../../model/resource-events/resource-event.ts'
import { integer, lookedUp, type Param, required, saidAs } from '../../protocol/params.ts'

type Named<Name extends string> = { readonly [name in Name]: Param<number | null, never> }

/** What the events are of, as refusals call it. */
export function eventable<Name extends string>(kind: ResourceEventKind, id: Named<Name>): Named<Name> {
  return kind === 'state' ? saidAs('eventable_id', id) : lookedUp(id)
}

const eventId = { event_id: required(integer({ about: 'ID of the event' })) }

/** An event by its ID. */
export function identified(kind: ResourceEventKind): typeof eventId {
  return kind === 'state' ? eventId : lookedUp(eventId)
}
