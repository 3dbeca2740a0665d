import type { Steps } from '../../lib/steps.ts'
import { linksOf } from '../links.ts'
import type { ObjectStore } from '../objects.ts'

/** Objects that are looked at between two steps. */
const STEP = 256

/**
 * What can be reached from some tips. Found as far as it is asked for: the content of young commits first, since that
 * is what is usually asked about.
 */
export class Reachable {
  readonly #objects: Pick<ObjectStore, 'get' | 'outline'>
  readonly #contents: boolean
  readonly #seen = new Set<string>()
  readonly #commits: string[] = []
  readonly #rest: string[] = []

  /** Without `contents` only commits and tags count. */
  constructor(
    objects: Pick<ObjectStore, 'get' | 'outline'>,
    tips: Iterable<string>,
    { contents = true } = {},
  ) {
    this.#objects = objects
    this.#contents = contents
    for (const id of tips) this.#enter(id, this.#commits)
  }

  has(id: string): boolean {
    while (!this.#seen.has(id) && this.#advance());
    return this.#seen.has(id)
  }

  /** The same step by step: what is not there is looked for everywhere. */
  *finds(id: string): Steps<boolean> {
    for (let looked = 1; !this.#seen.has(id) && this.#advance(); looked++) if (looked % STEP === 0) yield
    return this.#seen.has(id)
  }

  #advance(): boolean {
    const rest = this.#rest.pop()
    const id = rest ?? this.#next()
    if (id === undefined) return false
    const outline = rest === undefined ? this.#objects.outline?.(id) : undefined
    if (outline !== undefined) {
      for (const parent of outline.parents) this.#enter(parent, this.#commits)
      if (this.#contents) this.#enter(outline.tree, this.#rest)
      return true
    }
    const object = this.#objects.get(id)
    if (object === undefined) return true
    for (const link of linksOf(object)) {
      if (link.type === 'commit') this.#enter(link.id, this.#commits)
      else if (this.#contents || link.type === 'tag') this.#enter(link.id, this.#rest)
    }
    return true
  }

  #at = 0
  #next(): string | undefined {
    return this.#commits[this.#at++]
  }

  #enter(id: string, queue: string[]): void {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    queue.push(id)
  }
}
