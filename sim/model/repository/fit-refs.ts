import type { ObjectsBelow } from '../../git/pack/whole-pack.ts'
import { isLikeCommitId, type Ref, validBranchName, validRefName } from '../../git/refs.ts'
import { compareNames } from '../../git/tree-order.ts'

/** References under which the service keeps what no branch leads to. */
export const KEPT = /^refs\/(?:merge-requests|keep-around)\//

/** References that come from elsewhere, with the objects that they lead to. */
interface Foreign {
  readonly refs: readonly Ref[]
  readonly objects: ObjectsBelow
}

/** Those that a project can have: with valid names, branches of commits, and none below the name of another. */
export function fitRefs(foreign: Foreign): readonly Ref[] {
  return roomy(foreign.refs.filter((ref) => isFit(foreign, ref)))
}

function isFit({ objects }: Foreign, { name, id }: Ref): boolean {
  if (KEPT.test(name) || !name.startsWith('refs/') || !validRefName(name)) return false
  const branch = name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : undefined
  if (branch !== undefined && isLikeCommitId(branch)) return false
  return branch === undefined || (validBranchName(branch) && objects.typeOf(id) === 'commit')
}

// A reference leaves no room for others below its name: the first of them stays.
function roomy(refs: readonly Ref[]): Ref[] {
  const taken = new Set<string>()
  const above = new Set<string>()
  return [...refs]
    .sort((a, b) => compareNames(a.name, b.name))
    .filter(({ name }) => {
      const parents = parentsOf(name)
      if (above.has(name) || parents.some((parent) => taken.has(parent))) return false
      taken.add(name)
      for (const parent of parents) above.add(parent)
      return true
    })
}

function parentsOf(name: string): string[] {
  const steps = name.split('/')
  return steps.slice(1).map((_, i) => steps.slice(0, i + 1).join('/'))
}
