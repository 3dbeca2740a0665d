import type { Changes } from './change.ts'

export const branches = {
  'branches#later-regex': {
    release: '15.9',
    before: 'Lists of branches ignore `regex`',
    after: 'They take it: branches whose name matches the RE2 expression',
    doubtful: true,
  },
} as const satisfies Changes<'branches'>
