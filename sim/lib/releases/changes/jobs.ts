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
    manner: 'job-token',
  },
  'jobs#later-archived': {
    release: '16.8',
    before: 'Jobs have no `archived`',
    after: '`archived` tells whether a job is too old to be retried (`archive_builds_in_human_readable`)',
  },
  'jobs#later-runner-manager': {
    release: '16.9',
    before: 'Jobs have no `runner_manager`',
    after: '`runner_manager` of a job is the machine on which it runs or ran, else null',
    doubtful: true,
  },
  'jobs#later-list-limit': {
    release: '16.0',
    before: 'Listing the jobs of a project has no limit of its own',
    after: 'Where requests are limited, a user lists them 600 times a minute',
  },
  'jobs#later-runner-limits': {
    release: '18.5',
    before: 'What runners call has no limit of its own',
    after:
      'Where requests are limited, a runner asks for jobs 2,000 times a minute, and a job adds to its log 200 times, as often as to its artifacts and state',
  },
} as const satisfies Changes<'jobs'>
