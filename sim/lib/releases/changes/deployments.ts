import type { Changes } from './change.ts'

export const deployments = {
  'deployments#later-updated-order': {
    release: '16.0',
    before: '`updated_after` and `updated_before` filter deployments in every order',
    after: 'They need `order_by=updated_at`, or answer 400',
  },
} as const satisfies Changes<'deployments'>
