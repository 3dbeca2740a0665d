import { since } from '../lib/dialect.ts'
import type { ClusterAgent } from '../model/clusters/cluster-agent.ts'
import { approvalsMissing, protectionOf } from '../model/deployments/deployment-approvals.ts'
import { lastDeploymentOf, slugOf, tierOf } from '../model/deployments/deployments.ts'
import type { EnvironmentRule } from '../model/deployments/protected-environment.ts'
import {
  type AutoStopSetting,
  autoStopSettings,
  type Deployment,
  type DeploymentApproval,
  type Environment,
  environmentTiers,
} from '../model/pipelines/ci.ts'
import type { World } from '../model/world.ts'
import { countsFor } from '../policy/deployments.ts'
import { jobDetailEntity } from './ci-job.ts'
import { clusterAgentEntity } from './cluster-agent.ts'
import {
  constant,
  entity,
  type Field,
  type Fields,
  integer,
  many,
  nullable,
  object,
  one,
  oneOfTexts,
  text,
  timestamp,
  type View,
  when,
} from './entity.ts'
import { basicProjectEntity } from './project.ts'
import { inWords } from './protected-environment.ts'
import { userRefEntity } from './user-ref.ts'

const basics: Fields<Environment> = {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  slug: text(({ name }) => slugOf(name)),
  external_url: nullable(text(({ externalUrl }) => (externalUrl ?? null) as string)),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt, createdAt }) => updatedAt ?? createdAt),
}

const environmentRefEntity = entity<Environment>('EnvironmentRef', basics)

const full: Fields<Environment> = {
  ...basics,
  tier: oneOfTexts(environmentTiers, tierOf),
  state: oneOfTexts(['available', 'stopping', 'stopped'], stateOf),
  auto_stop_at: since('deployments#later-auto-stop', constant<Environment>(null)),
  cluster_agent: ofAgent(one(clusterAgentEntity, agentOf)),
  kubernetes_namespace: ofAgent(
    nullable(text(({ kubernetesNamespace }) => (kubernetesNamespace ?? null) as string)),
  ),
  flux_resource_path: ofAgent(nullable(text(({ fluxResourcePath }) => (fluxResourcePath ?? null) as string))),
  description: since(
    'deployments#later-description',
    nullable(text<Environment>(({ description }) => (description ?? null) as string)),
  ),
  auto_stop_setting: since(
    'deployments#later-auto-stop-setting',
    oneOfTexts<Environment, AutoStopSetting>(autoStopSettings, ({ autoStop }) => autoStop ?? 'always'),
  ),
}

/** Shown where there is an agent, to those who may see it. */
function ofAgent(field: Field<Environment>) {
  const isSeen = (row: Environment, view: View) => {
    const agent = agentOf(row, view)
    return (
      agent !== undefined && view.can('read_cluster_agents', view.world.projects.require(agent.projectId))
    )
  }
  return since('deployments#later-cluster-agent', when(isSeen, field))
}

function agentOf({ clusterAgentId }: Environment, { world }: View): ClusterAgent | undefined {
  return world.clusterAgents.get(clusterAgentId ?? 0)
}

export const environmentEntity = entity<Environment>('Environment', {
  ...full,
  project: one(basicProjectEntity, ({ projectId }, { world }) => world.projects.require(projectId)),
})

const statuses = ['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'] as const

export const deploymentEntity = entity<Deployment>('Deployment', {
  id: integer(({ id }) => id),
  iid: integer(({ iid }) => iid),
  ref: text(({ ref }) => ref),
  sha: text(({ sha }) => sha),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ finishedAt, createdAt }) => finishedAt ?? createdAt),
  user: nullable(one(userRefEntity, ({ userId }: Deployment, { world }) => world.users.get(userId ?? 0))),
  environment: one(environmentRefEntity, ({ environmentId }, { world }) =>
    world.environments.require(environmentId),
  ),
  deployable: nullable(
    one(jobDetailEntity, ({ jobId }: Deployment, { world }) => world.ciJobs.get(jobId ?? 0)),
  ),
  status: oneOfTexts(statuses, ({ status }) => status),
})

export const deploymentApprovalEntity = entity<DeploymentApproval>('DeploymentApproval', {
  user: nullable(one(userRefEntity, ({ userId }: DeploymentApproval, { world }) => world.users.get(userId))),
  status: oneOfTexts(['approved', 'rejected'], ({ status }) => status),
  created_at: timestamp(({ createdAt }) => createdAt),
  comment: text(({ comment }) => comment),
})

/** A rule of the environment, with what was said that counts for it. */
interface SummarizedRule {
  readonly rule: EnvironmentRule
  readonly approvals: readonly DeploymentApproval[]
}

const summarizedRuleEntity = entity<SummarizedRule>('DeploymentApprovalRule', {
  id: since(
    'deployments#later-summarized-rule',
    integer<SummarizedRule>(({ rule }) => rule.id),
  ),
  user_id: nullable(integer(({ rule }: SummarizedRule) => rule.userId as number)),
  group_id: nullable(integer(({ rule }: SummarizedRule) => rule.groupId as number)),
  access_level: nullable(integer(({ rule }: SummarizedRule) => rule.accessLevel as number)),
  access_level_description: text(({ rule }, view) => inWords(rule, view)),
  required_approvals: integer(({ rule }) => rule.required),
  group_inheritance_type: since(
    'deployments#later-summarized-rule',
    integer<SummarizedRule>(({ rule }) => rule.inheritance),
  ),
  deployment_approvals: many(deploymentApprovalEntity, ({ approvals }) => approvals),
})

/** A deployment on its own, with the consent that it has and lacks. */
export const deploymentDetailEntity = entity<Deployment>('DeploymentDetail', {
  ...deploymentEntity.fields,
  pending_approval_count: integer((deployment, { world }) => approvalsMissing(world, deployment)),
  approvals: many(deploymentApprovalEntity, ({ approvals = [] }) => approvals),
  approval_summary: when(
    (deployment, { world }) => rulesOf(world, deployment).length > 0,
    object({ rules: many(summarizedRuleEntity, summarized) }),
  ),
})

function rulesOf(world: World, { projectId, environmentId }: Deployment): readonly EnvironmentRule[] {
  return protectionOf(world, projectId, world.environments.require(environmentId).name)?.rules ?? []
}

function summarized(deployment: Deployment, { world, today }: View): readonly SummarizedRule[] {
  const { approvals = [] } = deployment
  return rulesOf(world, deployment).map((rule) => ({
    rule,
    approvals: approvals.filter(({ userId }) => countsFor(world, deployment, rule, userId, today)),
  }))
}

const { environment: _environment, ...withoutEnvironment } = deploymentEntity.fields
const lastDeploymentEntity = entity<Deployment>('LastDeployment', withoutEnvironment)

/** An environment on its own, with what was deployed to it last. */
export const environmentDetailEntity = entity<Environment>('EnvironmentDetail', {
  ...full,
  project: since(
    'deployments#later-project',
    one(basicProjectEntity, ({ projectId }: Environment, { world }) => world.projects.require(projectId)),
  ),
  last_deployment: nullable(one(lastDeploymentEntity, lastDeployment)),
})

function lastDeployment({ id }: Environment, { world }: View): Deployment | undefined {
  return lastDeploymentOf(world, id)
}

export function stateOf({ stoppedAt, stoppingAt }: Environment): 'available' | 'stopping' | 'stopped' {
  if (stoppedAt !== undefined) return 'stopped'
  return stoppingAt === undefined ? 'available' : 'stopping'
}
