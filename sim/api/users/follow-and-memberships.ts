import { membershipEntity } from '../../entities/account.ts'
import { userRefEntity } from '../../entities/user-ref.ts'
import { changeFollowing as setFollowing } from '../../model/users/accounts.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { indexListing, listingOf, mapListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf } from '../../protocol/params.ts'
import { forbidden, notFound, Refusal } from '../../protocol/refusal.ts'
import { accountId, userNumber } from '../shared/account-places.ts'
import { laterLimit } from '../shared/later-limits.ts'

export const listUserMemberships = operation(
  {
    method: 'GET',
    path: '/users/:user_id/memberships',
    summary: 'List the memberships of a user',
    auth: 'admin',
    subject: 'user',
    params: { ...userNumber, type: oneOf(['Project', 'Namespace']) },
    answers: { many: membershipEntity, unordered: true },
    beyond: true,
  },
  ({ world, user, params }) => {
    const source = params.type === 'Project' ? 'project' : params.type === 'Namespace' ? 'group' : undefined
    const memberships = world.members.by('byUser', user.id, ...(source === undefined ? [] : [source])).list()
    return listingOf(memberships.sort((a, b) => a.id - b.id))
  },
)

export const getAssociationCounts = operation(
  {
    method: 'GET',
    path: '/users/:id/associations_count',
    summary: 'Get the association counts of a user',
    params: accountId,
    answers: {
      value: {
        type: 'object',
        properties: {
          groups_count: { type: 'integer' },
          projects_count: { type: 'integer' },
          issues_count: { type: 'integer' },
          merge_requests_count: { type: 'integer' },
        },
        required: ['groups_count', 'projects_count', 'issues_count', 'merge_requests_count'],
      },
    },
    refuses: [403, 404],
    beyond: true,
  },
  ({ world, caller, params }) => {
    const user = userWith(world, params.id)
    if (!caller.admin && caller.user?.id !== user.id) throw forbidden()
    return {
      groups_count: world.members.by('byUser', user.id, 'group').count(),
      projects_count: world.members.by('byUser', user.id, 'project').count(),
      issues_count: world.issues.by('byAuthor', user.id).count(),
      merge_requests_count: world.mergeRequests.by('byAuthor', user.id).count(),
    }
  },
)

export const followUser = follows('follow', true)
export const unfollowUser = follows('unfollow', false)
export const listFollowers = peers('followers', 'List the followers of a user', (world, user) =>
  indexListing(world.followings.by('byFollowed', user.id), 'ascending'),
)
export const listFollowedUsers = peers('following', 'List the users that a user follows', (world, user) =>
  indexListing(world.followings.by('byFollower', user.id), 'ascending'),
)

function follows(verb: 'follow' | 'unfollow', wanted: boolean) {
  return operation(
    {
      method: 'POST',
      path: `/users/:id/${verb}`,
      summary: wanted ? 'Follow a user' : 'Unfollow a user',
      params: accountId,
      answers: { status: 201, one: userRefEntity },
      refuses: [304, 404],
      beyond: true,
    },
    ({ world, caller, params }) => {
      const user = userWith(world, params.id)
      if (!setFollowing(world, caller.user as User, user, wanted)) throw new Refusal(304, null, { text: '' })
      return user
    },
  )
}

type Followings = ReturnType<
  typeof indexListing<{ readonly followerId: number; readonly followedId: number }>
>

function peers(
  word: 'followers' | 'following',
  summary: string,
  of: (world: World, user: User) => Followings,
) {
  return operation(
    {
      method: 'GET',
      path: `/users/:id/${word}`,
      summary,
      auth: 'public',
      rateLimit: laterLimit('users#later-limits', `users_api_limit_${word}`),
      params: accountId,
      answers: { many: userRefEntity, unordered: true },
      refuses: [403, 404],
      beyond: true,
    },
    ({ world, caller, params }) => {
      if (caller.user === undefined) throw forbidden('Not authorized!')
      const followed = userWith(world, params.id)
      if (followed.privateProfile && !caller.admin && caller.user.id !== followed.id) throw notFound('User')
      return mapListing(of(world, followed), ({ followerId, followedId }) =>
        world.users.require(word === 'followers' ? followerId : followedId),
      )
    },
  )
}

function userWith(world: World, id: number | null): User {
  const user = world.users.get(id ?? 0)
  if (user === undefined) throw notFound('User')
  return user
}
