import { lifecycle } from '../../kit/lifecycle.ts'

export const lifecycleCheck = lifecycle(
  {
    id: 'feature-flags/lifecycle',
    says: 'A feature flag is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source:
      'feature-flags#create, feature-flags#list, feature-flags#update, feature-flags#delete, feature-flags#unknown',
  },
  [
    {
      record: '/projects/:id/feature_flags/:feature_flag_name',
      by: 'name',
      values: { name: 'one', version: 'new_version_flag', description: 'First', active: false },
      changes: { active: true },
      deleted: 200,
    },
  ],
)
