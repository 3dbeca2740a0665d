import type { Changes } from './change.ts'

export const jobs = {
  'jobs#later-erased-at': {
    release: '16.0',
    before:
      'Jobs have `erased_at` once they are erased, those in the list of a runner and those that start pipelines never',
    after: 'All jobs have `erased_at`, null until they are erased',
    doubtful: true,
  },
  'jobs#later-token': {
    release: '16.9',
    before: 'The token of a job has no prefix',
    after: 'It begins with `glcbt-`',
    general: true,
  },
} as const satisfies Changes<'jobs'>
