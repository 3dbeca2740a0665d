import { lifecycle } from '../../kit/lifecycle.ts'

export const lifecycleCheck = lifecycle(
  {
    id: 'members/lifecycle',
    says: 'A member of a project or group is listed and shown as added and updated, and a removed one answers 404',
    source: 'members#add, members#list, members#single, members#update, members#remove',
  },
  ['/projects/:id', '/groups/:id'].map((place) => ({
    record: `${place}/members/:user_id`,
    values: (stage) => ({ user_id: stage.user('stranger').id, access_level: 20 }),
    changes: { access_level: 30 },
    except: ['user_id'],
  })),
)
