import type { FlagStrategy } from '../../model/feature-flags/feature-flag.ts'
import { flagsInEnvironment, instanceIdOf } from '../../model/feature-flags/flag-client.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { operation } from '../../protocol/operation.ts'
import { type ParamsOf, required, string } from '../../protocol/params.ts'
import { unauthorized } from '../../protocol/refusal.ts'

// The protocol of Unleash, in which applications ask for feature flags: they know no token, but the secret of a project.

const params = {
  project_id: required(string({ about: 'ID of the project' })),
  instance_id: string({ about: 'Secret of the project; the header `UNLEASH-INSTANCEID` comes first' }),
  app_name: string({ about: 'Environment of the application; the header `UNLEASH-APPNAME` comes first' }),
}
const root = '/feature_flags/unleash/:project_id'
const client = { auth: 'none', params, beyond: true, refuses: [401] } as const

const strategy = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    parameters: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['name', 'parameters'],
} as const
const features = {
  type: 'object',
  properties: {
    version: { type: 'integer', const: 1 },
    features: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          description: { type: 'string' },
          enabled: { type: 'boolean' },
          strategies: { type: 'array', items: strategy },
        },
        required: ['name', 'enabled', 'strategies'],
      },
    },
  },
  required: ['version', 'features'],
} as const

export const listUnleashFeatures = operation(
  {
    ...client,
    method: 'GET',
    path: `${root}/client/features`,
    aliases: [`${root}/features`],
    summary: 'List the feature flags of a project for an application',
    answers: { value: features },
  },
  ({ world, params, request }) => {
    const { id } = projectOf(world, params, request)
    const environment = request.headers['unleash-appname'] ?? params.app_name ?? ''
    const flags = environment === '' ? [] : flagsInEnvironment(world, id, environment)
    return {
      version: 1,
      features: flags.map(({ flag, strategies }) => ({
        name: flag.name,
        ...(flag.description === null ? {} : { description: flag.description }),
        enabled: flag.active,
        strategies: strategies.map((it) => strategyFor(world, it)),
      })),
    }
  },
)

// Clients know no lists of users: they are told whom a list names.
function strategyFor(world: World, { name, parameters, userListId }: FlagStrategy) {
  if (name !== 'gitlabUserList') return { name, parameters }
  const userIds = world.userLists.get(userListId ?? 0)?.userXids ?? ''
  return { name: 'userWithId', parameters: { userIds } }
}

const received = { value: { type: 'integer', const: 200 } } as const

export const checkUnleashConnection = operation(
  {
    ...client,
    method: 'GET',
    path: root,
    summary: 'Test the connection of an application to feature flags',
    answers: received,
  },
  ({ world, params, request }) => void projectOf(world, params, request),
)

export const registerUnleashClient = operation(
  {
    ...client,
    method: 'POST',
    path: `${root}/client/register`,
    summary: 'Register an application that uses feature flags',
    answers: { status: 200, ...received },
  },
  ({ world, params, request }) => void projectOf(world, params, request),
)

export const submitUnleashMetrics = operation(
  {
    ...client,
    method: 'POST',
    path: `${root}/client/metrics`,
    summary: 'Add metrics of an application that uses feature flags',
    answers: { status: 200, ...received },
  },
  ({ world, params, request }) => void projectOf(world, params, request),
)

// Whoever does not know the secret does not learn whether there is such a project.
function projectOf(world: World, given: ParamsOf<typeof params>, { headers }: PlainRequest): Project {
  const id = /^\d{1,15}$/.test(given.project_id ?? '') ? Number(given.project_id) : 0
  const project = world.projects.get(id)
  const secret = headers['unleash-instanceid'] ?? given.instance_id
  if (project === undefined || secret !== instanceIdOf(id)) throw unauthorized()
  return project
}
