import { operation } from '../../protocol/operation.ts'

// A simulator stands alone: it has no other sites that hold what it holds.

const alone = {
  method: 'GET',
  auth: 'admin',
  tier: 'premium',
  answers: { value: { type: 'array', items: { type: 'object' } } },
  beyond: true,
} as const

export const listGeoNodes = operation(
  {
    ...alone,
    path: '/geo_nodes',
    summary: 'List the other sites of the installation, of which there are none',
    aliases: ['/geo_sites'],
  },
  () => [],
)

export const listGeoNodeStatuses = operation(
  {
    ...alone,
    path: '/geo_nodes/status',
    summary: 'List how the other sites of the installation are',
    aliases: ['/geo_sites/status'],
  },
  () => [],
)
