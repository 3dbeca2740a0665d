import { lifecycle } from '../../kit/lifecycle.ts'

export const lifecycleCheck = lifecycle(
  {
    id: 'protected-branches/lifecycle',
    says: 'A protected branch is listed and shown as it was created and updated, and an unprotected one answers 404',
    source:
      'protected-branches#create, protected-branches#list, protected-branches#single, protected-branches#update, protected-branches#delete',
  },
  [
    {
      record: '/projects/:id/protected_branches/:name',
      by: 'name',
      values: { name: 'stable-*', allow_force_push: false },
      changes: { allow_force_push: true },
      verb: 'PATCH',
    },
  ],
)

export const groupLifecycle = lifecycle(
  {
    id: 'protected-branches/group-lifecycle',
    says: 'A protected branch of a group is listed and shown as it was created and updated, and an unprotected one answers 404',
    source: 'protected-branches#later-of-groups',
    needs: { tier: 'premium', in: 'top' },
  },
  [
    {
      record: '/groups/:id/protected_branches/:name',
      by: 'name',
      values: { name: 'stable-*', allow_force_push: false },
      changes: { allow_force_push: true },
      verb: 'PATCH',
    },
  ],
)
