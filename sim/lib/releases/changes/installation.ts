import type { Changes } from './change.ts'

export const installation = {
  'installation#later-kas-proxy': {
    release: '17.6',
    before: '`kas` has no `externalK8sProxyUrl`',
    after: '`kas` has `externalK8sProxyUrl`',
  },
} as const satisfies Changes<'installation'>
