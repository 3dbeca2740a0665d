import { lifecycle } from '../../kit/lifecycle.ts'
import type { Stage } from '../../run/stage.ts'

const address = ({ prefix }: Stage) => ({ email: `${prefix}@lifecycle.example`.toLowerCase() })

export const emailsLifecycle = lifecycle(
  {
    id: 'users/emails-lifecycle',
    says: 'An email address of a user is listed as it was added, and no more once it is deleted',
    source: 'users#emails, users#emails-missing',
  },
  [
    { record: '/user/emails/:email_id', values: address, as: 'owner' },
    {
      record: '/users/:id/emails/:email_id',
      place: (stage) => ({ id: stage.user('owner').id }),
      values: address,
      without: ['read'],
    },
  ],
)
