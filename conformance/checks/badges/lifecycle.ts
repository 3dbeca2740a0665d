import { lifecycle } from '../../kit/lifecycle.ts'

export const lifecycleCheck = lifecycle(
  {
    id: 'badges/lifecycle',
    says: 'A badge of a project or group is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'badges#create, badges#list, badges#update, badges#delete, badges#unknown',
  },
  ['/projects/:id', '/groups/:id'].map((place) => ({
    record: `${place}/badges/:badge_id`,
    values: { name: 'One', link_url: 'https://one.example', image_url: 'https://one.example/one.svg' },
    changes: { name: 'Two' },
  })),
)
