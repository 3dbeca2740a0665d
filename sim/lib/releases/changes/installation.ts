import type { Changes } from './change.ts'

export const installation = {
  'installation#later-kas-proxy': {
    release: '17.6',
    before: '`kas` has no `externalK8sProxyUrl`',
    after: '`kas` has `externalK8sProxyUrl`',
  },
  'installation#later-secret-prefix': {
    release: '16.0',
    before: 'The secret of an OAuth application has no prefix',
    after: 'It begins with `gloas-`',
    doubtful: true,
  },
  'installation#later-renew-secret': {
    release: '16.11',
    before: 'The secret of an OAuth application stays as it is',
    after: '`POST /applications/:id/renew-secret` replaces it',
  },
  'installation#later-version': {
    release: '15.9',
    before: '`GET /version` answers `version` and `revision`',
    after: 'It answers as `GET /metadata` does',
    doubtful: true,
  },
  'installation#later-broadcast-theme': {
    release: '17.6',
    before: 'Broadcast messages have no `theme`',
    after: '`theme` is shown and can be set, `indigo` by default',
  },
  'installation#later-storage-limits': {
    release: '16.1',
    before: 'Plan limits have neither `enforcement_limit` nor `notification_limit`',
    after: 'They have, with `limits_history`',
    doubtful: true,
  },
  'installation#later-active-pipelines': {
    release: '16.3',
    before: 'Plan limits have `ci_active_pipelines`',
    after: 'They do not',
  },
  'installation#later-plan-limits': {
    release: '17.1',
    before: 'Plan limits have no `ci_instance_level_variables`',
    after: 'They have, 25 by default',
    doubtful: true,
  },
  'installation#later-dotenv-limits': {
    release: '17.1',
    before: 'Plan limits have neither `dotenv_size` nor `dotenv_variables`',
    after: 'They have, 5,120 bytes and 20 by default',
  },
  'installation#later-webhook-limits': {
    release: '18.5',
    before: 'Plan limits have no `web_hook_calls`',
    after: 'They have, with `web_hook_calls_low` and `web_hook_calls_mid`',
    doubtful: true,
  },
} as const satisfies Changes<'installation'>
