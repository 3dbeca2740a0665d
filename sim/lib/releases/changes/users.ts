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
} as const satisfies Changes<'users'>
