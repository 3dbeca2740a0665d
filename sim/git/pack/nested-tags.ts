import type { Pace, Steps } from '../../lib/steps.ts'
import { bounds } from '../budget.ts'
import { GitError } from '../git-error.ts'
import type { KnownObject } from './known-object.ts'

/** Which tags stand for other tags. */
export class NestedTags {
  readonly #targets = new Map<string, string>()

  add(tag: string, target: string): void {
    this.#targets.set(tag, target)
  }

  /**
   * Throws a GitError where too many tags stand upon one another, those counted that were there before: whoever lists
   * references follows each to its end.
   */
  *checkDepth(known: KnownObject, pace: Pace): Steps<void> {
    for (const tag of this.#targets.keys()) {
      let depth = 0
      for (let at: string | undefined = tag; at !== undefined; at = yield* this.#below(at, known))
        if (++depth > bounds.tagDepth) throw new GitError('exceeded maximum allowed tag depth')
      if (pace.of(64 * depth)) yield
    }
  }

  *#below(tag: string, known: KnownObject): Steps<string | undefined> {
    const target = this.#targets.get(tag)
    if (target !== undefined) return target
    const object = yield* known(tag)
    return object?.type === 'tag' ? object.object : undefined
  }
}
