import type { Cluster } from '../model/clusters/cluster.ts'
import {
  constant,
  entity,
  flag,
  integer,
  json,
  nullable,
  one,
  oneOfTexts,
  text,
  timestamp,
  when,
} from './entity.ts'
import { groupEntity } from './group.ts'
import { projectIdentityEntity } from './project-summary.ts'
import { userRefEntity } from './user-ref.ts'

/** A cluster of a project, a group or the installation. Its token is never shown. */
export const clusterEntity = entity<Cluster>('Cluster', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  created_at: timestamp(({ createdAt }) => createdAt),
  domain: nullable(text(({ domain }) => domain as string)),
  enabled: flag(({ enabled }) => enabled),
  managed: flag(({ managed }) => managed),
  provider_type: constant('user'),
  platform_type: constant('kubernetes'),
  environment_scope: text(({ environmentScope }) => environmentScope),
  cluster_type: oneOfTexts(['instance_type', 'group_type', 'project_type'], ({ projectId, groupId }) =>
    projectId !== null ? 'project_type' : groupId !== null ? 'group_type' : 'instance_type',
  ),
  namespace_per_environment: constant(true),
  user: one(userRefEntity, ({ createdById }, { world }) => world.users.require(createdById)),
  platform_kubernetes: json({ type: 'object' }, (it) => ({
    api_url: it.apiUrl,
    namespace: it.namespace,
    authorization_type: it.authorizationType,
    ca_cert: it.caCert,
  })),
  management_project: nullable(
    one(projectIdentityEntity, ({ managementProjectId: id }: Cluster, { world }) =>
      world.projects.get(id ?? 0),
    ),
  ),
  project: when(
    ({ projectId }) => projectId !== null,
    one(projectIdentityEntity, ({ projectId }: Cluster, { world }) => world.projects.get(projectId ?? 0)),
  ),
  group: when(
    ({ groupId }) => groupId !== null,
    one(groupEntity, ({ groupId }: Cluster, { world }) => world.groups.get(groupId ?? 0)),
  ),
})
