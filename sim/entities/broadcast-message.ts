import { since } from '../lib/dialect.ts'
import {
  type BroadcastMessage,
  type BroadcastTheme,
  broadcastKinds,
  broadcastThemes,
} from '../model/installation/broadcast-message.ts'
import { isActive } from '../model/installation/broadcast-messages.ts'
import { entity, flag, integer, json, nullable, oneOfTexts, text, timestamp } from './entity.ts'

export const broadcastMessageEntity = entity<BroadcastMessage>('BroadcastMessage', {
  id: integer(({ id }) => id),
  message: text(({ message }) => message),
  starts_at: timestamp(({ startsAt }) => startsAt),
  ends_at: timestamp(({ endsAt }) => endsAt),
  color: text(({ color }) => color),
  font: text(({ font }) => font),
  target_access_levels: json(
    { type: 'array', items: { type: 'integer' } },
    ({ targetLevels }) => targetLevels,
  ),
  target_path: nullable(text(({ targetPath }) => targetPath as string)),
  broadcast_type: oneOfTexts(broadcastKinds, ({ kind }) => kind),
  dismissable: flag(({ dismissable }) => dismissable),
  theme: since(
    'installation#later-broadcast-theme',
    oneOfTexts<BroadcastMessage, BroadcastTheme>(broadcastThemes, ({ theme }) => theme ?? 'indigo'),
  ),
  active: flag(isActive),
})
