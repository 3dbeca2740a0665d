import type { Reference } from './reference.ts'

/** What things are called on one side of a comparison, in terms that mean the same on the other. */
export interface Names {
  readonly has: (reference: Reference) => boolean
  /** Calls something by a name that was learnt; two things never go by the same one. */
  readonly learn: (reference: Reference, name: string) => void
  /** The name of something; what has none is called by the order in which things of its kind were seen. */
  readonly of: (reference: Reference) => string
}

/** Names of one side; a thing is known by its kind and number, since numbers of different kinds may be equal. */
export function createNames(): Names {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const counts = new Map<string, number>()

  function learn({ kind, id }: Reference, name: string): void {
    const key = `${kind} ${id}`
    if (names.has(key)) return
    let free = name
    for (let n = 2; taken.has(free); n++) free = `${name} (${n})`
    taken.add(free)
    names.set(key, free)
  }

  return {
    has: ({ kind, id }) => names.has(`${kind} ${id}`),
    learn,
    of: (reference) => {
      const { kind, id } = reference
      const known = names.get(`${kind} ${id}`)
      if (known !== undefined) return known
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      learn(reference, `${kind} #${count}`)
      return names.get(`${kind} ${id}`) ?? ''
    },
  }
}
