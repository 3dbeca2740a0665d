import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** An agent that connects a cluster to a project. */
export interface ClusterAgent {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly createdById: number
  readonly createdAt: Instant
}

export const clusterAgentsTable = table<ClusterAgent>()('clusterAgents', {
  byProject: index((agent) => [agent.projectId, agent.name]),
})

/** The token with which an agent authenticates. */
export interface ClusterAgentToken {
  readonly id: number
  readonly agentId: number
  readonly name: string
  readonly description: string | null
  readonly value: string
  readonly createdById: number
  readonly createdAt: Instant
}

export const clusterAgentTokensTable = table<ClusterAgentToken>()('clusterAgentTokens', {
  byAgent: index((token) => [token.agentId]),
})
