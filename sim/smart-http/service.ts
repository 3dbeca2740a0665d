import type { Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import type { Caller } from '../policy/caller.ts'
import type { PlainReply } from '../protocol/message.ts'
import type { Instant } from '../time/calendar.ts'
import type { PreparedPush } from './push-arrival.ts'

/** What is needed to serve a request of a git client. */
export interface GitHttp {
  readonly world: World
  readonly now: Instant
  /** Called with the caller as soon as it is known, even when the request is refused later. */
  readonly onIdentified: (caller: Caller) => void
  /** Called with the options of a push (`git push -o ci.skip`). */
  readonly onPushOptions?: (options: readonly string[]) => void
  /** What was worked out of this request before its turn came. */
  readonly prepared?: Prepared | undefined
}

/** What takes long in a request, done ahead of it. */
export interface Prepared {
  readonly push?: PreparedPush
  /** The reply to a fetch, for whoever may fetch. */
  readonly reply?: PlainReply
}

/** An authorised request to a project. */
export interface Session {
  readonly world: World
  readonly now: Instant
  readonly caller: Caller
  readonly project: Project
}
