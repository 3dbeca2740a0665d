import { log } from './history.ts'
import { linksOf } from './links.ts'
import { type ObjectStore, readCommit } from './objects.ts'

/** What a receiver wants and has; both by ids of objects that exist. */
export interface Wanted {
  readonly wants: readonly string[]
  readonly haves: readonly string[]
}

/**
 * The objects that lead a receiver from what it has to what it wants: commits in the order of git log, each before what
 * it contains. Objects of commits at the border are left out; what else the receiver may have is sent again.
 */
export function selectObjects(objects: ObjectStore, { wants, haves }: Wanted): string[] {
  const had = commitsOf(objects, haves)
  const chosen = new Chosen(objects)
  const starts: string[] = []
  for (const want of wants) {
    const { chain, end } = peelChain(objects, want)
    for (const tag of chain) chosen.add(tag)
    if (objects.get(end)?.type === 'commit') starts.push(end)
    else chosen.addAll(end)
  }
  const commits = [...log(objects, starts, { exclude: had })]
  const sent = new Set(commits.map(({ id }) => id))
  for (const id of had) chosen.skip(readCommit(objects, id).tree)
  for (const { commit } of commits)
    for (const parent of commit.parents) if (!sent.has(parent)) chosen.skip(readCommit(objects, parent).tree)
  for (const { id, commit } of commits) {
    chosen.add(id)
    chosen.addAll(commit.tree)
  }
  return chosen.ids
}

/** The tag objects on the way to what a tag stands for, and that. */
export function peelChain(
  objects: ObjectStore,
  id: string,
): { readonly chain: string[]; readonly end: string } {
  const chain: string[] = []
  let end = id
  for (let object = objects.get(id); object?.type === 'tag'; object = objects.get(end)) {
    chain.push(end)
    end = object.object
  }
  return { chain, end }
}

function commitsOf(objects: ObjectStore, ids: readonly string[]): string[] {
  const ends = ids.map((id) => peelChain(objects, id).end)
  return [...new Set(ends)].filter((id) => objects.get(id)?.type === 'commit')
}

class Chosen {
  readonly ids: string[] = []
  readonly #objects: ObjectStore
  readonly #done = new Set<string>()

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  add(id: string): void {
    if (this.#done.has(id)) return
    this.#done.add(id)
    this.ids.push(id)
  }

  /** A tree with everything in it, or a blob. */
  addAll(id: string): void {
    for (const found of this.#fresh(id)) this.ids.push(found)
  }

  skip(tree: string): void {
    for (const _ of this.#fresh(tree));
  }

  *#fresh(start: string): Generator<string> {
    const open = [start]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (this.#done.has(id)) continue
      this.#done.add(id)
      yield id
      const object = this.#objects.get(id)
      if (object?.type === 'tree') open.push(...linksOf(object).map((link) => link.id))
    }
  }
}
