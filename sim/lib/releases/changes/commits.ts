import type { Changes } from './change.ts'

export const commits = {
  'commits#later-extended-trailers': {
    release: '16.7',
    before: 'Commits have no `extended_trailers`',
    after: '`extended_trailers` has every value of a trailer, as a list',
  },
  'commits#later-status-pipeline': {
    release: '17.9',
    before: 'Statuses of commits have no `pipeline_id`',
    after: '`pipeline_id` names the pipeline of the status',
    doubtful: true,
  },
  'commits#later-replayed': {
    release: '18.9',
    before: 'A commit that was picked or reverted is shown as one on its own',
    after: 'It has neither `stats`, `status`, `last_pipeline` nor `project_id`',
    doubtful: true,
  },
  'commits#later-by-job': {
    release: '18.9',
    before: 'A job token counts as none for a commit on its own',
    after: 'It reads one, and the merge requests that brought it',
    doubtful: true,
    manner: 'job-token',
  },
} as const satisfies Changes<'commits'>
