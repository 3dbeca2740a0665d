import { serviceFlagEntity } from '../../entities/service-flag.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { badRequest, invalid } from '../../protocol/refusal.ts'

const name = required(string({ about: 'Name of the feature flag' }))

export const listInstanceFeatureFlags = operation(
  {
    method: 'GET',
    path: '/features',
    summary: 'List the feature flags that are set on the instance',
    auth: 'admin',
    answers: { many: serviceFlagEntity, unordered: true, paging: 'none' },
    beyond: true,
  },
  ({ world }) => indexListing(world.serviceFlags.all(), 'ascending'),
)

export const setInstanceFeatureFlag = operation(
  {
    method: 'POST',
    path: '/features/:name',
    summary: 'Set a feature flag of the instance',
    auth: 'admin',
    params: { name, value: required(string({ about: '`true`, `false`, or a percentage from 0 to 100' })) },
    answers: { status: 201, one: serviceFlagEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, params }) => {
    const id = params.name ?? ''
    if (!/^[a-z][a-z0-9_-]{0,254}$/.test(id)) throw badRequest(`"${id}" is no name of a flag`)
    const value = params.value ?? ''
    if (/^(?:true|false)$/.test(value)) return world.serviceFlags.put({ id, on: value === 'true' })
    if (!/^\d{1,3}$/.test(value) || Number(value) > 100) throw invalid('value is invalid')
    return world.serviceFlags.put({ id, on: false, percentage: Number(value) })
  },
)

export const deleteInstanceFeatureFlag = operation(
  {
    method: 'DELETE',
    path: '/features/:name',
    summary: 'Delete a feature flag of the instance',
    auth: 'admin',
    params: { name },
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, params }) => world.serviceFlags.delete(params.name ?? ''),
)
