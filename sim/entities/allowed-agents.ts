import { isInForce } from '../lib/dialect.ts'
import type { ClusterAgent } from '../model/clusters/cluster-agent.ts'
import { slugOf } from '../model/deployments/deployments.ts'
import { accessLevels } from '../model/members/access-level.ts'
import type { CiJob } from '../model/pipelines/ci.ts'
import type { Project } from '../model/projects/project.ts'
import { ancestorsAndSelf, groupOf, projectLevel } from '../policy/roles.ts'
import { constant, entity, integer, json, many, object, one, text, texts, type View, when } from './entity.ts'
import { projectIdentityEntity } from './project-summary.ts'

const agentAuthorizationEntity = entity<ClusterAgent>('AgentAuthorization', {
  id: integer(({ id }) => id),
  config_project: one(projectIdentityEntity, ({ projectId }, { world }) => world.projects.require(projectId)),
  // An agent works for its own project without any configuration.
  configuration: constant({}),
})

/** The agents for Kubernetes that a job may use, and who it runs for (jobs#allowed-agents). */
export const allowedAgentsEntity = entity<CiJob>('AllowedAgents', {
  allowed_agents: many(agentAuthorizationEntity, ({ projectId }, { world }) =>
    world.clusterAgents.by('byProject', projectId).ascending(),
  ),
  job: object({ id: integer<CiJob>(({ id }) => id) }),
  pipeline: object({ id: integer<CiJob>(({ pipelineId }) => pipelineId) }),
  project: object({
    id: integer<CiJob>(({ projectId }) => projectId),
    groups: json<CiJob>({ type: 'array', items: { type: 'object' } }, groupsAbove),
  }),
  user: object({
    id: integer<CiJob>(({ userId }) => userId as number),
    username: text<CiJob>(({ userId }, { world }) => world.users.require(userId as number).username),
    roles_in_project: texts<CiJob>(rolesInProject),
  }),
  environment: when(
    (job, view) => environmentOf(job, view) !== undefined,
    object({ slug: text<CiJob>((job, view) => slugOf(environmentOf(job, view)?.name ?? '')) }),
  ),
})

const projectOf = ({ projectId }: CiJob, { world }: View): Project => world.projects.require(projectId)

function groupsAbove(job: CiJob, view: View): unknown {
  return [...ancestorsAndSelf(view.world, groupOf(view.world, projectOf(job, view)))].map(({ id }) => ({
    id,
  }))
}

/** The role of whoever runs the job, with those that it includes. */
function rolesInProject(job: CiJob, view: View): readonly string[] {
  const { world, now } = view
  const user = world.users.require(job.userId as number)
  const own = projectLevel(world, user, projectOf(job, view), now)
  return Object.entries(accessLevels)
    .filter(([, level]) => level >= accessLevels.guest && level <= own)
    .filter(([role]) => role !== 'planner' || isInForce('members#later-planner', view.dialect))
    .map(([role]) => role)
}

function environmentOf({ projectId, environment }: CiJob, { world }: View) {
  return environment && world.environments.find('byProject', projectId, environment.name)
}
