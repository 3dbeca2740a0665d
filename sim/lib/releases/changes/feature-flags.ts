import type { Changes } from './change.ts'

export const featureFlags = {
  'feature-flags#later-user-list': {
    release: '16.4',
    before: '`user_list` of a strategy is the whole user list',
    after: 'It has `id`, `iid`, `name` and `user_xids`',
    doubtful: true,
  },
} as const satisfies Changes<'feature-flags'>
