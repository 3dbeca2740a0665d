import type { Changes } from './change.ts'

export const discussions = {
  'discussions#later-project-id': {
    release: '15.10',
    before: 'Notes have no `project_id`',
    after: '`project_id` tells the project of the thing they are on, null in a group',
  },
  'discussions#later-commit-id': {
    release: '18.9',
    before: 'Notes on commits have `commit_id`, and `suggestions` where they are on a diff',
    after: 'Only notes on diffs of merge requests have',
    doubtful: true,
  },
} as const satisfies Changes<'discussions'>
