import { broadcastMessageEntity } from '../../entities/broadcast-message.ts'
import { since } from '../../lib/dialect.ts'
import {
  type BroadcastMessage,
  broadcastKinds,
  broadcastThemes,
} from '../../model/installation/broadcast-message.ts'
import {
  addBroadcastMessage,
  type BroadcastValues,
  changeBroadcastMessage,
} from '../../model/installation/broadcast-messages.ts'
import type { World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  datetime,
  integer,
  integerList,
  oneOf,
  type ParamsOf,
  required,
  string,
} from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const MESSAGES = '/broadcast_messages'
const HOUR = 3_600_000
const messageId = { id: required(integer({ about: 'ID of the message' })) }

const values = {
  starts_at: datetime({ about: 'The current time by default' }),
  ends_at: datetime({ about: 'In an hour by default' }),
  color: string({ about: 'Background color; `#E75E40` by default' }),
  font: string({ about: 'Text color; `#FFFFFF` by default' }),
  target_access_levels: {
    ...integerList({ about: 'Access levels that see the message; everybody by default' }),
    values: [10, 20, 30, 40, 50],
  },
  target_path: string({ about: 'Path of the pages that show the message' }),
  broadcast_type: oneOf(broadcastKinds),
  dismissable: boolean(),
  theme: since('installation#later-broadcast-theme', oneOf(broadcastThemes)),
}

export const listBroadcastMessages = operation(
  {
    method: 'GET',
    path: MESSAGES,
    summary: 'List the broadcast messages, newest first',
    auth: 'public',
    answers: { many: broadcastMessageEntity },
    beyond: true,
  },
  ({ world }) => listingOf(world.broadcastMessages.all().list().reverse()),
)

export const getBroadcastMessage = operation(
  {
    method: 'GET',
    path: `${MESSAGES}/:id`,
    summary: 'Get a broadcast message',
    auth: 'public',
    params: messageId,
    answers: { one: broadcastMessageEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => findMessage(world, params.id),
)

export const createBroadcastMessage = operation(
  {
    method: 'POST',
    path: MESSAGES,
    summary: 'Create a broadcast message',
    auth: 'admin',
    params: { message: required(string()), ...values },
    answers: { status: 201, one: broadcastMessageEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, params, now }) => {
    const defaults: BroadcastValues = {
      message: '',
      startsAt: now,
      endsAt: now + HOUR,
      color: '#E75E40',
      font: '#FFFFFF',
      targetLevels: [],
      targetPath: null,
      kind: 'banner',
      dismissable: false,
    }
    return refuseInvalidRow(() =>
      addBroadcastMessage(world, { ...defaults, ...valuesFrom(params), updatedAt: now }),
    )
  },
)

export const updateBroadcastMessage = operation(
  {
    method: 'PUT',
    path: `${MESSAGES}/:id`,
    summary: 'Update a broadcast message',
    auth: 'admin',
    params: { ...messageId, message: string(), ...values },
    answers: { one: broadcastMessageEntity },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, params, now }) => {
    const row = findMessage(world, params.id)
    return refuseInvalidRow(() =>
      changeBroadcastMessage(world, row, { ...valuesFrom(params), updatedAt: now }),
    )
  },
)

export const deleteBroadcastMessage = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${MESSAGES}/:id`,
    summary: 'Delete a broadcast message',
    auth: 'admin',
    params: messageId,
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, params, unmodified }) => {
    world.broadcastMessages.delete(unmodified(findMessage(world, params.id)).id)
  },
)

type Given = Partial<ParamsOf<typeof values>> & { readonly message?: string | null | undefined }

function valuesFrom(params: Given): Partial<BroadcastValues> {
  const { message, starts_at, ends_at, color, font, target_access_levels, target_path } = params
  return {
    ...(message != null && { message }),
    ...(starts_at != null && { startsAt: starts_at }),
    ...(ends_at != null && { endsAt: ends_at }),
    ...(color != null && { color }),
    ...(font != null && { font }),
    ...(target_access_levels !== undefined && { targetLevels: target_access_levels }),
    ...(target_path !== undefined && { targetPath: target_path }),
    ...(params.broadcast_type != null && { kind: params.broadcast_type }),
    ...(params.dismissable != null && { dismissable: params.dismissable }),
    ...(params.theme != null && { theme: params.theme }),
  }
}

function findMessage(world: World, id: number | null): BroadcastMessage {
  const row = world.broadcastMessages.get(id ?? 0)
  if (row === undefined) throw recordNotFound()
  return row
}
