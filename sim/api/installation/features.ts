import { serviceFlagEntity } from '../../entities/service-flag.ts'
import { walked } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { badRequest, invalid } from '../../protocol/refusal.ts'

const name = required(string({ about: 'Name of the flag' }))

export const listServiceFlags = operation(
  {
    method: 'GET',
    path: '/features',
    summary: "List the switches of the service's own development that somebody has set",
    auth: 'admin',
    answers: { many: serviceFlagEntity, paging: 'none' },
    beyond: true,
  },
  ({ world }) => walked(world.serviceFlags.all(), 'ascending'),
)

export const setServiceFlag = operation(
  {
    method: 'POST',
    path: '/features/:name',
    summary: "Set a switch of the service's own development, such as `import_project_from_remote_file_s3`",
    auth: 'admin',
    params: { name, value: required(string({ about: '`true`, `false`, or on for a share in percent' })) },
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

export const unsetServiceFlag = operation(
  {
    method: 'DELETE',
    path: '/features/:name',
    summary: 'Let a switch stand again as it does by default',
    auth: 'admin',
    params: { name },
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, params }) => world.serviceFlags.delete(params.name ?? ''),
)
