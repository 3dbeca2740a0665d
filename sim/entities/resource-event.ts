import type { Label } from '../model/labels/label.ts'
import { textColor } from '../model/labels/labels.ts'
import type { ResourceEvent } from '../model/resource-events/resource-event.ts'
import {
  constant,
  entity,
  type Fields,
  integer,
  nullable,
  one,
  oneOfTexts,
  text,
  timestamp,
} from './entity.ts'
import { milestoneEntity } from './milestone.ts'
import { userRefEntity } from './user-ref.ts'

const basics: Fields<ResourceEvent> = {
  id: integer(({ id }) => id),
  user: nullable(one(userRefEntity, ({ userId }, { world }) => world.users.get(userId ?? 0))),
  created_at: timestamp(({ createdAt }) => createdAt),
  resource_type: oneOfTexts(['Issue', 'MergeRequest', 'Epic'], ({ target }) => target),
  resource_id: integer(({ targetId }) => targetId),
}

const labelRefEntity = entity<Label>('LabelRef', {
  id: integer(({ id }) => id),
  name: text(({ title }) => title),
  color: text(({ color }) => color),
  description: nullable(text(({ description }) => description as string)),
  text_color: text(({ color }) => textColor(color)),
})

/** A label that was put on or taken off; null where the label itself is gone. */
export const labelEventEntity = entity<ResourceEvent>('ResourceLabelEvent', {
  ...basics,
  label: nullable(one(labelRefEntity, ({ labelId }, { world }) => world.labels.get(labelId ?? 0))),
  action: oneOfTexts(['add', 'remove'], ({ action }) => action ?? 'add'),
})

export const milestoneEventEntity = entity<ResourceEvent>('ResourceMilestoneEvent', {
  ...basics,
  milestone: nullable(
    one(milestoneEntity, ({ milestoneId }, { world }) => world.milestones.get(milestoneId ?? 0)),
  ),
  action: oneOfTexts(['add', 'remove'], ({ action }) => action ?? 'add'),
})

export const stateEventEntity = entity<ResourceEvent>('ResourceStateEvent', {
  ...basics,
  source_commit: constant(null),
  source_merge_request_id: constant(null),
  state: oneOfTexts(['closed', 'reopened', 'merged'], ({ state }) => state ?? 'closed'),
})

export const weightEventEntity = entity<ResourceEvent>('ResourceWeightEvent', {
  id: integer(({ id }) => id),
  user: nullable(one(userRefEntity, ({ userId }, { world }) => world.users.get(userId ?? 0))),
  created_at: timestamp(({ createdAt }) => createdAt),
  issue_id: integer(({ targetId }) => targetId),
  weight: nullable(integer(({ weight }) => weight as number)),
})
