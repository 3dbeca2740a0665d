import { matchesGlob } from '../../lib/glob.ts'
import type { World } from '../world.ts'
import type { FeatureFlag, FlagStrategy } from './feature-flag.ts'

/** The secret with which applications ask for the flags of a project. The service draws it; here it can be guessed. */
export function instanceIdOf(projectId: number): string {
  return `feature-flags-${projectId}`
}

/** A flag with those of its strategies that hold in an environment. */
export interface FlagInEnvironment {
  readonly flag: FeatureFlag
  readonly strategies: readonly FlagStrategy[]
}

/** The flags that an application in an environment is told of: those with a strategy for it, oldest first. */
export function flagsInEnvironment(
  world: World,
  projectId: number,
  environment: string,
): FlagInEnvironment[] {
  const holds = ({ scopes }: FlagStrategy) =>
    scopes.some(({ environmentScope }) => matchesGlob(environmentScope, environment))
  return world.featureFlags
    .by('byProject', projectId)
    .list()
    .map((flag) => ({ flag, strategies: flag.strategies.filter(holds) }))
    .filter(({ strategies }) => strategies.length > 0)
    .sort((a, b) => a.flag.id - b.flag.id)
}
