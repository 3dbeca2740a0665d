import { operation } from '../../protocol/operation.ts'

// The simulator has no Geo sites.

const emptyList = {
  method: 'GET',
  auth: 'admin',
  tier: 'premium',
  answers: { value: { type: 'array', items: { type: 'object' } } },
  beyond: true,
} as const

export const listGeoSites = operation(
  {
    ...emptyList,
    path: '/geo_nodes',
    summary: 'List the Geo sites (always empty)',
    aliases: ['/geo_sites'],
  },
  () => [],
)

export const listGeoSiteStatuses = operation(
  {
    ...emptyList,
    path: '/geo_nodes/status',
    summary: 'List the statuses of the Geo sites (always empty)',
    aliases: ['/geo_sites/status'],
  },
  () => [],
)
