import type { Changes } from './change.ts'

export const discussions = {
  'discussions#later-project-id': {
    release: '15.10',
    before: 'Notes have no `project_id`',
    after: '`project_id` tells the project of the thing they are on, null in a group',
  },
} as const satisfies Changes<'discussions'>
