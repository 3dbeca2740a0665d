import { GitError } from '../git/git-error.ts'
import { typeOf } from '../git/objects.ts'
import type { IdList } from '../git/pack/id-list.ts'
import { packPieces } from '../git/pack/pack.ts'
import { allReach } from '../git/pack/reach.ts'
import { Reachable } from '../git/pack/reachable.ts'
import { type Cut, cutHistory, type Deepening, grafted } from '../git/pack/shallow.ts'
import type { Ref } from '../git/refs.ts'
import { objectSelection, peelChain } from '../git/selection.ts'
import type { Steps } from '../lib/steps.ts'
import { objectsOf } from '../model/repository/repository.ts'
import type { FetchRequest } from './fetch-request.ts'
import { fetchable } from './references.ts'
import type { Session } from './service.ts'

/**
 * What a fetch request is answered with. Objects are stored for all projects together, so an object that a client names
 * counts only if it is reachable from this project's references.
 */
export class FetchPlan {
  readonly #request: FetchRequest
  readonly #refs: readonly Ref[]
  readonly #objects: ReturnType<typeof objectsOf>
  readonly #tips: string[]
  readonly #shallow: ReadonlySet<string>
  #cut: Cut | undefined
  /** Objects that both client and project have, in the client's order. */
  readonly common: readonly string[]
  /** Plans it step by step. Throws a GitError for a wanted object that is not reachable. */
  static *of(session: Session, request: FetchRequest): Steps<FetchPlan> {
    const refs = fetchable(session.world, session.project)
    const objects = objectsOf(session.world)
    const ids = refs.map(({ id }) => id)
    const commits = new Reachable(objects, ids, { contents: false })
    const everything = new Reachable(objects, ids)
    for (const want of request.wants)
      if (!(yield* commits.finds(want)) && !(yield* everything.finds(want)))
        throw new GitError(`upload-pack: not our ref ${want}`)
    const known = new Set<string>()
    for (const id of [...request.haves, ...request.shallow]) if (yield* commits.finds(id)) known.add(id)
    const plan = new FetchPlan(objects, refs, request, known)
    if (request.deepening !== undefined) plan.#cut = yield* plan.#cutFor(request.deepening)
    return plan
  }

  private constructor(
    objects: ReturnType<typeof objectsOf>,
    refs: readonly Ref[],
    request: FetchRequest,
    known: ReadonlySet<string>,
  ) {
    this.#request = request
    this.#objects = objects
    this.#refs = refs
    this.common = request.haves.filter((id) => known.has(id))
    this.#shallow = new Set(request.shallow.filter((id) => known.has(id)))
    this.#tips = this.#commitsOf(request.wants)
  }

  /** The new shallow boundary of the client; undefined unless it asks for another one. */
  get cut(): Cut | undefined {
    return this.#cut
  }

  *#cutFor(deepening: Deepening): Steps<Cut> {
    const ids = new Map(this.#refs.map(({ name, id }) => [name, id]))
    const not = [...new Set(this.#request.not)].map((name) => this.#named(name, ids))
    return yield* cutHistory(this.#objects, this.#tips, { ...deepening, not }, this.#shallow)
  }

  #named(name: string, ids: ReadonlyMap<string, string>): string {
    const place = ['', 'refs/', 'refs/tags/', 'refs/heads/'].find((it) => ids.has(it + name))
    if (place === undefined) throw new GitError(`git upload-pack: ambiguous deepen-not: ${name}`)
    return peelChain(this.#objects, ids.get(place + name) as string).end
  }

  #commitsOf(ids: readonly string[]): string[] {
    const ends = ids.map((id) => peelChain(this.#objects, id).end)
    return ends.filter((id) => typeOf(this.#objects, id) === 'commit')
  }

  /** Whether negotiation can end: every wanted history contains a commit that the client has. */
  *isReady(): Steps<boolean> {
    const haves = new Set(this.#commitsOf(this.common))
    return haves.size > 0 && (yield* allReach(this.#objects, this.#tips, haves))
  }

  /** The pack that brings the client from what it has to what it wants, and how many objects are in it. */
  *pack(): Steps<{ readonly pieces: Iterable<Uint8Array>; readonly count: number }> {
    const { shallow = new Set<string>(), unshallow = [] } = this.cut ?? {}
    // The client has the commits that are no longer shallow, but not their parents.
    const behind = unshallow.flatMap((id) => this.#parents(id))
    const view = grafted(this.#objects, new Set([...this.#shallow, ...shallow]))
    const wants = [...this.#request.wants, ...behind]
    const ids = yield* objectSelection(view, { wants, haves: this.common })
    if (this.#request.options.has('include-tag')) for (const tag of this.#tagsOf(ids)) ids.add(tag)
    return { pieces: packPieces(this.#objects, ids), count: ids.length }
  }

  #parents(id: string): readonly string[] {
    const commit = this.#objects.get(id)
    return commit?.type === 'commit' ? commit.parents : []
  }

  // Annotated tags of what is sent are included, so that the client need not ask again.
  #tagsOf(sent: IdList): Set<string> {
    const tags = new Set<string>()
    for (const { id } of this.#refs) {
      const { chain, end } = peelChain(this.#objects, id)
      if (sent.has(end)) for (const tag of chain) if (!sent.has(tag)) tags.add(tag)
    }
    return tags
  }
}
