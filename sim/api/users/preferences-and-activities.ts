import { userActivityEntity, userPreferencesEntity } from '../../entities/user-preference.ts'
import { changed, since } from '../../lib/dialect.ts'
import { activeSince, lastActivity } from '../../model/users/last-activity.ts'
import type { User } from '../../model/users/user.ts'
import { changePreferences } from '../../model/users/user-preferences.ts'
import { indexListing, mapListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, boolean, datetime } from '../../protocol/params.ts'
import type { Instant } from '../../time/calendar.ts'

const preferences = ['view_diffs_file_by_file', 'show_whitespace_in_diffs', 'pass_user_identities_to_ci_jwt']

export const getPreferences = operation(
  {
    method: 'GET',
    path: '/user/preferences',
    summary: 'Get the preferences of the current user',
    answers: { one: userPreferencesEntity },
    beyond: true,
  },
  ({ caller }) => caller.user as User,
)

export const updatePreferences = operation(
  {
    method: 'PUT',
    path: '/user/preferences',
    summary: 'Update the preferences of the current user',
    params: {
      view_diffs_file_by_file: boolean({ about: 'Whether diffs are shown one file at a time' }),
      show_whitespace_in_diffs: boolean(),
      pass_user_identities_to_ci_jwt: boolean({
        about: 'Whether tokens of jobs contain the external identities of the user',
      }),
      policy_advanced_editor: since(
        'users#later-policy-editor',
        boolean({ about: 'Whether policies are edited in the advanced editor' }),
      ),
    },
    rules: [
      changed('users#later-policy-editor', {
        before: atLeastOneOf(...preferences),
        after: atLeastOneOf(...preferences, 'policy_advanced_editor'),
      }),
    ],
    answers: { one: userPreferencesEntity },
    beyond: true,
  },
  ({ world, caller, params }) => {
    const {
      view_diffs_file_by_file: viewDiffsFileByFile,
      show_whitespace_in_diffs: showWhitespaceInDiffs,
      pass_user_identities_to_ci_jwt: passIdentitiesToJobs,
      policy_advanced_editor: advancedPolicyEditor,
    } = params
    return changePreferences(world, caller.user as User, {
      ...(viewDiffsFileByFile != null && { viewDiffsFileByFile }),
      ...(showWhitespaceInDiffs != null && { showWhitespaceInDiffs }),
      ...(passIdentitiesToJobs != null && { passIdentitiesToJobs }),
      ...(advancedPolicyEditor != null && { advancedPolicyEditor }),
    })
  },
)

const counts = [
  'merge_requests',
  'assigned_issues',
  'assigned_merge_requests',
  'review_requested_merge_requests',
  'todos',
] as const

export const getUserCounts = operation(
  {
    method: 'GET',
    path: '/user_counts',
    summary: 'Get the counts of open items of the current user',
    answers: {
      value: {
        type: 'object',
        properties: Object.fromEntries(counts.map((name) => [name, { type: 'integer' }])),
        required: [...counts],
      },
    },
    beyond: true,
  },
  ({ world, caller }) => {
    const { id } = caller.user as User
    const assigned = world.mergeRequests.by('byOpenAssignee', id).count()
    return {
      merge_requests: assigned,
      assigned_issues: world.issues.by('byOpenAssignee', id).count(),
      assigned_merge_requests: assigned,
      review_requested_merge_requests: world.mergeRequests.by('byOpenReviewer', id).count(),
      todos: world.todos.by('byUser', id, 'pending').count(),
    }
  },
)

const HALF_A_YEAR = 182 * 86_400_000

export const listUserActivities = operation(
  {
    method: 'GET',
    path: '/user/activities',
    summary: 'List the last activities of users',
    auth: 'admin',
    params: { from: datetime({ about: 'Default: 182 days ago' }) },
    answers: { many: userActivityEntity },
    beyond: true,
  },
  ({ world, params, now }) =>
    mapListing(indexListing(activeSince(world, params.from ?? now - HALF_A_YEAR), 'ascending'), (user) => ({
      user,
      at: lastActivity(world, user) as Instant,
    })),
)
