import { table } from '../../store/database.ts'
import { index, indexEach } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** The strategies, and the parameters that each takes. */
export const strategyParameters = {
  default: [],
  gitlabUserList: [],
  gradualRolloutUserId: ['groupId', 'percentage'],
  flexibleRollout: ['groupId', 'rollout', 'stickiness'],
  userWithId: ['userIds'],
} as const satisfies { readonly [name: string]: readonly string[] }
export type StrategyName = keyof typeof strategyParameters

export interface FlagScope {
  readonly id: number
  readonly environmentScope: string
}

export interface FlagStrategy {
  readonly id: number
  readonly name: StrategyName
  readonly parameters: { readonly [name: string]: string }
  readonly userListId: number | null
  readonly scopes: readonly FlagScope[]
}

/** A feature flag of a project. */
export interface FeatureFlag {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly name: string
  readonly description: string | null
  readonly active: boolean
  readonly strategies: readonly FlagStrategy[]
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const featureFlagsTable = table<FeatureFlag>()('featureFlags', {
  byProject: index((flag) => [flag.projectId, flag.name]),
  byUserList: indexEach((flag) =>
    flag.strategies.flatMap(({ userListId }) => (userListId === null ? [] : [[userListId]])),
  ),
})
