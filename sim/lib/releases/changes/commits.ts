import type { Changes } from './change.ts'

export const commits = {
  'commits#later-extended-trailers': {
    release: '16.7',
    before: 'Commits have no `extended_trailers`',
    after: '`extended_trailers` has every value of a trailer, as a list',
  },
} as const satisfies Changes<'commits'>
