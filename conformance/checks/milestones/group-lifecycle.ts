import { lifecycle } from '../../kit/lifecycle.ts'

export const groupLifecycle = lifecycle(
  {
    id: 'milestones/group-lifecycle',
    says: 'A milestone of a group is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'milestones#group-milestones, milestones#create, milestones#update, milestones#delete',
  },
  [
    {
      record: '/groups/:id/milestones/:milestone_id',
      values: { title: 'One', description: 'First', due_date: '2040-01-01' },
      changes: { title: 'Two' },
    },
  ],
)
