import { table } from '../../store/database.ts'
import type { Instant } from '../../time/calendar.ts'

/** A message of the administrators to everybody. */
export interface BroadcastMessage {
  readonly id: number
  readonly message: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly color: string
  readonly font: string
  /** The roles for whom it is; everybody where there is none. */
  readonly targetLevels: readonly number[]
  readonly targetPath: string | null
  readonly kind: (typeof broadcastKinds)[number]
  readonly dismissable: boolean
  /** Indigo unless said. */
  readonly theme?: BroadcastTheme
  readonly updatedAt?: Instant
}

export const broadcastKinds = ['banner', 'notification'] as const

export const broadcastThemes = [
  'indigo',
  'light-indigo',
  'blue',
  'light-blue',
  'green',
  'light-green',
  'red',
  'light-red',
  'dark',
  'light',
] as const
export type BroadcastTheme = (typeof broadcastThemes)[number]

export const broadcastMessagesTable = table<BroadcastMessage>()('broadcastMessages', {})
