import { changed, since, until } from '../lib/dialect.ts'
import type { Cluster } from '../model/clusters/cluster.ts'
import {
  constant,
  entity,
  type Fields,
  flag,
  integer,
  json,
  nullable,
  one,
  oneOfTexts,
  text,
  timestamp,
  type View,
  when,
} from './entity.ts'
import { groupEntity } from './group.ts'
import { basicGroupEntity } from './group-ref.ts'
import { basicProjectEntity } from './project.ts'
import { projectIdentityEntity } from './project-summary.ts'
import { userRefEntity } from './user-ref.ts'

const ofProject = ({ projectId }: Cluster) => projectId !== null
const ofGroup = ({ groupId }: Cluster) => groupId !== null
const projectOf = ({ projectId }: Cluster, { world }: View) => world.projects.get(projectId ?? 0)
const groupOf = ({ groupId }: Cluster, { world }: View) => world.groups.get(groupId ?? 0)

const formerPlaces = {
  project: when(ofProject, one(projectIdentityEntity, projectOf)),
  group: when(ofGroup, one(groupEntity, groupOf)),
}
const places: Fields<Cluster> = {
  project: changed('clusters#later-shape', {
    before: formerPlaces.project,
    after: when(ofProject, one(basicProjectEntity, projectOf)),
  }),
  group: changed('clusters#later-shape', {
    before: formerPlaces.group,
    after: when(ofGroup, one(basicGroupEntity, groupOf)),
  }),
}

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
  provider_gcp: since('clusters#later-shape', constant<Cluster>(null)),
  management_project: nullable(
    one(projectIdentityEntity, ({ managementProjectId: id }: Cluster, { world }) =>
      world.projects.get(id ?? 0),
    ),
  ),
  ...places,
})

/** A cluster in a list. In later releases it does not say whose it is, as the path does. */
export const listedClusterEntity = entity<Cluster>('ListedCluster', {
  ...clusterEntity.fields,
  project: until('clusters#later-shape', formerPlaces.project),
  group: until('clusters#later-shape', formerPlaces.group),
})
