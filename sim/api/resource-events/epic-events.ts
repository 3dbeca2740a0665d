import type { Entity } from '../../entities/entity.ts'
import { labelEventEntity, stateEventEntity } from '../../entities/resource-event.ts'
import type { ResourceEvent } from '../../model/resource-events/resource-event.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { EPICS, epicById, epicId, ofEpics } from '../shared/epic-places.ts'
import { eventable, identified } from './eventable.ts'

export const listEpicLabelEvents = list('label', labelEventEntity)
export const getEpicLabelEvent = get('label', labelEventEntity)
export const listEpicStateEvents = list('state', stateEventEntity)
export const getEpicStateEvent = get('state', stateEventEntity)

function list(kind: 'label' | 'state', entity: Entity<ResourceEvent>) {
  return operation(
    {
      ...ofEpics,
      method: 'GET',
      path: `${EPICS}/:epic_id/resource_${kind}_events`,
      summary: `List the ${kind} events of an epic`,
      auth: 'public',
      params: eventable(kind, epicId),
      answers: { many: entity },
    },
    ({ world, group, params, view }) => {
      const { id } = epicById(view.situation, group, params.epic_id ?? 0)
      return indexListing(world.resourceEvents.by('byTarget', 'Epic', id, kind), 'ascending')
    },
  )
}

function get(kind: 'label' | 'state', entity: Entity<ResourceEvent>) {
  return operation(
    {
      ...ofEpics,
      method: 'GET',
      path: `${EPICS}/:epic_id/resource_${kind}_events/:event_id`,
      summary: `Get a ${kind} event of an epic`,
      auth: 'public',
      params: { ...eventable(kind, epicId), ...identified(kind) },
      answers: { one: entity },
      refuses: [404],
    },
    ({ world, group, params, view }) => {
      const { id } = epicById(view.situation, group, params.epic_id ?? 0)
      const event = world.resourceEvents.get(params.event_id ?? 0)
      if (event?.target !== 'Epic' || event.targetId !== id || event.kind !== kind) throw recordNotFound()
      return event
    },
  )
}
