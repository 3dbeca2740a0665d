import type { Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import type { Caller } from '../policy/caller.ts'
import type { Instant } from '../time/calendar.ts'

/** What a request of a git client is served with. */
export interface GitHttp {
  readonly world: World
  readonly now: Instant
  /** Told who calls as soon as it is known, also when the request is refused later. */
  readonly onIdentified: (caller: Caller) => void
  /** Told what a push asks for besides (`git push -o ci.skip`). */
  readonly onPushOptions?: (options: readonly string[]) => void
}

/** A request that is let through to a project. */
export interface Session {
  readonly world: World
  readonly now: Instant
  readonly caller: Caller
  readonly project: Project
}
