import { dialectOf, type Tier } from '../../sim/contract.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { simulatorTarget } from './simulator.ts'
import type { Target } from './target.ts'

const targets = new Map<string, Target>()

/** The simulator in which a fault shows; the same one for all faults of a plan and a release. */
export function targetOf({ tier: least, release }: Pick<Mutant, 'tier' | 'release'>): Target {
  const tier: Tier = least ?? 'ultimate'
  const key = `${tier} ${release ?? ''}`
  const dialect = release === undefined ? 'specification' : dialectOf('real', release)
  const target = targets.get(key) ?? simulatorTarget({ dialect, tier })
  targets.set(key, target)
  return target
}
