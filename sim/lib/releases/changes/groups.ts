import type { Changes } from './change.ts'

export const groups = {
  'groups#later-emails-enabled': {
    release: '16.5',
    before: 'Groups have `emails_disabled` alone',
    after: '`emails_enabled` stands beside it, the opposite',
  },
  'groups#later-math-rendering': {
    release: '16.9',
    before: 'Groups have no settings of mathematics',
    after: '`math_rendering_limits_enabled` and `lock_math_rendering_limits_enabled` are shown',
  },
  'groups#later-default-branch': {
    release: '16.11',
    before: 'Groups do not show the name of default branches',
    after: '`default_branch` is null where a group sets none',
  },
  'groups#later-branch-protection': {
    release: '17.0',
    before: 'Groups have `default_branch_protection` alone',
    after: '`default_branch_protection_defaults` says the same as levels',
  },
  'groups#later-organization': {
    release: '17.8',
    before:
      'Groups have neither `organization_id` nor `max_artifacts_size`, and lists no `shared_runners_setting`',
    after: 'All three are shown',
    doubtful: true,
  },
  'groups#later-diff-preview': {
    release: '18.4',
    before: 'Groups have no `show_diff_preview_in_email`',
    after: '`show_diff_preview_in_email` is true',
  },
  'groups#later-archived': {
    release: '18.2',
    before: 'Groups have no `archived`',
    after: '`archived` is shown',
    doubtful: true,
  },
  'groups#later-project-creation': {
    release: '17.7',
    before: '`project_creation_level` is `noone`, `maintainer` or `developer`',
    after: 'It may be `administrator` or `owner`, too',
  },
  'groups#later-initial-push': {
    release: '16.0',
    before: '`default_branch_protection` is 0 to 3',
    after: 'It may be 4, too: protected after the first push',
    doubtful: true,
  },
  'groups#later-repository-storage': {
    release: '16.3',
    before: 'Groups do not show administrators `repository_storage`',
    after: 'With a plan of premium they do',
    doubtful: true,
  },
  'groups#later-duo': {
    release: '16.10',
    before: 'Groups have neither `duo_features_enabled` nor `lock_duo_features_enabled`',
    after: 'With a plan of premium Owners are shown both: true and false here',
    doubtful: true,
  },
  'groups#later-duo-core': {
    release: '18.0',
    before: 'Groups have no `duo_core_features_enabled`',
    after: 'With a plan of premium Owners are shown it, null here',
    doubtful: true,
  },
  'groups#later-duo-rules': {
    release: '18.8',
    before: 'Groups have no `duo_namespace_access_rules`',
    after: 'Owners of a topmost group are shown them; there are none here',
    doubtful: true,
  },
  'groups#later-root-storage': {
    release: '17.4',
    before: '`statistics` of a list of groups counts what is directly in each',
    after: 'A topmost group has `root_storage_statistics`, too, of all that is below it',
  },
  'groups#later-git-protocol': {
    release: '16.9',
    before: 'Topmost groups have no `enabled_git_access_protocol`',
    after: 'Owners are shown it: `all` here',
  },
  'groups#later-service-tokens': {
    release: '16.6',
    before: 'Topmost groups have no `service_access_tokens_expiration_enforced`',
    after: 'With a plan of premium they have, true here',
    doubtful: true,
  },
  'groups#later-settings-for-all': {
    release: '18.9',
    before: 'Some settings of a group are for Owners, administrators or a plan of premium',
    after: 'Everybody who sees the group sees them',
    doubtful: true,
  },
  'groups#later-merge-checks': {
    release: '18.9',
    before: 'Groups have no settings for merging',
    after: 'With a plan of premium a group shows three, false here',
    doubtful: true,
  },
  'groups#later-download-limits': {
    release: '18.9',
    before: 'Topmost groups do not show limits of downloads',
    after: 'With a plan of ultimate Owners are shown them; there are none here',
    doubtful: true,
  },
  'groups#later-limits': {
    release: '18.1',
    before: 'Reading groups has no limit of its own',
    after:
      'Where requests are limited, groups are listed 200 times a minute, a group is read 400 times, its projects are listed 600 times, and the groups invited to a place 60 times',
  },
} as const satisfies Changes<'groups'>
