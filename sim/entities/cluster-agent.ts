import { since } from '../lib/dialect.ts'
import type { ClusterAgent, ClusterAgentToken } from '../model/clusters/cluster-agent.ts'
import { constant, entity, type Fields, integer, nullable, one, text, timestamp } from './entity.ts'
import { projectIdentityEntity } from './project-summary.ts'

export const clusterAgentEntity = entity<ClusterAgent>('ClusterAgent', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  config_project: one(projectIdentityEntity, ({ projectId }, { world }) => world.projects.require(projectId)),
  created_at: timestamp(({ createdAt }) => createdAt),
  created_by_user_id: integer(({ createdById }) => createdById),
  is_receptive: since('clusters#later-receptive', constant<ClusterAgent>(false)),
})

const token: Fields<ClusterAgentToken> = {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  description: nullable(text(({ description }: ClusterAgentToken) => description as string)),
  agent_id: integer(({ agentId }) => agentId),
  status: constant('active'),
  created_at: timestamp(({ createdAt }) => createdAt),
  created_by_user_id: integer(({ createdById }) => createdById),
}

export const listedAgentTokenEntity = entity<ClusterAgentToken>('ListedAgentToken', token)
export const agentTokenEntity = entity<ClusterAgentToken>('AgentToken', {
  ...token,
  last_used_at: constant(null),
})
/** The only time that the secret is shown. */
export const newAgentTokenEntity = entity<ClusterAgentToken>('NewAgentToken', {
  ...token,
  last_used_at: constant(null),
  token: text(({ value }) => value),
})
