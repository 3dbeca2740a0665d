import type { Changes } from './change.ts'

export const protectedBranches = {
  'protected-branches#later-allowed-key': {
    release: '17.5',
    before: '`deploy_key_id` of `allowed_to_push` is ignored',
    after: 'Deploy keys of the project that may write can be allowed to push: `POST` and `PATCH`',
  },
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
