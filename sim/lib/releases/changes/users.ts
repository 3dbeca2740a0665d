import type { Changes } from './change.ts'

export const users = {
  'users#later-locked': {
    release: '16.5',
    before: 'Users who are named somewhere have no `locked`',
    after: '`locked` tells whether too many attempts to sign in have locked them out',
  },
  'users#later-discord': {
    release: '15.9',
    before: 'Profiles have no `discord`',
    after: '`discord` is shown and can be set: a name there, or empty',
  },
  'users#later-github': {
    release: '18.1',
    before: 'Profiles have no `github`',
    after: '`github` is shown and can be set: a name there, or empty',
  },
  'users#later-public-email': {
    release: '18.9',
    before: 'Users who are named somewhere have no `public_email`',
    after: 'They have',
    doubtful: true,
  },
  'users#later-auditors': {
    release: '16.5',
    before: '`auditors` is ignored in the list of users',
    after: '`auditors=true` narrows the list to auditors, for administrators',
    doubtful: true,
  },
  'users#later-skype': {
    release: '18.2',
    before: 'Users have `skype`',
    after: 'They do not',
  },
  'users#later-policy-editor': {
    release: '18.5',
    before: 'Preferences have no `policy_advanced_editor`',
    after: '`policy_advanced_editor` is shown and can be set',
    doubtful: true,
  },
  'users#later-preferred-language': {
    release: '18.3',
    before: 'Accounts have no `preferred_language`',
    after: '`preferred_language` is shown; it is `en` here',
  },
  'users#later-scim-identities': {
    release: '16.1',
    before: 'Accounts have no `scim_identities`',
    after: '`scim_identities` is shown; it is empty here',
  },
  'users#later-enterprise-group': {
    release: '16.2',
    before: 'Accounts have no `enterprise_group_id`',
    after:
      'With a plan of premium administrators are shown `enterprise_group_id` and `enterprise_group_associated_at`; they are null here',
    doubtful: true,
  },
  'users#later-keyset': {
    release: '16.5',
    before: 'Users are listed by offset alone',
    after: 'They can be listed by keyset, in each of their orders',
  },
  'users#later-limits': {
    release: '18.1',
    before: 'Reading followers and the status of a user has no limit of its own',
    after:
      'Where requests are limited, followers and followed users are listed 100 times a minute, and a status is read 240 times',
  },
} as const satisfies Changes<'users'>
