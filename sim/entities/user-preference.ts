import { since } from '../lib/dialect.ts'
import type { Star } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import { preferencesOf } from '../model/users/user-preferences.ts'
import type { Instant } from '../time/calendar.ts'
import { dayOf } from '../time/calendar.ts'
import { day, entity, flag, integer, one, text, timestamp } from './entity.ts'
import { userRefEntity } from './user-ref.ts'

/** The preferences of a user. */
export const userPreferencesEntity = entity<User>('UserPreferences', {
  id: integer(({ id }) => id),
  user_id: integer(({ id }) => id),
  view_diffs_file_by_file: flag((user) => preferencesOf(user).viewDiffsFileByFile),
  show_whitespace_in_diffs: flag((user) => preferencesOf(user).showWhitespaceInDiffs),
  pass_user_identities_to_ci_jwt: flag((user) => preferencesOf(user).passIdentitiesToJobs),
  policy_advanced_editor: since(
    'users#later-policy-editor',
    flag<User>((user) => preferencesOf(user).advancedPolicyEditor),
  ),
})

/** Somebody, and when they last did something. */
export interface UserActivity {
  readonly user: User
  readonly at: Instant
}

export const userActivityEntity = entity<UserActivity>('UserActivity', {
  username: text(({ user }) => user.username),
  last_activity_on: day(({ at }) => dayOf(at)),
  last_activity_at: { ...day<UserActivity>(({ at }) => dayOf(at)), deprecated: true },
})

/** Whoever has starred a project; of seeded stars the time is that of the project. */
export const starrerEntity = entity<Star>('Starrer', {
  starred_since: timestamp(
    ({ createdAt, projectId }, { world }) => createdAt ?? world.projects.require(projectId).createdAt,
  ),
  user: one(userRefEntity, ({ userId }, { world }) => world.users.require(userId)),
})
