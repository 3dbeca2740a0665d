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
} as const satisfies Changes<'installation'>
