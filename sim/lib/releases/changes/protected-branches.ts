import type { Changes } from './change.ts'

export const protectedBranches = {
  'protected-branches#later-of-groups': {
    release: '17.6',
    before: 'Groups have no protected branches',
    after:
      'Owners of a group at the top protect branches in all of its projects: `GET`, `POST`, `PATCH` and `DELETE /groups/:id/protected_branches`',
  },
  'protected-branches#later-inherited': {
    release: '17.6',
    before: 'Protected branches have no `inherited`',
    after: '`inherited` tells whether a protected branch is that of the group',
    doubtful: true,
  },
} as const satisfies Changes<'protected-branches'>
