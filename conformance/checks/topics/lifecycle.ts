import { lifecycle } from '../../kit/lifecycle.ts'

export const lifecycleCheck = lifecycle(
  {
    id: 'topics/lifecycle',
    says: 'A topic is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'topics#create, topics#list, topics#single, topics#delete',
  },
  [
    {
      record: '/topics/:id',
      values: ({ prefix }) => ({ name: `${prefix}-topic`, title: 'One', description: 'First' }),
      changes: { title: 'Two' },
    },
  ],
)
