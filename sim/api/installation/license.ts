import { tiers } from '../../model/installation/instance.ts'
import { instanceOf, type World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { dayOf, isoTime } from '../../time/calendar.ts'

const LAST_DAY = '2099-12-31'
const LIMIT = 1000
const number = { type: 'integer' } as const
const dayText = { type: 'string', format: 'date' } as const

const licenseSchema = {
  type: ['object', 'null'],
  properties: {
    id: number,
    plan: { type: 'string', enum: tiers },
    created_at: { type: 'string', format: 'date-time' },
    starts_at: dayText,
    expires_at: dayText,
    historical_max: number,
    maximum_user_count: number,
    licensee: { type: 'object' },
    add_ons: { type: 'object' },
    expired: { type: 'boolean' },
    overage: number,
    user_limit: number,
    active_users: number,
  },
} as const

export const getLicense = operation(
  {
    method: 'GET',
    path: '/license',
    summary: 'Get the license of the instance (null on the free plan)',
    auth: 'admin',
    answers: {
      value: licenseSchema,
    },
    beyond: true,
  },
  ({ world }) => licenseOf(world),
)

export const addLicense = operation(
  {
    method: 'POST',
    path: '/license',
    summary: 'Add a license (always refused: the plan is a start option)',
    auth: 'admin',
    params: { license: required(string({ about: 'Text of the license' })) },
    answers: { status: 201, value: licenseSchema },
    refuses: [400],
    beyond: true,
  },
  () => {
    throw message(
      400,
      'The license key is invalid. Make sure it is exactly as you received it from GitLab Inc.',
    )
  },
)

function licenseOf(world: World) {
  const { tier } = instanceOf(world)
  if (tier === 'free') return null
  const users = world.users.all().list()
  const active = users.filter(({ state, bot }) => state === 'active' && !bot).length
  // The license is as old as the first account.
  const createdAt = users[0]?.createdAt ?? 0
  return {
    id: 1,
    plan: tier,
    created_at: isoTime(createdAt),
    starts_at: dayOf(createdAt),
    expires_at: LAST_DAY,
    historical_max: active,
    maximum_user_count: active,
    licensee: { Name: users[0]?.name ?? '' },
    add_ons: {},
    expired: false,
    overage: Math.max(0, active - LIMIT),
    user_limit: LIMIT,
    active_users: active,
  }
}
