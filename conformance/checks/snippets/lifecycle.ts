import { lifecycle } from '../../kit/lifecycle.ts'

const values = { title: 'One', file_name: 'one.txt', content: 'One\n', visibility: 'private' }

export const lifecycleCheck = lifecycle(
  {
    id: 'snippets/lifecycle',
    says: 'A snippet of a project or of a user is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source:
      'snippets#create, snippets#own-list, snippets#project-list, snippets#update, snippets#delete, snippets#single-missing',
  },
  [
    {
      record: '/projects/:id/snippets/:snippet_id',
      values,
      changes: { title: 'Two' },
      except: ['content'],
    },
    { record: '/snippets/:snippet_id', values, changes: { title: 'Two' }, except: ['content'], as: 'owner' },
  ],
)
