import { clusterEntity, listedClusterEntity } from '../../entities/cluster.ts'
import type { Cluster } from '../../model/clusters/cluster.ts'
import type { Group } from '../../model/groups/group.ts'
import { webAddressFault } from '../../model/hooks/outbound-rules.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { BLANK } from '../../model/names.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, hash, integer, oneOf, required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

// Certificate-based clusters work alike in projects, in groups and on the instance.

type Owner = Pick<Cluster, 'projectId' | 'groupId'>
interface Place {
  readonly path: string
  readonly noun: string
  readonly gate:
    | { readonly auth: 'admin' }
    | { readonly subject: 'project'; readonly needs: 'admin_cluster' }
    | { readonly subject: 'group'; readonly needs: 'admin_group_cluster' }
}
interface Found {
  readonly project?: Project
  readonly group?: Group
}

const ofProject: Place = {
  path: '/projects/:id/clusters',
  noun: 'a project',
  gate: { subject: 'project', needs: 'admin_cluster' },
}
const ofGroup: Place = {
  path: '/groups/:id/clusters',
  noun: 'a group',
  gate: { subject: 'group', needs: 'admin_group_cluster' },
}
const ofInstance: Place = { path: '/admin/clusters', noun: 'the instance', gate: { auth: 'admin' } }
const common = { deprecated: true, beyond: true } as const
const clusterId = { cluster_id: required(integer({ about: 'ID of the cluster' })) }
const values = {
  domain: string(),
  enabled: boolean(),
  managed: boolean({ about: 'Whether namespaces and service accounts are managed automatically' }),
  environment_scope: string({ about: 'Environments that the cluster is for; `*` matches any' }),
  management_project_id: integer({ about: 'ID of the project whose jobs administer the cluster' }),
}
const platform = {
  namespace: string(),
  ca_cert: string({ about: 'CA certificate in PEM format' }),
}

export const listProjectClusters = list(ofProject)
export const listGroupClusters = list(ofGroup)
export const listInstanceClusters = list(ofInstance)
export const getProjectCluster = get(ofProject)
export const getGroupCluster = get(ofGroup)
export const getInstanceCluster = get(ofInstance)
export const addProjectCluster = add(ofProject)
export const addGroupCluster = add(ofGroup)
export const addInstanceCluster = add(ofInstance)
export const updateProjectCluster = update(ofProject)
export const updateGroupCluster = update(ofGroup)
export const updateInstanceCluster = update(ofInstance)
export const deleteProjectCluster = remove(ofProject)
export const deleteGroupCluster = remove(ofGroup)
export const deleteInstanceCluster = remove(ofInstance)

function list({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'GET',
      path,
      summary: `List the clusters of ${noun}`,
      answers: { many: listedClusterEntity, unordered: true },
    },
    ({ world, ...found }) => listingOf(clustersOf(world, ownerIn(found))),
  )
}

function get({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'GET',
      path: `${path}/:cluster_id`,
      summary: `Get a cluster of ${noun}`,
      params: clusterId,
      answers: { one: clusterEntity },
      refuses: [404],
    },
    ({ world, params, ...found }) => findCluster(world, ownerIn(found), params.cluster_id),
  )
}

function add({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'POST',
      path: path === ofInstance.path ? `${path}/add` : `${path}/user`,
      summary: `Add a cluster to ${noun}`,
      params: {
        ...values,
        name: required(string()),
        platform_kubernetes_attributes: required(
          hash({
            ...platform,
            api_url: required(string()),
            token: required(string()),
            authorization_type: oneOf(['rbac', 'abac', 'unknown_authorization']),
          }),
        ),
      },
      answers: { status: 201, one: clusterEntity },
      refuses: [400],
    },
    ({ world, caller, params, now, ...found }) => {
      const at = params.platform_kubernetes_attributes
      const cluster: Cluster = {
        id: nextId(world, 'clusters'),
        ...ownerIn(found),
        name: params.name ?? '',
        domain: params.domain ?? null,
        enabled: params.enabled ?? true,
        managed: params.managed ?? true,
        environmentScope: params.environment_scope ?? '*',
        managementProjectId: params.management_project_id ?? null,
        apiUrl: at?.api_url ?? '',
        token: at?.token ?? '',
        namespace: at?.namespace ?? null,
        caCert: at?.ca_cert ?? null,
        authorizationType: at?.authorization_type ?? 'rbac',
        createdById: (caller.user as User).id,
        createdAt: now,
      }
      refuseInvalidRow(() => refuseInvalid(world, cluster))
      return world.clusters.insert(cluster)
    },
  )
}

function update({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'PUT',
      path: `${path}/:cluster_id`,
      summary: `Update a cluster of ${noun}`,
      params: {
        ...clusterId,
        ...values,
        name: string(),
        platform_kubernetes_attributes: hash({ ...platform, api_url: string(), token: string() }),
      },
      answers: { one: clusterEntity },
      refuses: [400, 404],
    },
    ({ world, params, ...found }) => {
      const { name, domain, enabled, managed, environment_scope: environmentScope } = params
      const { management_project_id: managementProjectId, platform_kubernetes_attributes: at } = params
      const cluster: Cluster = {
        ...findCluster(world, ownerIn(found), params.cluster_id),
        ...(name != null && { name }),
        ...(domain !== undefined && { domain }),
        ...(enabled != null && { enabled }),
        ...(managed != null && { managed }),
        ...(environmentScope != null && { environmentScope }),
        ...(managementProjectId !== undefined && { managementProjectId }),
        ...(at?.api_url != null && { apiUrl: at.api_url }),
        ...(at?.token != null && { token: at.token }),
        ...(at?.namespace !== undefined && { namespace: at.namespace }),
        ...(at?.ca_cert !== undefined && { caCert: at.ca_cert }),
      }
      refuseInvalidRow(() => refuseInvalid(world, cluster))
      return world.clusters.put(cluster)
    },
  )
}

function remove({ path, noun, gate }: Place) {
  return operation(
    {
      ...common,
      ...gate,
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/:cluster_id`,
      summary: `Delete a cluster of ${noun}`,
      params: clusterId,
      answers: { status: 204 },
      refuses: [404],
    },
    ({ world, params, unmodified, ...found }) => {
      world.clusters.delete(unmodified(findCluster(world, ownerIn(found), params.cluster_id)).id)
    },
  )
}

function ownerIn({ project, group }: Found): Owner {
  return { projectId: project?.id ?? null, groupId: group?.id ?? null }
}

function clustersOf(world: World, { projectId, groupId }: Owner): Cluster[] {
  if (projectId !== null) return world.clusters.by('byProject', projectId).list()
  return groupId === null
    ? world.clusters.by('byInstance').list()
    : world.clusters.by('byGroup', groupId).list()
}

function findCluster(world: World, owner: Owner, id: number | null): Cluster {
  const cluster = clustersOf(world, owner).find((it) => it.id === id)
  if (cluster === undefined) throw notFound()
  return cluster
}

/** Throws InvalidRow. */
function refuseInvalid(world: World, cluster: Cluster): void {
  const { id, name, apiUrl, token, environmentScope, managementProjectId } = cluster
  const errors: { [attribute: string]: string[] } = {}
  if (name.trim() === '') errors.name = [BLANK]
  const fault = webAddressFault(world, apiUrl)
  if (fault !== undefined) errors['platform_kubernetes.api_url'] = [`is blocked: ${fault}`]
  if (token === '') errors['platform_kubernetes.token'] = [BLANK]
  if (clustersOf(world, cluster).some((it) => it.id !== id && it.environmentScope === environmentScope))
    errors.base = ['cannot add duplicated environment scope']
  if (managementProjectId !== null && world.projects.get(managementProjectId) === undefined)
    errors.management_project_id = [
      "Project does not exist or you don't have permission to perform this action",
    ]
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
