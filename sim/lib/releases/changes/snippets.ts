import type { Changes } from './change.ts'

export const snippets = {
  'snippets#later-repository-storage': {
    release: '16.3',
    before: 'Snippets do not show administrators `repository_storage`',
    after: 'Snippets do, outside searches',
    doubtful: true,
  },
} as const satisfies Changes<'snippets'>
