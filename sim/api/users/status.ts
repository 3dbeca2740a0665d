import { userStatusEntity } from '../../entities/account.ts'
import { refuseEmojiName } from '../../model/discussions/emoji.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { isLonger, tooLong } from '../../model/names.ts'
import type { User, UserStatus } from '../../model/users/user.ts'
import { type Method, operation } from '../../protocol/operation.ts'
import { oneOf, type ParamsOf, required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import type { Instant } from '../../time/calendar.ts'
import { laterLimit } from '../shared/later-limits.ts'

const HOUR = 3_600_000
const lasting = {
  '30_minutes': HOUR / 2,
  '3_hours': 3 * HOUR,
  '8_hours': 8 * HOUR,
  '1_day': 24 * HOUR,
  '3_days': 72 * HOUR,
  '7_days': 168 * HOUR,
  '30_days': 720 * HOUR,
} as const
type Lasting = keyof typeof lasting

const parts = {
  emoji: string({ about: 'Name of an emoji; default `speech_balloon`' }),
  message: string({ about: 'At most 100 characters' }),
  availability: oneOf(['not_set', 'busy']),
  clear_status_after: oneOf(Object.keys(lasting) as Lasting[]),
}

export const getOwnStatus = operation(
  {
    method: 'GET',
    path: '/user/status',
    summary: 'Get the status of the current user',
    scopes: ['read_user'],
    answers: { one: userStatusEntity },
    beyond: true,
  },
  ({ caller }) => caller.user as User,
)

export const getUserStatus = operation(
  {
    method: 'GET',
    path: '/users/:user_id/status',
    summary: 'Get the status of a user',
    auth: 'public',
    rateLimit: laterLimit('users#later-limits', 'users_api_limit_status'),
    params: { user_id: required(string({ about: 'ID or user name' })) },
    answers: { one: userStatusEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => {
    const named = params.user_id ?? ''
    const user = /^\d{1,15}$/.test(named)
      ? world.users.get(Number(named))
      : world.users.find('byUsername', named.toLowerCase())
    if (user === undefined) throw notFound('User')
    return user
  },
)

export const setOwnStatus = set('PUT', 'Set the status of the caller')
export const updateOwnStatus = set('PATCH', 'Update the status of the caller')

function set(method: Method & ('PUT' | 'PATCH'), summary: string) {
  return operation(
    {
      method,
      path: '/user/status',
      summary,
      params: parts,
      answers: { one: userStatusEntity },
      refuses: [400],
      beyond: true,
    },
    ({ world, caller, params, given, now }) => {
      const user = caller.user as User
      if (method === 'PATCH' && !Object.keys(parts).some((name) => given(name as keyof typeof parts)))
        return user
      const before = method === 'PATCH' ? user.status : undefined
      const kept =
        params.clear_status_after === null && before !== undefined ? { ...before, clearAt: null } : before
      const status = statusFrom(params, kept, now)
      refuseInvalidRow(() => refuseInvalidStatus(status))
      return world.users.put(withStatus(user, status))
    },
  )
}

function statusFrom(
  { emoji, message, availability, clear_status_after: after }: ParamsOf<typeof parts>,
  before: UserStatus | undefined,
  now: Instant,
): UserStatus | undefined {
  const next = {
    emoji: emoji ?? before?.emoji ?? '',
    message: message === undefined ? (before?.message ?? null) : message,
    availability: availability ?? before?.availability ?? ('not_set' as const),
    clearAt: after == null ? (before?.clearAt ?? null) : now + lasting[after],
  }
  if (next.emoji === '' && !next.message && next.availability === 'not_set') return undefined
  return { ...next, emoji: next.emoji || 'speech_balloon', message: next.message || null }
}

const LONGEST_MESSAGE = 100

function refuseInvalidStatus(status: UserStatus | undefined): void {
  if (status === undefined) return
  refuseEmojiName('emoji', status.emoji)
  if (isLonger(status.message ?? '', LONGEST_MESSAGE))
    throw new InvalidRow({ message: [tooLong(LONGEST_MESSAGE)] })
}

function withStatus({ status: _, ...user }: User, status: UserStatus | undefined): User {
  return status === undefined ? user : { ...user, status }
}
