import type { Changes } from './change.ts'

export const releaseChanges = {
  'releases#later-external': {
    release: '16.0',
    before: 'A link of a release has `external`',
    after: 'It has not',
  },
} as const satisfies Changes<'releases'>
