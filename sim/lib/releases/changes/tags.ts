import type { Changes } from './change.ts'

export const tags = {
  'tags#later-by-job': {
    release: '18.8',
    before: 'A job token counts as none for a tag on its own',
    after: 'It reads one',
    manner: 'job-token',
  },
} as const satisfies Changes<'tags'>
