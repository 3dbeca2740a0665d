import {
  agentTokenEntity,
  clusterAgentEntity,
  listedAgentTokenEntity,
  newAgentTokenEntity,
} from '../../entities/cluster-agent.ts'
import type { ClusterAgent, ClusterAgentToken } from '../../model/clusters/cluster-agent.ts'
import { isLonger } from '../../model/names.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { agentToken } from '../shared/secrets.ts'

const PATH = '/projects/:id/cluster_agents'
const agentId = { agent_id: required(integer({ about: 'ID of the agent' })) }
const tokenId = { ...agentId, token_id: required(integer({ about: 'ID of the token' })) }
const reads = { subject: 'project', needs: 'read_cluster_agents', beyond: true, method: 'GET' } as const
const writes = { subject: 'project', needs: 'admin_project', beyond: true } as const

export const listClusterAgents = operation(
  {
    ...reads,
    path: PATH,
    summary: 'List the cluster agents of a project',
    answers: { many: clusterAgentEntity, unordered: true },
  },
  ({ world, project }) => indexListing(world.clusterAgents.by('byProject', project.id), 'ascending'),
)

export const getClusterAgent = operation(
  {
    ...reads,
    path: `${PATH}/:agent_id`,
    summary: 'Get a cluster agent of a project',
    params: agentId,
    answers: { one: clusterAgentEntity },
    refuses: [404],
  },
  ({ world, project, params }) => agentOf(world, project, params.agent_id),
)

export const registerClusterAgent = operation(
  {
    ...writes,
    method: 'POST',
    path: PATH,
    summary: 'Register a cluster agent with a project',
    params: {
      name: required(string({ about: 'Lowercase letters, digits and dashes; at most 63 characters' })),
    },
    answers: { status: 201, one: clusterAgentEntity },
    refuses: [400],
  },
  ({ world, caller, project, params, now }) => {
    const name = params.name ?? ''
    const errors: string[] = []
    if (name === '') errors.push("Name can't be blank")
    if (isLonger(name, 63)) errors.push('Name is too long (maximum is 63 characters)')
    if (!/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name))
      errors.push(
        "Name can contain only lowercase letters, digits, and '-', but cannot start or end with '-'",
      )
    if (world.clusterAgents.find('byProject', project.id, name) !== undefined)
      errors.push('Name has already been taken')
    if (errors.length > 0) throw message(400, `400 Bad request - ${errors.join(', ')}`)
    return world.clusterAgents.insert({
      id: nextId(world, 'clusterAgents'),
      projectId: project.id,
      name,
      createdById: (caller.user as User).id,
      createdAt: now,
    })
  },
)

export const deleteClusterAgent = operation(
  {
    ...writes,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${PATH}/:agent_id`,
    summary: 'Delete a cluster agent of a project',
    params: agentId,
    answers: { status: 204 },
    refuses: [404],
  },
  ({ world, project, params, unmodified }) => {
    const agent = unmodified(agentOf(world, project, params.agent_id))
    for (const { id } of world.clusterAgentTokens.by('byAgent', agent.id).list())
      world.clusterAgentTokens.delete(id)
    world.clusterAgents.delete(agent.id)
  },
)

export const listClusterAgentTokens = operation(
  {
    ...writes,
    method: 'GET',
    path: `${PATH}/:agent_id/tokens`,
    summary: 'List the tokens of a cluster agent',
    params: agentId,
    answers: { many: listedAgentTokenEntity },
    refuses: [404],
  },
  ({ world, project, params }) =>
    indexListing(
      world.clusterAgentTokens.by('byAgent', agentOf(world, project, params.agent_id).id),
      'descending',
    ),
)

export const getClusterAgentToken = operation(
  {
    ...writes,
    method: 'GET',
    path: `${PATH}/:agent_id/tokens/:token_id`,
    summary: 'Get a token of a cluster agent',
    params: tokenId,
    answers: { one: agentTokenEntity },
    refuses: [404],
  },
  ({ world, project, params }) => tokenOf(world, agentOf(world, project, params.agent_id), params.token_id),
)

const MAX_TOKENS = 2

export const createClusterAgentToken = operation(
  {
    ...writes,
    method: 'POST',
    path: `${PATH}/:agent_id/tokens`,
    summary: 'Create a token for a cluster agent',
    params: { ...agentId, name: required(string()), description: string() },
    answers: { status: 201, one: newAgentTokenEntity },
    refuses: [400, 404],
  },
  ({ world, caller, project, params, now, drawText }) => {
    const agent = agentOf(world, project, params.agent_id)
    if (world.clusterAgentTokens.by('byAgent', agent.id).count() >= MAX_TOKENS)
      throw message(400, '400 Bad request - An agent can have only two active tokens at a time')
    if (!params.name) throw message(400, "400 Bad request - Name can't be blank")
    return world.clusterAgentTokens.insert({
      id: nextId(world, 'clusterAgentTokens'),
      agentId: agent.id,
      name: params.name,
      description: params.description ?? null,
      value: agentToken(drawText),
      createdById: (caller.user as User).id,
      createdAt: now,
    })
  },
)

export const revokeClusterAgentToken = operation(
  {
    ...writes,
    method: 'DELETE',
    path: `${PATH}/:agent_id/tokens/:token_id`,
    summary: 'Revoke a token of a cluster agent',
    params: tokenId,
    answers: { status: 204 },
    refuses: [404],
  },
  ({ world, project, params }) => {
    const token = tokenOf(world, agentOf(world, project, params.agent_id), params.token_id)
    world.clusterAgentTokens.delete(token.id)
  },
)

function agentOf(world: World, project: Project, id: number | null): ClusterAgent {
  const agent = world.clusterAgents.get(id ?? 0)
  if (agent?.projectId !== project.id) throw notFound('Agent')
  return agent
}

function tokenOf(world: World, agent: ClusterAgent, id: number | null): ClusterAgentToken {
  const token = world.clusterAgentTokens.get(id ?? 0)
  if (token?.agentId !== agent.id) throw notFound('Agent Token')
  return token
}
