import { lifecycle } from '../../kit/lifecycle.ts'

export const triggersLifecycle = lifecycle(
  {
    id: 'pipelines/triggers-lifecycle',
    says: 'A trigger token is listed and shown as it was created and updated, and a deleted one answers 404',
    source: 'pipelines#trigger-object, pipelines#trigger-role',
  },
  [
    {
      record: '/projects/:id/triggers/:trigger_id',
      values: { description: 'One' },
      changes: { description: 'Two' },
    },
  ],
)
