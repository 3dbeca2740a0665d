import type { Entity } from '../../entities/entity.ts'
import {
  labelEventEntity,
  milestoneEventEntity,
  stateEventEntity,
  weightEventEntity,
} from '../../entities/resource-event.ts'
import type { Tier } from '../../model/installation/instance.ts'
import type { ResourceEvent, ResourceEventKind } from '../../model/resource-events/resource-event.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { ofIssue, ofMergeRequest, type Place } from '../shared/issuable-places.ts'
import { eventable, identified } from './eventable.ts'

interface Kind {
  readonly kind: ResourceEventKind
  readonly entity: Entity<ResourceEvent>
  readonly tier?: Tier
}
const labels: Kind = { kind: 'label', entity: labelEventEntity }
const milestones: Kind = { kind: 'milestone', entity: milestoneEventEntity }
const states: Kind = { kind: 'state', entity: stateEventEntity }
const weights: Kind = { kind: 'weight', entity: weightEventEntity, tier: 'premium' }

export const listIssueLabelEvents = list(ofIssue, labels)
export const getIssueLabelEvent = get(ofIssue, labels)
export const listIssueMilestoneEvents = list(ofIssue, milestones)
export const getIssueMilestoneEvent = get(ofIssue, milestones)
export const listIssueStateEvents = list(ofIssue, states)
export const getIssueStateEvent = get(ofIssue, states)
export const listIssueWeightEvents = list(ofIssue, weights)
export const getIssueWeightEvent = get(ofIssue, weights)
export const listMergeRequestLabelEvents = list(ofMergeRequest, labels)
export const getMergeRequestLabelEvent = get(ofMergeRequest, labels)
export const listMergeRequestMilestoneEvents = list(ofMergeRequest, milestones)
export const getMergeRequestMilestoneEvent = get(ofMergeRequest, milestones)
export const listMergeRequestStateEvents = list(ofMergeRequest, states)
export const getMergeRequestStateEvent = get(ofMergeRequest, states)

function list({ path, noun, hidden, auth, iid, on }: Place, { kind, entity, tier }: Kind) {
  return operation(
    {
      method: 'GET',
      path: `${path}/resource_${kind}_events`,
      summary: `List the ${kind} events of ${noun}`,
      auth,
      ...hidden,
      ...(tier && { tier }),
      params: eventable(kind, iid),
      answers: { many: entity },
      beyond: true,
    },
    ({ world, ...found }) => {
      const { kind: target, row } = on(found)
      return indexListing(world.resourceEvents.by('byTarget', target, row.id, kind), 'ascending')
    },
  )
}

function get({ path, noun, hidden, auth, iid, on }: Place, { kind, entity, tier }: Kind) {
  return operation(
    {
      method: 'GET',
      path: `${path}/resource_${kind}_events/:event_id`,
      summary: `Get a ${kind} event of ${noun}`,
      auth,
      ...hidden,
      ...(tier && { tier }),
      params: { ...eventable(kind, iid), ...identified(kind) },
      answers: { one: entity },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const { kind: target, row } = on(found)
      const event = world.resourceEvents.get(params.event_id ?? 0)
      if (event?.target !== target || event.targetId !== row.id || event.kind !== kind) throw recordNotFound()
      return event
    },
  )
}
