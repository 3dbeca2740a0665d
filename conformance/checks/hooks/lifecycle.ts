import { lifecycle } from '../../kit/lifecycle.ts'

const values = { url: 'https://one.example/hook', push_events: false, tag_push_events: true }

const changes = { url: 'https://two.example/hook', tag_push_events: false }

export const lifecycleCheck = lifecycle(
  {
    id: 'hooks/lifecycle',
    says: 'A webhook of a project or group is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'hooks#create, hooks#get-and-list, hooks#update, hooks#delete',
    needs: { tier: 'premium' },
  },
  ['/projects/:id', '/groups/:id'].map((place) => ({
    record: `${place}/hooks/:hook_id`,
    values,
    changes,
  })),
)

export const systemHooksLifecycle = lifecycle(
  {
    id: 'hooks/system-hooks-lifecycle',
    says: 'A system hook is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'hooks#create, hooks#get-and-list, hooks#update, hooks#delete',
  },
  [{ record: '/hooks/:hook_id', values, changes }],
)

export const statusChecksLifecycle = lifecycle(
  {
    id: 'hooks/status-checks-lifecycle',
    says: 'An external status check is listed as it was created and updated, and no more once it is deleted',
    source: 'hooks#status-check-create, hooks#status-check-update',
    needs: { tier: 'ultimate' },
  },
  [
    {
      record: '/projects/:id/external_status_checks/:check_id',
      values: { name: 'One', external_url: 'https://one.example' },
      changes: { name: 'Two' },
      without: ['read'],
    },
  ],
)
