import type { Changes } from './change.ts'

export const keys = {
  'keys#later-last-used-at': {
    release: '17.11',
    before: 'SSH keys have no `last_used_at`',
    after: '`last_used_at` tells when a key was used, or is null',
  },
  'keys#later-deploy-key-text': {
    release: '16.0',
    before: 'A deploy key that is looked up shows the name of its user instead of its comment',
    after: 'It shows the comment that it came with',
    doubtful: true,
  },
  'keys#later-readonly-projects': {
    release: '16.0',
    before: 'Deploy keys of the instance show `projects_with_write_access` alone',
    after: 'They also show `projects_with_readonly_access`',
  },
  'keys#later-limits': {
    release: '18.1',
    before: 'Reading the SSH and GPG keys of a user has no limit of its own',
    after: 'Where requests are limited, they are listed 120 times a minute, and read as often',
  },
} as const satisfies Changes<'keys'>
