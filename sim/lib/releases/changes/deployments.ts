import type { Changes } from './change.ts'

export const deployments = {
  'deployments#later-updated-order': {
    release: '16.0',
    before: '`updated_after` and `updated_before` filter deployments in every order',
    after: 'They need `order_by=updated_at`, or answer 400',
  },
  'deployments#later-auto-stop': {
    release: '17.0',
    before: 'Environments have no `auto_stop_at`',
    after: '`auto_stop_at` is shown; it is null here, where no environment stops by itself',
  },
  'deployments#later-cluster-agent': {
    release: '17.4',
    before: 'Environments have no cluster',
    after:
      '`cluster_agent_id`, `kubernetes_namespace` and `flux_resource_path` are taken, and shown where there is an agent',
  },
  'deployments#later-description': {
    release: '17.5',
    before: 'Environments have no `description`',
    after: '`description` is shown and can be set',
  },
  'deployments#later-auto-stop-setting': {
    release: '17.8',
    before: 'Environments have no `auto_stop_setting`',
    after: '`auto_stop_setting` is shown and can be set: `always` (default) or `with_action`',
  },
  'deployments#later-project': {
    release: '18.9',
    before: 'An environment on its own does not show its project',
    after: 'It does',
    doubtful: true,
  },
  'deployments#later-summarized-rule': {
    release: '18.9',
    before: 'Rules in the `approval_summary` of a deployment have no `id`',
    after: 'They have, and `group_inheritance_type`',
    doubtful: true,
  },
  'deployments#later-by-job': {
    release: '16.2',
    before: 'A job token counts as none for environments and deployments',
    after: 'It reads and changes them',
    manner: 'job-token',
  },
} as const satisfies Changes<'deployments'>
