import { lifecycle } from '../../kit/lifecycle.ts'

export const lifecycleCheck = lifecycle(
  {
    id: 'wikis/lifecycle',
    says: 'A wiki page of a project or group is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'wikis#create, wikis#list, wikis#update, wikis#delete, wikis#missing, wikis#groups',
    needs: { tier: 'premium' },
  },
  ['/projects/:id', '/groups/:id'].map((place) => ({
    record: `${place}/wikis/:slug`,
    by: 'slug',
    values: { title: 'One', content: 'First', format: 'markdown' },
    changes: { title: 'Two' },
    except: ['content'],
  })),
)
