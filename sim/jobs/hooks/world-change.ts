import type { HookEvent } from '../../model/hooks/hook.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Payload } from './parts.ts'

/** What one request or job changed: the world before and after it, and the user. */
export interface WorldChange {
  readonly before: World
  readonly after: World
  readonly user: User | undefined
  readonly now: number
  /** All references that moved were moved by one push, whose size decides whether hooks are called. */
  readonly byPush?: boolean
}

/** An event, for the webhooks that are told of it. */
export interface Announced {
  readonly event: HookEvent
  /** The header that names it. */
  readonly name: string
  readonly payload: Payload
  readonly branch?: string
}
