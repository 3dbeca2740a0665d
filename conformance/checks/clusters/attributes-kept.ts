import { attributesKept } from '../../kit/attributes-kept.ts'
import { has } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'

const platform = {
  api_url: 'https://one.example',
  token: 'secret',
  namespace: 'one',
  ca_cert: 'A certificate',
}

const places = [
  ['POST /projects/:id/clusters/user', 'PUT /projects/:id/clusters/:cluster_id'],
  ['POST /groups/:id/clusters/user', 'PUT /groups/:id/clusters/:cluster_id'],
  ['POST /admin/clusters/add', 'PUT /admin/clusters/:cluster_id'],
] as const

export const attributesKeptCheck = attributesKept(
  {
    id: 'clusters/attributes-kept',
    says: 'The attributes that are sent when a cluster of a project, group or installation is created or updated are in the answer',
    source: 'clusters#add, clusters#update, clusters#platform',
  },
  places.map(([create, update]) => ({
    create,
    update,
    named: 'cluster_id',
    values: {
      name: 'Kept',
      domain: 'one.example',
      enabled: false,
      managed: false,
      environment_scope: 'kept/*',
      platform_kubernetes_attributes: { ...platform, authorization_type: 'abac' },
    },
    changes: {
      name: 'Kept too',
      domain: 'two.example',
      enabled: true,
      managed: true,
      environment_scope: 'other/*',
      platform_kubernetes_attributes: { ...platform, api_url: 'https://two.example' },
    },
    except: ['platform_kubernetes_attributes'],
    beside: ({ project }) => ({ management_project_id: project.id }),
    shown: ({ management_project: project }, stage, reply) =>
      has(isRow(project) ? project : {}, { id: stage.project.id }, reply),
  })),
)
