import { after, type Stepwise } from '../../lib/steps.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { setUserState } from '../../model/users/change-user.ts'
import { lastActivity } from '../../model/users/last-activity.ts'
import { removeUser } from '../../model/users/remove-user.ts'
import type { User, UserState } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
import { operation } from '../../protocol/operation.ts'
import { badRequest, forbidden, message, notFound } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'
import { accountId } from '../shared/account-places.ts'

interface Asked {
  readonly world: World
  readonly caller: Caller
  readonly user: User
  readonly now: Instant
}

const DAY = 86_400_000

/** The answer of the service: true, false, or null where there is nothing to change. */
type Outcome = boolean | null

export const blockUser = change('block', 'Block a user', [], ({ user, caller, ...on }) => {
  if (isBlocked(user)) return null
  if (user.id === caller.user?.id) throw forbidden('The API initiating user cannot be blocked by the API')
  if (user.internal) throw forbidden('An internal user cannot be blocked')
  return put({ user, caller, ...on }, 'blocked')
})

// Who is banned, or waits for approval, is blocked already and stays so.
function isBlocked({ state }: User): boolean {
  return state === 'blocked' || state === 'banned' || state === 'blocked_pending_approval'
}

export const unblockUser = change('unblock', 'Unblock a user', [], ({ user, ...on }) => {
  if (user.state === 'deactivated') throw forbidden('Deactivated users cannot be unblocked by the API')
  if (user.state === 'blocked_pending_approval')
    throw forbidden('Users pending approval cannot be unblocked by the API')
  return user.state === 'blocked' && put({ user, ...on }, 'active')
})

export const deactivateUser = change('deactivate', 'Deactivate a user', [], ({ user, ...on }) => {
  if (user.state === 'deactivated') return null
  if (user.state !== 'active') throw forbidden('A blocked user cannot be deactivated by the API')
  if (user.internal || user.bot) throw forbidden('An internal user cannot be deactivated by the API')
  const days = settingInForce(on.world, 'deactivate_dormant_users_period') ?? 90
  // This call is an activity of the caller.
  const last = user.id === on.caller.user?.id ? on.now : (lastActivity(on.world, user) ?? 0)
  if (last > on.now - days * DAY)
    throw forbidden(
      `The user you are trying to deactivate has been active in the past ${days} days and cannot be deactivated`,
    )
  return put({ user, ...on }, 'deactivated')
})

export const activateUser = change('activate', 'Activate a user', [], ({ user, ...on }) => {
  if (user.state !== 'active' && user.state !== 'deactivated')
    throw forbidden('A blocked user must be unblocked to be activated')
  return put({ user, ...on }, 'active')
})

export const banUser = change('ban', 'Ban a user', [], ({ user, ...on }) => {
  if (user.state !== 'active') throw message(403, `You cannot ban ${user.state} users.`)
  return put({ user, ...on }, 'banned')
})

export const unbanUser = change('unban', 'Unban a user', [], ({ user, ...on }) => {
  if (user.state !== 'banned') throw message(403, `You cannot unban ${user.state} users.`)
  return put({ user, ...on }, 'active')
})

export const disableTwoFactor = operation(
  {
    method: 'PATCH',
    path: '/users/:id/disable_two_factor',
    summary: 'Disable the two-factor authentication of a user',
    auth: 'admin',
    params: accountId,
    answers: { status: 204 },
    refuses: [400, 403, 404],
    beyond: true,
  },
  ({ world, params }): undefined => {
    if (userWith(world, params.id).admin)
      throw forbidden(
        'Two-factor authentication for admins cannot be disabled via the API. Use the Rails console',
      )
    // Nobody has a second factor here (users#two-factor).
    throw badRequest('Two-factor authentication is not enabled for this user')
  },
)

export const approveUser = decide('approve', 201, 'Approve a user', (asked) => {
  if (asked.user.state === 'deactivated' || asked.user.state === 'active')
    throw message(409, 'The user you are trying to approve is not pending approval')
  if (asked.user.state !== 'blocked_pending_approval')
    throw message(403, 'The user you are trying to approve is not pending approval')
  put(asked, 'active')
})

export const rejectUser = decide('reject', 200, 'Reject a user', (asked) => {
  const { world, user, caller, now } = asked
  if (user.state !== 'blocked_pending_approval') throw message(409, 'User does not have a pending request')
  return removeUser(world, user, false, caller.user as User, now)
})

function put({ world, user, caller, now }: Asked, state: UserState): true {
  setUserState(world, user, state, caller.user as User, now)
  return true
}

function change(verb: string, summary: string, refuses: readonly number[], serve: (asked: Asked) => Outcome) {
  return operation(
    {
      method: 'POST',
      path: `/users/:id/${verb}`,
      summary,
      auth: 'admin',
      params: accountId,
      answers: { status: 201, value: { type: ['boolean', 'null'] } },
      refuses: [403, 404, ...refuses],
      beyond: true,
    },
    ({ world, caller, params, now }) => serve({ world, caller, user: userWith(world, params.id), now }),
  )
}

function decide(verb: string, status: number, summary: string, serve: (asked: Asked) => Stepwise<void>) {
  return operation(
    {
      method: 'POST',
      path: `/users/:id/${verb}`,
      summary,
      params: accountId,
      answers: {
        status,
        value: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      },
      refuses: [403, 404, 409],
      beyond: true,
    },
    ({ world, caller, params, now }) => {
      const user = userWith(world, params.id)
      if (!caller.admin) throw message(403, `You are not allowed to ${verb} a user`)
      return after(serve({ world, caller, user, now }), () => ({ message: 'Success' }))
    },
  )
}

function userWith(world: World, id: number | null): User {
  const user = world.users.get(id ?? 0)
  if (user === undefined) throw notFound('User')
  return user
}
