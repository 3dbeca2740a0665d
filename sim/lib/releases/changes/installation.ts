import type { Changes } from './change.ts'

export const installation = {
  'installation#later-kas-proxy': {
    release: '17.6',
    before: '`kas` has no `externalK8sProxyUrl`',
    after: '`kas` has `externalK8sProxyUrl`',
  },
  'installation#later-version': {
    release: '15.9',
    before: '`GET /version` answers `version` and `revision`',
    after: 'It answers as `GET /metadata` does',
    doubtful: true,
  },
} as const satisfies Changes<'installation'>
