import { lifecycle } from '../../kit/lifecycle.ts'

export const lifecycleCheck = lifecycle(
  {
    id: 'issues/lifecycle',
    says: 'An issue is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'issues#create, issues#list, issues#update, issues#delete, issues#get-unknown',
  },
  [
    {
      record: '/projects/:id/issues/:issue_iid',
      by: 'iid',
      values: { title: 'One', description: 'First', due_date: '2040-01-01', confidential: true },
      changes: { title: 'Two' },
    },
  ],
)
