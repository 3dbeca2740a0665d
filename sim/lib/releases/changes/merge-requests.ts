import type { Changes } from './change.ts'

export const mergeRequests = {
  'merge-requests#later-squash-on-merge': {
    release: '15.9',
    before: 'Merge requests have no `squash_on_merge`',
    after: '`squash_on_merge` tells whether merging squashes, which the project may demand or forbid',
  },
  'merge-requests#later-prepared-at': {
    release: '16.1',
    before: 'Merge requests have no `prepared_at`',
    after: '`prepared_at` tells when a merge request was ready for reviews',
  },
  'merge-requests#later-reviews-for-me': {
    release: '18.4',
    before: '`scope=reviews_for_me` answers 400',
    after: 'It lists merge requests that the caller is to review',
  },
  'merge-requests#later-merge-after': {
    release: '17.8',
    before: '`merge_after` is ignored',
    after: '`merge_after` is the time before which a merge request cannot be merged',
    doubtful: true,
  },
  'merge-requests#later-merge-user-filter': {
    release: '17.0',
    before: '`merge_user_id` and `merge_user_username` are ignored',
    after: 'The lists take `merge_user_id` or `merge_user_username`',
  },
  'merge-requests#later-merged-at-order': {
    release: '17.2',
    before: '`order_by=merged_at` answers 400',
    after: 'The lists take `order_by=merged_at`',
  },
  'merge-requests#later-auto-merge': {
    release: '17.11',
    before: '`auto_merge` is ignored',
    after: 'Merging takes `auto_merge`, the new name of `merge_when_pipeline_succeeds`',
  },
  'merge-requests#later-conflict-status': {
    release: '16.11',
    before: 'A conflict has the status `broken_status`, and merging answers 405',
    after:
      'It has the status `conflict`, and merging answers 422; without a branch or commits the status is `commits_status`',
    doubtful: true,
  },
  'merge-requests#later-rebase-status': {
    release: '16.10',
    before: 'A source branch that lags behind is `mergeable` where only a fast-forward is',
    after: 'It has the status `need_rebase`',
    doubtful: true,
  },
  'merge-requests#later-squash-default': {
    release: '18.7',
    before: 'A merge request is created without `squash` unless it is sent',
    after: 'It is created as the squash option of the project says',
  },
  'merge-requests#later-milestone-words': {
    release: '18.0',
    before: '`milestone=#upcoming` finds the next due milestone of each project',
    after: 'It finds all that have not started, and `#started` those that go on',
    doubtful: true,
  },
  'merge-requests#later-approved': {
    release: '15.11',
    before: '`approved` is ignored',
    after: '`approved` is `yes` or `no`, and narrows nothing unless a flag of the service is on',
    doubtful: true,
  },
  'merge-requests#later-skip-train': {
    release: '18.4',
    before: '`skip_merge_train` is ignored where a merge request is merged',
    after: 'It is taken: the merge request is merged beside its train',
    doubtful: true,
  },
  'merge-requests#later-by-job': {
    release: '18.9',
    before: 'Job tokens read no merge requests',
    after: 'They list those of their project, and get one',
    doubtful: true,
    manner: 'job-token',
  },
  'merge-requests#later-description-bytes': {
    release: '18.9',
    before: 'Descriptions of issues and merge requests have at most 1,048,576 characters',
    after: 'They have as many bytes, and a longer one `is too long (1 MiB). The maximum size is 1 MiB.`',
    general: true,
    doubtful: true,
    sends: ['description'],
  },
} as const satisfies Changes<'merge-requests'>
